-- The foundation: schools, people, sessions, vacancies with their history, notices.
--
-- Invariants stand here as constraints; server/db/constraints.ts turns their names into sentences.
-- Instants are timestamptz, written by the server's clock; a school's own dates and times stand beside them.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create table schools (
  id bigint generated always as identity primary key,
  name text not null,
  address text not null,
  city text,
  state text,
  zip_code text,
  phone text,
  district text,
  country text,
  contact_email text,
  latitude double precision,
  longitude double precision,
  time_zone text not null,
  is_active boolean not null default true,
  vacancy_settings jsonb not null,
  show_reason boolean not null default true,
  book_first boolean not null default false,
  admin_id bigint,
  created_at timestamptz not null,
  search_text text generated always as (lower(name || ' ' || coalesce(city, '') || ' ' || coalesce(state, '') || ' ' || coalesce(district, ''))) stored
);
create index schools_by_name on schools (lower(name), id);
create index schools_search on schools using gin (search_text gin_trgm_ops);

create table users (
  id bigint generated always as identity primary key,
  username text,
  password_hash text,
  password_set_by_other boolean not null default false,
  role text not null check (role in ('teacher', 'substitute', 'school_admin', 'overall_admin')),
  full_name text not null,
  school_id bigint references schools (id),
  is_approved boolean not null default false,
  is_active boolean not null default true,
  is_platform_owner boolean not null default false,
  rejected_at timestamptz,
  email text,
  phone text,
  sms_opt_in boolean not null default false,
  qualifications text,
  preferred_subjects text,
  bio text,
  gender text,
  department text,
  subjects text,
  general_availability jsonb,
  -- How many half days of the week somebody is available, as domain/availability.ts counts them.
  available_half_days smallint generated always as (
    case general_availability ->> 'monday' when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end
    + case general_availability ->> 'tuesday' when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end
    + case general_availability ->> 'wednesday' when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end
    + case general_availability ->> 'thursday' when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end
    + case general_availability ->> 'friday' when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end
    + case general_availability ->> 'saturday' when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end
    + case general_availability ->> 'sunday' when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end) stored,
  resume_file_id uuid,
  profile_image_file_id uuid,
  failed_sign_ins integer not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint users_teacher_has_school check (role <> 'teacher' or school_id is not null or deleted_at is not null),
  constraint users_school_is_of_staff check (role in ('teacher', 'school_admin') or school_id is null),
  constraint users_owner_is_overall_admin check (not is_platform_owner or role = 'overall_admin'),
  constraint users_can_sign_in check (deleted_at is not null or (username is not null and password_hash is not null))
);
-- 'Ann' and 'ann' are one username.
create unique index users_username_taken on users (lower(username)) where deleted_at is null;
create index users_by_email on users (lower(email)) where deleted_at is null and email is not null;
-- Somebody's name is searched for among all people by the platform owner alone.
create index users_search on users using gin (lower(full_name) gin_trgm_ops);
create index users_of_school on users (school_id, role, lower(full_name), id) where school_id is not null;
create index users_of_role on users (role, lower(full_name), id) where deleted_at is null and role in ('school_admin', 'overall_admin');
-- Who waits for a decision, for the badges: few at any time.
create index users_waiting on users (role, school_id) where not is_approved and rejected_at is null and deleted_at is null;

alter table schools add constraint schools_admin foreign key (admin_id) references users (id) on delete set null;
create index schools_by_admin on schools (admin_id) where admin_id is not null;

-- Which schools a substitute works for, and what each school decided about them. A decision stands
-- after the substitute deselected the school: a rejected one comes back as 'rejected earlier'.
create table substitute_schools (
  substitute_id bigint not null references users (id) on delete cascade,
  school_id bigint not null references schools (id) on delete cascade,
  is_selected boolean not null default true,
  selected_at timestamptz not null,
  approved_at timestamptz,
  rejected_at timestamptz,
  primary key (substitute_id, school_id),
  constraint substitute_schools_one_decision check (approved_at is null or rejected_at is null)
);
create index substitutes_of_school on substitute_schools (school_id, substitute_id);

