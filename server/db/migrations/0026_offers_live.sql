-- Live events for the day board: how far the offers of a class have come. Only the school's administrators see these
-- counts, so no one else hears of them, and the topic is one that only the board listens to.

create function announce_offers() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  school bigint := coalesce(
    (changed ->> 'school_id')::bigint,
    (select v.school_id from vacancies v where v.id = (changed ->> 'vacancy_id')::bigint));
begin
  -- The vacancy may have gone in the same statement.
  if school is not null then
    perform announce(array['admins:' || school], 'offers');
  end if;
  return null;
end $$;
create trigger history_announce_seen after insert on vacancy_history
  for each row when (new.kind = 'seen') execute function announce_offers();
create trigger declines_announce_offers after insert or delete on vacancy_declines
  for each row execute function announce_offers();
-- After each slice of people who were notified, and after the last.
create trigger audiences_announce after update of told_up_to or delete on audiences
  for each row execute function announce_offers();
