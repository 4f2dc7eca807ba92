-- The grades, subjects and farthest distance that a substitute wants to be offered (docs/decisions/073). Empty and null are all.
-- The ZIP code is only for the distance: no one but the substitute reads it.
alter table job_preferences
  add column grades text[] not null default '{}'
    check (grades <@ array['PK', 'K', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']),
  add column subjects text[] not null default '{}' check (cardinality(subjects) <= 20),
  add column zip text check (zip ~ '^\d{5}$'),
  add column miles integer check (miles between 1 and 500);

-- The class is offered only to substitutes who know its subject.
alter table vacancies add column needs_subject boolean not null default false;

drop trigger vacancies_edits on vacancies;
create trigger vacancies_edits before update of date, start_time, end_time, shift_type, description, grade, subject,
  needs_subject, room, absence_reason, google_doc_link, plan_file_ids, may_need_changes, additional_notes, is_urgent, book_first
  on vacancies
  for each row execute function note_edits(
    'date', 'start_time', 'end_time', 'shift_type', 'description', 'grade', 'subject', 'needs_subject', 'room',
    'absence_reason', 'google_doc_link', 'plan_file_ids', 'may_need_changes', 'additional_notes', 'is_urgent', 'book_first'
  );
