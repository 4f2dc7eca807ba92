-- Who proves what before an account opens, and codes that wait for their mail (docs/decisions/031-proofs-and-lockout.md).

-- A stranger who asks for another link takes none from its owner: those of the last half hour all work, and end together.
alter table password_links drop constraint password_links_user_id_key;
create index password_links_of_user on password_links (user_id, expires_at);

-- What was mailed before the password was last set acts for nobody any more. Null: it never was, since accounts are made.
alter table users add column password_set_at timestamptz;

-- A code on its way to somebody, sealed by a key of the installation: here until it is delivered, given up or over, and never in a notice.
create table notice_codes (
  notice_id bigint primary key references notices (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  sealed bytea not null,
  works_until timestamptz not null
);
create index notice_codes_of_user on notice_codes (user_id);
create index notice_codes_by_age on notice_codes (works_until);

-- Notices held their codes as they are until now. A mail that still waits with one is dropped, and says so: it is asked for again.
update notices set facts = facts || '{"code": "······"}' where kind in ('invitation', 'password_link', 'sms_code') and facts ? 'code';

-- Answers to creating calls stood as they are as well; from now on each is sealed by its own key, which is not kept here.
delete from idempotency_keys;
