-- Files with the lesson plans (docs/decisions/055). A file belongs to a teacher, so that several days of one absence share it.
create table plan_files (
  id uuid primary key default gen_random_uuid(),
  teacher_id bigint not null references users (id) on delete cascade,
  uploaded_by_id bigint not null references users (id),
  name text not null,
  content_type text not null,
  size integer not null,
  bytes bytea not null,
  created_at timestamptz not null,
  -- When it was uploaded or last added to a class. A file that nothing needs is deleted some time after.
  used_at timestamptz not null,
  constraint plan_files_size check (size = octet_length(bytes) and size between 1 and 10485760)
);
create index plan_files_of_teacher on plan_files (teacher_id, created_at desc);
create index plan_files_by_use on plan_files (used_at);

-- The files of a class, in order. An edit compares them like every other field (docs/decisions/036).
alter table vacancies add column plan_file_ids uuid[] not null default '{}'
  constraint vacancies_few_plan_files check (cardinality(plan_file_ids) <= 5);
drop trigger vacancies_edits on vacancies;
create trigger vacancies_edits before update of date, start_time, end_time, shift_type, description, absence_reason,
  google_doc_link, plan_file_ids, may_need_changes, additional_notes, is_urgent, book_first on vacancies
  for each row execute function note_edits(
    'date', 'start_time', 'end_time', 'shift_type', 'description', 'absence_reason', 'google_doc_link',
    'plan_file_ids', 'may_need_changes', 'additional_notes', 'is_urgent', 'book_first'
  );
