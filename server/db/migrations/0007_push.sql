-- Where pushes go: the browser that somebody turned them on in. It belongs to a session and ends with it, whatever ends
-- that: a sign-out, a new password, a disabled or deleted account, its age. So nobody reads what is not theirs on a
-- telephone that is passed on.
create table push_devices (
  id bigint generated always as identity primary key,
  session_hash bytea not null unique references sessions (token_hash) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- The address that the browser's push service gave out, for this installation's key alone.
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- The service's name, which says nothing of the person; of the address nothing else is shown to anybody.
  service text not null,
  -- The browser's public key and secret (RFC 8291), base64url: a push is encrypted for it.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_devices_of_user on push_devices (user_id, id);

-- A push is delivered to each device for itself. No foreign key: the device may be signed out before.
alter table deliveries add column device_id bigint;
alter table deliveries drop constraint deliveries_channel_check;
alter table deliveries add constraint deliveries_channel_check check (channel in ('email', 'sms', 'push')) not valid;
alter table deliveries validate constraint deliveries_channel_check;
alter table deliveries drop constraint deliveries_notice_id_channel_key;
create unique index deliveries_once on deliveries (notice_id, channel, device_id) nulls not distinct;
