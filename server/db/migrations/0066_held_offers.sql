-- The board and the cards count the offers that no channel could send so far: the provider refused them for now, or quiet hours hold
-- them. Few deliveries wait for that, so the index is small.
create index deliveries_held on deliveries (notice_id) where status = 'queued' and reason is not null;

-- These counts change when an offer is held and when it is sent after all. Most deliveries are sent at once, and announce nothing.
create function announce_held_offer() returns trigger language plpgsql as $$
begin
  perform announce(array['admins:' || v.school_id, 'person:' || v.teacher_id], 'vacancies', v.id)
    from notices n join vacancies v on v.id = n.vacancy_id where n.id = new.notice_id and n.kind = 'vacancy_posted';
  return null;
end $$;
create trigger deliveries_announce_held after update on deliveries
  for each row when (
    (old.status = 'queued' and old.reason is not null) is distinct from (new.status = 'queued' and new.reason is not null))
  execute function announce_held_offer();