create table sessions (
  id uuid not null default gen_random_uuid(),
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  user_agent text
);
create index sessions_of_user on sessions (user_id);

-- The secret address of a substitute's calendar: what opens it is known to its owner alone.
create table calendar_feeds (
  user_id bigint primary key references users (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null
);

-- A way in for an account that somebody else made without a password: its code, known by its hash alone, sets the
-- first own password. Whatever sets a password ends it.
create table invitations (
  code_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invitations_of_user on invitations (user_id);
create index invitations_by_age on invitations (expires_at);

create table files (
  id uuid primary key default gen_random_uuid(),
  owner_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('photo', 'resume')),
  name text not null,
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null
);
create index files_of_owner on files (owner_id);
alter table users add constraint users_resume foreign key (resume_file_id) references files (id) on delete set null;
alter table users add constraint users_profile_image foreign key (profile_image_file_id) references files (id) on delete set null;

-- How a school looks to its people: drawn anew on the way in, one of each kind.
create table school_images (
  id uuid not null default gen_random_uuid(),
  school_id bigint not null references schools (id) on delete cascade,
  kind text not null check (kind in ('logo', 'banner')),
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (school_id, kind)
);

create table availability_dates (
  id bigint generated always as identity primary key,
  substitute_id bigint not null references users (id) on delete cascade,
  date date not null,
  status text not null check (status in ('available', 'unavailable', 'preferred')),
  notes text,
  unique (substitute_id, date)
);

create table vacancies (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  teacher_id bigint not null references users (id),
  created_by_id bigint not null references users (id),
  date date not null,
  start_time time not null,
  end_time time not null,
  -- The same as instants, by the school's time zone; kept in step when the zone is corrected.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  shift_type text not null check (shift_type in ('full_day', 'morning', 'afternoon')),
  description text not null,
  absence_reason text not null check (absence_reason in ('Personal', 'Illness', 'Family Illness', 'Bereavement', 'Paternity Leave')),
  google_doc_link text,
  may_need_changes boolean not null default false,
  additional_notes text not null,
  status text not null default 'open' check (status in ('open', 'pending_approval', 'filled')),
  substitute_id bigint references users (id),
  requested_by_id bigint references users (id),
  requested_at timestamptz,
  confirmed boolean,
  is_urgent boolean not null default false,
  -- Its place within a day of every list: what is open and urgent comes first.
  day_rank smallint not null generated always as (case when status = 'open' and is_urgent then 0 else 1 end) stored,
  book_first boolean not null default false,
  target_substitute_ids bigint[],
  notification_preferences jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint vacancies_start_before_end check (start_time < end_time and starts_at < ends_at),
  constraint vacancies_open_has_nobody check (status <> 'open' or (substitute_id is null and requested_by_id is null and requested_at is null and confirmed is null)),
  constraint vacancies_pending_has_requester check (status <> 'pending_approval' or (requested_by_id is not null and requested_at is not null and substitute_id is null and confirmed is null)),
  constraint vacancies_filled_has_substitute check (status <> 'filled' or (substitute_id is not null and (requested_by_id is null or requested_by_id = substitute_id))),
  -- Nobody is booked twice. Half-open ranges: shifts that touch do not overlap.
  constraint vacancies_no_double_booking exclude using gist (substitute_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status = 'filled' and deleted_at is null)
    -- Looked at when the statement ends: a school's whole timetable may shift by an hour at once.
    deferrable initially immediate
);
create index vacancies_open_of_school on vacancies (school_id, date, day_rank, start_time, id) where status = 'open' and deleted_at is null;
create index vacancies_of_school on vacancies (school_id, date, day_rank, start_time, id);
create index vacancies_of_teacher on vacancies (teacher_id, date, day_rank, start_time, id) where deleted_at is null;
create index vacancies_of_substitute on vacancies (substitute_id, date, day_rank, start_time, id) where substitute_id is not null and deleted_at is null;
create index vacancies_requested_by on vacancies (requested_by_id, date, day_rank, start_time, id) where status = 'pending_approval' and deleted_at is null;
create index vacancies_pending_by_start on vacancies (starts_at, id) where status = 'pending_approval' and deleted_at is null;
create index vacancies_open_by_start on vacancies (starts_at, id) where status = 'open' and deleted_at is null;

-- What a teacher has still to look at, however many are behind them.
create index vacancies_unfilled_of_teacher on vacancies (teacher_id, status, date, day_rank, start_time, id) where status <> 'filled' and deleted_at is null;
-- How often a substitute was at a school, and for whom.
create index vacancies_covered on vacancies (substitute_id, school_id, teacher_id, ends_at, id) where status = 'filled' and deleted_at is null;

-- Each school's days, counted: what reports, the dashboard and the platform owner's figures are read from, so
-- that none of them scans vacancies. The trigger writes at the end of the transaction, after every lock on
-- vacancies was taken, so that the day of a school never waits for a vacancy.
create table school_days (
  -- No foreign key: it would look the school up once more for every vacancy. delete_school clears the days away.
  school_id bigint not null,
  date date not null,
  open integer not null default 0,
  pending integer not null default 0,
  filled integer not null default 0,
  primary key (school_id, date),
  constraint school_days_counts check (open >= 0 and pending >= 0 and filled >= 0)
);
create index school_days_of_all on school_days (date, school_id) include (open, pending, filled);

create function tally_vacancy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    update school_days set open = open - (old.status = 'open')::int, pending = pending - (old.status = 'pending_approval')::int,
        filled = filled - (old.status = 'filled')::int
      where school_id = old.school_id and date = old.date;
  end if;
  -- The school may be gone by the end of the transaction.
  if tg_op <> 'DELETE' and new.deleted_at is null and exists (select from schools where id = new.school_id) then
    insert into school_days (school_id, date, open, pending, filled)
      values (new.school_id, new.date, (new.status = 'open')::int, (new.status = 'pending_approval')::int, (new.status = 'filled')::int)
    on conflict (school_id, date) do update
      set open = school_days.open + excluded.open, pending = school_days.pending + excluded.pending, filled = school_days.filled + excluded.filled;
  end if;
  return null;
end $$;
create constraint trigger vacancies_tally_new after insert on vacancies deferrable initially deferred for each row execute function tally_vacancy();
create constraint trigger vacancies_tally_gone after delete on vacancies deferrable initially deferred for each row execute function tally_vacancy();
create constraint trigger vacancies_tally_moved after update on vacancies deferrable initially deferred for each row
  when ((old.status, old.date, old.school_id, old.deleted_at is null) is distinct from (new.status, new.date, new.school_id, new.deleted_at is null))
  execute function tally_vacancy();

create table vacancy_declines (
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  substitute_id bigint not null references users (id) on delete cascade,
  declined_at timestamptz not null,
  primary key (substitute_id, vacancy_id)
);
create index declines_of_vacancy on vacancy_declines (vacancy_id);

-- Once written never changed: the server's role may only insert and read.
create table vacancy_history (
  id bigint generated always as identity primary key,
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  school_id bigint not null,
  kind text not null,
  at timestamptz not null,
  actor_id bigint references users (id),
  substitute_id bigint references users (id),
  reason text,
  changes jsonb
);
create index history_of_vacancy on vacancy_history (vacancy_id, id);
-- That a substitute has seen a vacancy is recorded the first time.
create unique index history_seen_once on vacancy_history (vacancy_id, substitute_id) where kind = 'seen';
create index history_of_school on vacancy_history (school_id, at);
-- When a vacancy was filled, for the time that this takes.
create index history_fills on vacancy_history (vacancy_id, at) where kind in ('approved', 'assigned');

create table audit_log (
  id bigint generated always as identity primary key,
  school_id bigint,
  actor_id bigint,
  act text not null,
  subject_type text not null,
  subject_id bigint,
  at timestamptz not null,
  detail jsonb
);
create index audit_of_school on audit_log (school_id, id desc);
create index audit_of_actor on audit_log (actor_id, id desc);
create index audit_of_subject on audit_log (subject_type, subject_id, id desc);
create index audit_by_act on audit_log (act, id desc);

create table messages (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id) on delete cascade,
  sender_id bigint not null references users (id),
  subject text not null,
  body text not null,
  vacancy_id bigint references vacancies (id) on delete set null,
  is_urgent boolean not null default false,
  recipient_ids bigint[] not null,
  created_at timestamptz not null
);
create index messages_of_sender on messages (sender_id, id desc);
create index messages_of_school on messages (school_id);
create index messages_of_vacancy on messages (vacancy_id) where vacancy_id is not null;

