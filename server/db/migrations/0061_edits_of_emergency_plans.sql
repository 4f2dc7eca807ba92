-- The version of an emergency plan covers its texts and its student details. These notes say which of them was changed after a form was
-- filled (note_edits in 0001_schools.sql). Until now, the version alone decided, so no form could show what had changed.
-- A form without a row has version 0, so a new row's fields count as edited at version 1. In an existing row, every field counts as
-- edited at the current version, so a form that was opened earlier can't overwrite any of them.

alter table emergency_plans
  add column edits jsonb not null default '{"routines": 1, "seating": 1, "people": 1, "file_ids": 1, "words": 1}';
update emergency_plans set edits = (select jsonb_object_agg(field, version) from jsonb_object_keys(edits) as field);

create trigger emergency_plans_edits before update on emergency_plans
  for each row execute function note_edits('routines', 'seating', 'people', 'file_ids');
