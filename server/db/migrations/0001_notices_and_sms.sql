-- What telling people needs beyond the first version: a proved number for SMS and the consent to them, what somebody
-- switched off and when they sleep, and of each delivery whose it is and what its carrier calls it.

-- Where SMS go: a number that a code has proved, while its owner agrees to them. Nobody's had been proved before.
alter table users
  add column sms_number text check (sms_number ~ '^[+][1-9][0-9]{7,14}$'),
  -- What somebody switched off, by topic and channel: {"offers": {"email": false}}. What is not said is on.
  add column notice_choices jsonb not null default '{}',
  add column quiet_from time not null default '21:00',
  add column quiet_to time not null default '05:00',
  add column urgent_may_disturb boolean not null default false,
  drop column sms_opt_in;
alter table users add column sms_opt_in boolean not null generated always as (sms_number is not null) stored;
create index users_by_sms_number on users (sms_number) where sms_number is not null;

-- An invitation whose time is over stays, to say that its owner never came.
drop index invitations_by_age;

-- That somebody agreed to SMS: in which words, when and from where, and how it ended. It may have to be shown, so it
-- stays as long as the account.
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

-- A number that waits for its code, known by its hash alone.
create table sms_codes (
  user_id bigint primary key references users (id) on delete cascade,
  number text not null,
  code_hash bytea not null,
  agreed_from text not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index sms_codes_by_age on sms_codes (expires_at);

-- How many SMS went out for a school in each of its months, for the cap.
create table school_sms (
  school_id bigint not null references schools (id) on delete cascade,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  sent integer not null,
  primary key (school_id, month)
);

-- Keys that the installation made for itself at its first need, so that every process has the same.
create table secrets (
  name text primary key,
  value bytea not null
);

-- Whether a notice is shown in the application: what proves that somebody holds a telephone must not be.
alter table notices add column in_app boolean not null default true;
drop index notices_unread;
create index notices_unread on notices (recipient_id) where read_at is null and in_app;

-- The notice's own recipient and school, once more, for the limits; no foreign keys, which the notice has.
alter table deliveries add column recipient_id bigint, add column school_id bigint, add column carrier_id text;
comment on column deliveries.carrier_id is 'What the carrier calls it.';
update deliveries d set recipient_id = n.recipient_id, school_id = n.school_id from notices n where n.id = d.notice_id;
alter table deliveries alter column recipient_id set not null;
alter table deliveries drop constraint deliveries_status_check;
alter table deliveries add constraint deliveries_status_check
  check (status in ('queued', 'sent', 'delivered', 'failed', 'kept', 'not_opted_in', 'not_wanted', 'no_address', 'dropped'));
create index deliveries_sent_to on deliveries (recipient_id, channel, sent_at) where sent_at is not null;
create index deliveries_sms_waiting on deliveries (school_id) where channel = 'sms' and status = 'queued';
