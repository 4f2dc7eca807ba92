-- Deliveries: one row per notice and channel, and per device for push. The rows that are queued are the delivery
-- workers' queue.
--
-- There is no foreign key to notices, for the reason given in 0013_notices.sql: a delivery is only ever written by
-- the statement that writes its notice, and the trigger below deletes the deliveries of a deleted notice.

create table deliveries (
  id bigint generated always as identity primary key,
  notice_id bigint not null,
  channel text not null check (channel in ('email', 'sms', 'push')),
  -- No foreign key: the device may have signed out before the delivery is sent.
  device_id bigint,
  -- Repeated here for the limits per person and per school, which would otherwise join notices.
  recipient_id bigint not null,
  school_id bigint,
  address text,
  -- 'kept' where the channel is not set up.
  status text not null check (
    status in
      ('queued', 'sent', 'delivered', 'failed', 'kept', 'not_opted_in', 'not_wanted', 'no_address', 'dropped')
  ),
  reason text,
  -- For a large audience and not pressing: it waits until nothing else is due.
  is_bulk boolean not null default false,
  attempts integer not null default 0,
  -- When to try next.
  next_attempt_at timestamptz not null,
  -- The worker that is sending it. If that worker's advisory lock is gone, it has died.
  claimed_by bigint,
  -- The carrier's own id for it.
  carrier_id text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create unique index deliveries_once on deliveries (notice_id, channel, device_id) nulls not distinct;
create index deliveries_due on deliveries (channel, is_bulk, next_attempt_at, id)
  where status = 'queued' and claimed_by is null;
create index deliveries_in_hand on deliveries (claimed_by) where status = 'queued' and claimed_by is not null;
create index deliveries_by_status on deliveries (status, id desc);
-- Nearly all deliveries are mail: a list of those follows the primary key, and mail writes no entry here.
create index deliveries_by_other_channel on deliveries (channel, id desc) where channel <> 'email';
create index deliveries_sent_to on deliveries (recipient_id, channel, sent_at) where sent_at is not null;
create index deliveries_sms_waiting on deliveries (school_id) where channel = 'sms' and status = 'queued';

create function forget_deliveries() returns trigger language plpgsql as $$
begin
  delete from deliveries d using gone where d.notice_id = gone.id;
  return null;
end $$;
create trigger notices_forget_deliveries after delete on notices
  referencing old table as gone for each statement execute function forget_deliveries();
