-- Browsers that receive push notifications. Each belongs to the session that turned them on and ends with it,
-- however the session ends: sign-out, a new password, a disabled or deleted account, expiry. Notifications
-- therefore never show up on a phone that has been passed on.

create table push_devices (
  id bigint generated always as identity primary key,
  session_hash bytea not null unique references sessions (token_hash) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- The address that the browser's push service issued. It only works with this installation's key.
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- The push service's name, which doesn't identify the user. No other part of the address is ever shown.
  service text not null,
  -- The browser's public key and secret (RFC 8291), base64url: each push is encrypted for them.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_devices_of_user on push_devices (user_id, id);
