-- Which email address of a person is known to be theirs (docs/decisions/029-trusted-addresses.md), and how many codes went
-- out by text message (docs/decisions/030-limits-on-messages.md).

alter table users
  -- Where mail goes, and what signs in and recovers: an address that its owner confirmed by a link, or that an administrator
  -- had in view when approving. `email` is what the profile says, and the same once it is confirmed.
  add column trusted_email text,
  add column email_trusted_at timestamptz,
  -- Whether its owner followed a link to it, not only an administrator vouched for it.
  add column email_proved boolean not null default false,
  -- When its owner last wrote another address into the profile.
  add column email_changed_at timestamptz,
  add constraint users_trust check ((trusted_email is null) = (email_trusted_at is null) and (trusted_email is not null or not email_proved));
create index users_by_trusted_email on users (lower(trusted_email)) where deleted_at is null and trusted_email is not null;

-- Those who were approved before had their address in view.
update users set trusted_email = email, email_trusted_at = created_at where is_approved and email is not null and deleted_at is null;

-- An account that is approved from the start was made by an administrator, who wrote its address down.
create function vouch_for_made_account() returns trigger language plpgsql as $$
begin
  new.trusted_email := new.email;
  new.email_trusted_at := new.created_at;
  return new;
end $$;
create trigger users_vouch before insert on users for each row
  when (new.is_approved and new.email is not null and new.trusted_email is null) execute function vouch_for_made_account();

-- Whoever is forgotten keeps no address.
create function forget_trusted_address() returns trigger language plpgsql as $$
begin
  new.trusted_email := null;
  new.email_trusted_at := null;
  new.email_proved := false;
  new.email_changed_at := null;
  return new;
end $$;
create trigger users_forget_trust before update of email on users for each row
  when (new.email is null and new.trusted_email is not null) execute function forget_trusted_address();

-- Links that confirm an address, known by their hashes alone. Each works for the address that it was sent to, as long as
-- that is still the one in the profile.
create table email_links (
  code_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index email_links_of_user on email_links (user_id);
create index email_links_by_age on email_links (expires_at);

-- Notices about accounts are capped: how many of a kind somebody got within a day.
create index notices_about_accounts on notices (recipient_id, kind, created_at) where vacancy_id is null and message_id is null;

-- Codes by text message, for each day in UTC: asked for and sent, and refused.
create table sms_code_days (
  day date primary key,
  sent integer not null default 0,
  refused integer not null default 0,
  constraint sms_code_days_counts check (sent >= 0 and refused >= 0)
);
