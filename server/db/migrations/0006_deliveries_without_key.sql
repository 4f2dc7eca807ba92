-- A delivery is written in the very statement that writes its notice, and by nothing else: the foreign key could only
-- say so again, 5,000 times for a vacancy that goes out to 5,000 people, a sixth of the whole writing. What it did
-- beside that stays: deliveries go with their notice, whoever deletes it.
alter table deliveries drop constraint deliveries_notice_id_fkey;

create function forget_deliveries() returns trigger language plpgsql as $$
begin
  delete from deliveries d using gone where d.notice_id = gone.id;
  return null;
end $$;
create trigger notices_forget_deliveries after delete on notices referencing old table as gone for each statement execute function forget_deliveries();
