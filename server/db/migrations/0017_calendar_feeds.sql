-- The secret link to a substitute's calendar. Only its hash is stored.

create table calendar_feeds (
  user_id bigint primary key references users (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null
);
