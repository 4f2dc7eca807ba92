-- Substitutes to whom a school, or a teacher for their own classes, isn't offering vacancies (docs/decisions/067). Only the
-- school reads the reason.

create table exclusions (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id) on delete cascade,
  -- Null: all vacancies of the school.
  teacher_id bigint references users (id) on delete cascade,
  substitute_id bigint not null references users (id) on delete cascade,
  reason text not null check (char_length(reason) between 1 and 300),
  -- The last day, by the school's clock. Null: until someone ends it.
  ends_on date,
  asked_at timestamptz not null,
  -- Null: a teacher's wish, which has no effect yet.
  approved_at timestamptz,
  constraint exclusions_once unique nulls not distinct (substitute_id, school_id, teacher_id),
  constraint exclusions_schools_need_no_approval check (teacher_id is not null or approved_at is not null)
);
create index exclusions_of_school on exclusions (school_id, id);
create index exclusions_of_teacher on exclusions (teacher_id) where teacher_id is not null;

-- The school's staff see the exclusion, and the substitute which vacancies they can request.
create function announce_exclusion() returns trigger language plpgsql as $$
declare
  changed exclusions := coalesce(new, old);
begin
  perform announce(array['admins:' || changed.school_id], 'people');
  if changed.teacher_id is not null then
    perform announce(array['person:' || changed.teacher_id], 'people');
  end if;
  perform announce(array['person:' || changed.substitute_id], 'availability');
  return null;
end $$;
create trigger exclusions_announce after insert or update or delete on exclusions
  for each row execute function announce_exclusion();
