-- What a substitute and a teacher say after a covered class (docs/decisions/064).
create table feedback (
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  substitute_id bigint not null references users (id) on delete cascade,
  author text not null check (author in ('substitute', 'teacher')),
  author_id bigint not null references users (id) on delete cascade,
  school_id bigint not null,
  class_went text check (class_went in ('well', 'problems')),
  plans text check (plans in ('clear', 'missing')),
  again boolean,
  words text check (words <> ''),
  first_at timestamptz not null,
  -- When its author last changed it.
  said_at timestamptz not null,
  -- What the substitute says about a teacher's feedback, and when they first did.
  answer text check (answer <> ''),
  answered_at timestamptz,
  primary key (vacancy_id, substitute_id, author),
  -- A teacher who doesn't want to be asked about a class has a row without 'again'.
  constraint feedback_fits_its_author check (case author
    when 'substitute' then num_nulls(class_went, plans) = 0 and num_nonnulls(again, answer) = 0 and author_id = substitute_id
    else num_nonnulls(class_went, plans) = 0 and (again is not null or num_nonnulls(words, answer) = 0) end),
  constraint feedback_answer_has_time check ((answer is null) = (answered_at is null))
);
-- A person's record.
create index feedback_of_substitute on feedback (substitute_id, school_id);
create index feedback_by_author on feedback (author_id);
create index feedback_by_time on feedback (said_at);

create function announce_feedback() returns trigger language plpgsql as $$
begin
  perform announce(
    array['person:' || new.substitute_id, 'person:' || new.author_id, 'admins:' || new.school_id],
    'vacancies', new.vacancy_id);
  return null;
end $$;
create trigger feedback_announce after insert or update on feedback
  for each row execute function announce_feedback();