-- A notice is written in the transaction of its cause. `cause` names that cause: the same cause never
-- tells the same person twice.
create table notices (
  id bigint generated always as identity primary key,
  cause text not null,
  kind text not null,
  recipient_id bigint not null references users (id) on delete cascade,
  school_id bigint references schools (id) on delete cascade,
  vacancy_id bigint references vacancies (id) on delete cascade,
  message_id bigint references messages (id) on delete cascade,
  facts jsonb not null,
  is_urgent boolean not null default false,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint notices_once unique (cause, recipient_id)
);
create index notices_of_recipient on notices (recipient_id, id desc);
create index notices_unread on notices (recipient_id) where read_at is null;
create index notices_of_school on notices (school_id) where school_id is not null;
create index notices_of_vacancy on notices (vacancy_id) where vacancy_id is not null;
create index notices_of_message on notices (message_id) where message_id is not null;

-- One row for each notice and channel: queued, then sent or failed; kept where the channel is not set up.
create table deliveries (
  id bigint generated always as identity primary key,
  notice_id bigint not null references notices (id) on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  address text,
  status text not null check (status in ('queued', 'sent', 'failed', 'kept', 'not_opted_in', 'no_address', 'dropped')),
  reason text,
  attempts integer not null default 0,
  -- When it is to be tried next, and the worker that has it in hand: one whose advisory lock is gone has died.
  next_attempt_at timestamptz not null,
  claimed_by bigint,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (notice_id, channel)
);
create index deliveries_due on deliveries (channel, next_attempt_at, id) where status = 'queued' and claimed_by is null;
create index deliveries_in_hand on deliveries (claimed_by) where status = 'queued' and claimed_by is not null;
create index deliveries_by_channel on deliveries (channel, id desc);
create index deliveries_by_status on deliveries (status, id desc);

