-- The second factor, its recovery codes, and the devices that a user signed in from before.

create table second_factors (
  user_id bigint primary key references users (id) on delete cascade,
  -- Encrypted with the installation's key (server/security/keys.ts).
  secret bytea not null,
  created_at timestamptz not null,
  -- The factor counts from the first correct code on, which shows that the app has the secret.
  confirmed_at timestamptz,
  -- The time step of the last accepted code, so that no code works twice.
  last_step bigint,
  -- The salt of the recovery codes, which are hashed as slowly as a password.
  recovery_salt bytea,
  -- Wrong codes in a row, each given with the correct password.
  failures integer not null default 0
);

-- Ten codes for a lost phone. Each works once.
create table recovery_codes (
  user_id bigint not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A browser keeps a token after a successful sign-in. Someone who guesses passwords until the account is locked
-- can't lock its owner out of these browsers.
create table known_devices (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  used_at timestamptz not null,
  failures integer not null default 0
);
create index known_devices_of_user on known_devices (user_id, used_at desc);

-- Deleting an account deletes its proofs, whichever statement sets deleted_at.
create function forget_proofs() returns trigger language plpgsql as $$
begin
  delete from second_factors where user_id = new.id;
  delete from known_devices where user_id = new.id;
  delete from password_links where user_id = new.id;
  return null;
end $$;
create trigger users_forget_proofs after update of deleted_at on users
  for each row when (new.deleted_at is not null and old.deleted_at is null) execute function forget_proofs();
