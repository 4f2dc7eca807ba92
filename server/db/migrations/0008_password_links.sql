-- A way to a new password for whoever forgot it: mailed, known by its hash alone, once, for half an hour. Whatever sets a
-- password ends it.
create table password_links (
  code_hash bytea primary key,
  user_id bigint not null unique references users (id) on delete cascade,
  expires_at timestamptz not null
);
