-- Sessions, and the links that lead to a password or confirm an email address. Every token and code is stored as a hash only.

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

-- The links that are mailed for a forgotten password. Each works for half an hour. Requesting another leaves the
-- earlier ones working, so that a stranger who requests one can't disable the owner's. Setting a password by any route
-- ends them all.
create table password_links (
  code_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index password_links_of_user on password_links (user_id, expires_at);

-- Links that confirm an email address. Each works for the address that it was sent to, while that is still the one in
-- the profile.
create table email_links (
  code_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index email_links_of_user on email_links (user_id);
create index email_links_by_age on email_links (expires_at);
