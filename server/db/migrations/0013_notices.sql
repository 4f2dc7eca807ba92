-- Notices: the notifications people get. Each is written in the transaction of its cause.
--
-- Notifying 5,000 substitutes writes 5,000 rows in one statement. Foreign keys to users and vacancies would take a
-- quarter of that statement's time (docs/decisions/019) and are not needed:
-- - rows of users are never deleted (users_stay in 0002_users.sql);
-- - the statement that writes a notice locks its vacancy (server/notifications/notify.ts), and the trigger below deletes
--   the notices of a deleted vacancy.

create table notices (
  id bigint generated always as identity primary key,
  -- The same cause never notifies the same person twice.
  cause text not null,
  kind text not null,
  recipient_id bigint not null,
  -- Only where there is neither a vacancy nor a message: those take the notice along when their school goes.
  school_id bigint references schools (id) on delete cascade,
  vacancy_id bigint,
  message_id bigint references messages (id) on delete cascade,
  facts jsonb not null,
  is_urgent boolean not null default false,
  -- False where the application must not show it: a code that proves who holds a phone.
  in_app boolean not null default true,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint notices_once unique (cause, recipient_id)
);
create index notices_of_recipient on notices (recipient_id, id desc);
create index notices_unread on notices (recipient_id) where read_at is null and in_app;
create index notices_of_school on notices (school_id) where school_id is not null;
create index notices_of_vacancy on notices (vacancy_id) where vacancy_id is not null;
create index notices_of_message on notices (message_id) where message_id is not null;
-- How many mails of a kind a user got about their account within a day, for the limits.
create index notices_about_accounts on notices (recipient_id, kind, created_at)
  where vacancy_id is null and message_id is null;

create function forget_notices_of_vacancies() returns trigger language plpgsql as $$
begin
  delete from notices n using gone where n.vacancy_id = gone.id;
  return null;
end $$;
create trigger vacancies_forget_notices after delete on vacancies
  referencing old table as gone for each statement execute function forget_notices_of_vacancies();

-- Codes that are waiting for their delivery, encrypted with the installation's key (server/security/keys.ts), because
-- a notice never contains one. A row is deleted once its notice is delivered or given up, or the code has expired.
create table notice_codes (
  notice_id bigint primary key references notices (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  sealed bytea not null,
  works_until timestamptz not null
);
create index notice_codes_of_user on notice_codes (user_id);
create index notice_codes_by_age on notice_codes (works_until);
