-- The log of offers (docs/decisions/056): how each one reached its person, and when they opened it. Notifications and deliveries
-- are deleted after a year, and offers stay as long as their vacancy.

alter table offers
  -- The transports by which it left: email, sms, push.
  add column channels text[] not null default '{}',
  -- When the first of them arrived: accepted for an email or a push, reported by the carrier for a text message.
  add column delivered_at timestamptz,
  -- When the person first opened the vacancy. It is earlier than sent_at for someone who found it before their wave.
  add column seen_at timestamptz;

update offers o set seen_at = h.at from vacancy_history h
  where h.vacancy_id = o.vacancy_id and h.substitute_id = o.substitute_id and h.kind = 'seen';

create function log_seen_offer() returns trigger language plpgsql as $$
begin
  update offers set seen_at = new.at
    where vacancy_id = new.vacancy_id and substitute_id = new.substitute_id and seen_at is null;
  return null;
end $$;
create trigger history_log_seen_offer after insert on vacancy_history
  for each row when (new.kind = 'seen') execute function log_seen_offer();
