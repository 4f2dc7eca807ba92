-- Text messages: consent, codes that confirm a number, and how many were sent.

-- A user's consent to text messages: to which words, when, from where, and how it ended. It may have to be shown
-- as evidence, so it stays for as long as the account.
create table sms_consents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  number text not null,
  wording text not null,
  agreed_at timestamptz not null,
  agreed_from text not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('person', 'stop', 'number', 'account')),
  constraint sms_consents_end check ((ended_at is null) = (ended_by is null))
);
create unique index sms_consents_standing on sms_consents (user_id) where ended_at is null;
create index sms_consents_of_number on sms_consents (number, id desc);
create index sms_consents_of_user on sms_consents (user_id);

-- A number that is waiting for its confirmation code. The code is stored as a hash only.
create table sms_codes (
  user_id bigint primary key references users (id) on delete cascade,
  number text not null,
  code_hash bytea not null,
  agreed_from text not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index sms_codes_by_age on sms_codes (expires_at);

-- Codes that were sent and requests for one that were refused, per day in UTC, for the daily limit and the platform
-- owner's warning (docs/decisions/030).
create table sms_code_days (
  day date primary key,
  sent integer not null default 0,
  refused integer not null default 0,
  constraint sms_code_days_counts check (sent >= 0 and refused >= 0)
);

-- Text messages sent per school and month of that school, for the cap.
create table school_sms (
  school_id bigint not null references schools (id) on delete cascade,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  sent integer not null,
  primary key (school_id, month)
);
