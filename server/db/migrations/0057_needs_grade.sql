-- The class is offered only to substitutes who teach its grade (docs/decisions/088).
alter table vacancies add column needs_grade boolean not null default false;

drop trigger vacancies_edits on vacancies;
create trigger vacancies_edits before update of date, start_time, end_time, shift_type, description, grade, subject,
  needs_subject, needs_grade, room, absence_reason, google_doc_link, plan_file_ids, may_need_changes, additional_notes, is_urgent, book_first
  on vacancies
  for each row execute function note_edits(
    'date', 'start_time', 'end_time', 'shift_type', 'description', 'grade', 'subject', 'needs_subject', 'needs_grade', 'room',
    'absence_reason', 'google_doc_link', 'plan_file_ids', 'may_need_changes', 'additional_notes', 'is_urgent', 'book_first'
  );
