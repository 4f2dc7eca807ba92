-- Why a substitute declined a vacancy, if they say so after declining (docs/decisions/057).
alter table vacancy_declines
  add column reason text check (reason in ('not_that_day', 'too_far', 'not_my_class', 'short_notice', 'other')),
  -- 'Not available that day' also marks the day as unavailable. The date exception that it replaced comes back when the
  -- reason is taken back.
  add column replaced_date text check (replaced_date in ('none', 'available', 'preferred', 'morning', 'afternoon')),
  add constraint declines_day_has_reason check (replaced_date is null or reason = 'not_that_day');
-- The latest reasons of a person, which make similar classes rank lower.
create index declines_with_reason on vacancy_declines (substitute_id, declined_at desc) where reason is not null;

-- The cards and boards of the school count reasons.
create function announce_decline_reason() returns trigger language plpgsql as $$
declare
  vacancy vacancies;
begin
  select * into vacancy from vacancies where id = new.vacancy_id;
  perform announce(
    array['admins:' || vacancy.school_id, 'person:' || vacancy.teacher_id, 'person:' || new.substitute_id],
    'vacancies', new.vacancy_id);
  return null;
end $$;
create trigger declines_announce_reason after update on vacancy_declines
  for each row when (old.reason is distinct from new.reason) execute function announce_decline_reason();
