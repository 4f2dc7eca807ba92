-- The grade, subject and room of a class, as far as its teacher named them (docs/decisions/072).
alter table vacancies
  add column grade text check (grade in ('PK', 'K', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12')),
  add column subject text check (char_length(subject) between 1 and 60),
  add column room text check (char_length(room) between 1 and 40);

drop trigger vacancies_edits on vacancies;
create trigger vacancies_edits before update of date, start_time, end_time, shift_type, description, grade, subject, room,
  absence_reason, google_doc_link, plan_file_ids, may_need_changes, additional_notes, is_urgent, book_first on vacancies
  for each row execute function note_edits(
    'date', 'start_time', 'end_time', 'shift_type', 'description', 'grade', 'subject', 'room', 'absence_reason',
    'google_doc_link', 'plan_file_ids', 'may_need_changes', 'additional_notes', 'is_urgent', 'book_first'
  );
