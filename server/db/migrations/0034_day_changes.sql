-- A school that opens late or closes on a day (docs/decisions/051). The notifications of the change wait in held_answers
-- like those of an answer, one row for each vacancy that it moved or canceled.

alter table held_answers
  -- The change that the row belongs to. It is undone as a whole.
  add column day_change uuid,
  -- What the change did to the vacancy, and what an Undo needs to restore it.
  add column before jsonb,
  add constraint held_answers_day_change_has_before check ((day_change is null) = (before is null));
create index held_answers_of_day_change on held_answers (day_change) where day_change is not null;
