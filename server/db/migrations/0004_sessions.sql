-- Sessions, and the links that lead to a password. Every token and code is stored as a hash only.

create table sessions (
  id uuid not null default gen_random_uuid(),
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When the user last entered their password (and second factor) in this session.
  proved_at timestamptz,
  user_agent text
);
create index sessions_of_user on sessions (user_id);

-- An invitation lets the owner of an account that someone else created choose their first password. Setting a
-- password by any route ends it. An expired row stays, to show that the person never signed in.
create table invitations (
  code_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invitations_of_user on invitations (user_id);

-- The link that is mailed for a forgotten password. It works once, for half an hour. Setting a password by any
-- route ends it.
create table password_links (
  code_hash bytea primary key,
  user_id bigint not null unique references users (id) on delete cascade,
  expires_at timestamptz not null
);
