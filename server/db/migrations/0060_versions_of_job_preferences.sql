-- Two tabs or devices may change job preferences at the same time. Version 1 also stands for 'no row' (note_edits in
-- 0001_schools.sql).

alter table job_preferences
  add column version integer not null default 1,
  add column edits jsonb not null default '{}';

create trigger job_preferences_edits before update on job_preferences
  for each row execute function note_edits('days', 'notice_hours', 'grades', 'subjects', 'miles', 'zip');
