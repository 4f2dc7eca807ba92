-- Favorites: the substitutes whom a teacher or a school would like back (docs/decisions/058). They rank higher, and hear of
-- vacancies first where the school wants that.

alter table schools drop constraint schools_offering_check,
  add constraint schools_offering_check check (offering in ('everyone', 'best_matches', 'favorites'));

-- The substitutes whom the poster wants to hear of this vacancy before everyone else.
alter table vacancies add column first_ids bigint[] not null default '{}' check (cardinality(first_ids) <= 5);

create table favorites (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id) on delete cascade,
  -- Null: a favorite of the school.
  teacher_id bigint references users (id) on delete cascade,
  substitute_id bigint not null references users (id) on delete cascade,
  added_at timestamptz not null,
  constraint favorites_once unique nulls not distinct (school_id, teacher_id, substitute_id)
);
create index favorites_of_teacher on favorites (teacher_id) where teacher_id is not null;
create index favorites_of_substitute on favorites (substitute_id, id);

-- Favorites concern the teacher, or the school's administrators; never the substitute.
create function announce_favorite() returns trigger language plpgsql as $$
declare
  changed favorites := coalesce(new, old);
begin
  perform announce(
    array[case when changed.teacher_id is null then 'admins:' || changed.school_id else 'person:' || changed.teacher_id end],
    'people');
  return null;
end $$;
create trigger favorites_announce after insert or delete on favorites
  for each row execute function announce_favorite();
