-- A second proof beside the password. The secret is sealed with the installation's key (server/security/keys.ts); until a
-- first code proves that the app has it, it does not count.
create table second_factors (
  user_id bigint primary key references users (id) on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: none counts twice.
  last_step bigint,
  -- What the recovery codes are hashed with, as slowly as a password.
  recovery_salt bytea,
  -- Wrong codes in a row, all given with the right password.
  failures integer not null default 0
);

-- Ten codes for the day the phone is lost, known by their hashes alone; each opens once.
create table recovery_codes (
  user_id bigint not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- When the person of a session last gave password (and code).
alter table sessions add column proved_at timestamptz;

-- Wherever somebody signed in, their browser keeps a token: a stranger who guesses until the account bears no more cannot
-- keep its owner out there. Known by its hash alone.
create table known_devices (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  used_at timestamptz not null,
  failures integer not null default 0
);
create index known_devices_of_user on known_devices (user_id, used_at desc);

-- With the account go its proofs, whichever act deletes it.
create function forget_proofs() returns trigger language plpgsql as $$
begin
  delete from second_factors where user_id = new.id;
  delete from known_devices where user_id = new.id;
  delete from password_links where user_id = new.id;
  return null;
end $$;
create trigger users_forget_proofs after update of deleted_at on users for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_proofs();
