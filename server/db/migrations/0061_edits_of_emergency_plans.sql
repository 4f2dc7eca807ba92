-- The version of an emergency plan covers its texts and its student details. These notes say which of them was changed after a form was
-- filled (note_edits in 0001_schools.sql). Until now, the version alone decided, so no form could show what had changed.
-- Version 0 stands for 'no row', so a row's first fields count as edited at version 1.

alter table emergency_plans
  add column edits jsonb not null default '{"routines": 1, "seating": 1, "people": 1, "file_ids": 1, "words": 1}';

create trigger emergency_plans_edits before update on emergency_plans
  for each row execute function note_edits('routines', 'seating', 'people', 'file_ids');