-- A creating call that comes again with its key is answered as the first time.
create table idempotency_keys (
  actor_id bigint not null,
  key text not null,
  fingerprint bytea not null,
  status integer,
  reply jsonb,
  created_at timestamptz not null,
  primary key (actor_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Counts of attempts in a window of time, shared by all processes. Losing them in a crash loses nothing.
create unlogged table attempts (
  key text primary key,
  window_start timestamptz not null,
  count integer not null
);
create index attempts_by_age on attempts (window_start);

-- Permanent deletion of a school takes its history along, which the server's own role cannot delete:
-- this one function, the owner's, may. Every table is reached by an index of its school. Of a teacher an empty
-- row stays, since deleting it would search all vacancies and all history of every school for its id.
create function delete_school(doomed bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  teachers bigint[] := array(select id from users where school_id = doomed and role = 'teacher');
begin
  update users set school_id = null where school_id = doomed and role = 'school_admin';
  delete from messages where school_id = doomed;
  delete from vacancies where school_id = doomed;
  delete from school_days where school_id = doomed;
  delete from notices where recipient_id = any(teachers);
  delete from sessions where user_id = any(teachers);
  delete from invitations where user_id = any(teachers);
  delete from files where owner_id = any(teachers);
  update users set username = null, password_hash = null, full_name = 'Former teacher', school_id = null, is_approved = false, is_active = false, rejected_at = null,
      email = null, phone = null, sms_opt_in = false, qualifications = null, preferred_subjects = null, bio = null, gender = null, department = null, subjects = null,
      deleted_at = coalesce(deleted_at, statement_timestamp())
    where id = any(teachers);
  delete from audit_log where school_id = doomed;
  delete from schools where id = doomed;
end $$;
revoke all on function delete_school(bigint) from public;
