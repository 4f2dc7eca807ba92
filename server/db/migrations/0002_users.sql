-- Users: everyone who signs in, in all four roles.
--
-- Rows of users are never deleted. When an account goes, its row is emptied (forget_people in 0021_forgetting.sql),
-- because the days that the person worked still refer to it.

create table users (
  id bigint generated always as identity primary key,
  username text,
  password_hash text,
  password_set_by_other boolean not null default false,
  -- Links that were mailed before this no longer act for the user. Null if the password was never changed.
  password_set_at timestamptz,
  failed_sign_ins integer not null default 0,
  role text not null check (role in ('teacher', 'substitute', 'school_admin', 'overall_admin')),
  full_name text not null,
  school_id bigint references schools (id),
  is_approved boolean not null default false,
  is_active boolean not null default true,
  is_platform_owner boolean not null default false,
  rejected_at timestamptz,

  -- The address in the profile.
  email text,
  -- The address that gets mail, signs in and recovers the account (docs/decisions/029): its owner confirmed it with a
  -- link, or an administrator approved the account with it in view. Once confirmed, it equals `email`.
  trusted_email text,
  email_trusted_at timestamptz,
  -- True if the owner confirmed it, not only an administrator.
  email_proved boolean not null default false,
  -- When the user last entered a different address.
  email_changed_at timestamptz,
  phone text,
  -- Where text messages go: a number confirmed by code, for as long as its owner consents (0015_text_messages.sql).
  sms_number text check (sms_number ~ '^[+][1-9][0-9]{7,14}$'),
  sms_opt_in boolean not null generated always as (sms_number is not null) stored,
  -- The notifications a user turned off, by topic and channel: {"offers": {"email": false}}. Everything else is on.
  notice_choices jsonb not null default '{}',
  quiet_from time not null default '21:00',
  quiet_to time not null default '05:00',
  urgent_may_disturb boolean not null default false,

  qualifications text,
  preferred_subjects text,
  bio text,
  gender text,
  department text,
  subjects text,
  general_availability jsonb,
  -- The number of available half days per week, counted as in domain/availability.ts.
  available_half_days smallint generated always as (
    case general_availability ->> 'monday'
      when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end
    + case general_availability ->> 'tuesday'
      when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end
    + case general_availability ->> 'wednesday'
      when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end
    + case general_availability ->> 'thursday'
      when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end
    + case general_availability ->> 'friday'
      when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end
    + case general_availability ->> 'saturday'
      when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end
    + case general_availability ->> 'sunday'
      when 'all_day' then 2 when 'morning' then 1 when 'afternoon' then 1 else 0 end
  ) stored,
  -- The foreign keys are in 0006_files.sql.
  resume_file_id uuid,
  profile_image_file_id uuid,

  -- For forms that two people or two tabs fill in at once (note_edits in 0001_schools.sql).
  version integer not null default 1,
  edits jsonb not null default '{}',

  created_at timestamptz not null,
  deleted_at timestamptz,

  constraint users_teacher_has_school check (role <> 'teacher' or school_id is not null or deleted_at is not null),
  constraint users_school_is_of_staff check (role in ('teacher', 'school_admin') or school_id is null),
  constraint users_owner_is_overall_admin check (not is_platform_owner or role = 'overall_admin'),
  constraint users_can_sign_in
    check (deleted_at is not null or (username is not null and password_hash is not null)),
  constraint users_trust check (
    (trusted_email is null) = (email_trusted_at is null) and (trusted_email is not null or not email_proved)
  )
);

-- 'Ann' and 'ann' are the same username.
create unique index users_username_taken on users (lower(username)) where deleted_at is null;
create index users_by_email on users (lower(email)) where deleted_at is null and email is not null;
create index users_by_trusted_email on users (lower(trusted_email))
  where deleted_at is null and trusted_email is not null;
create index users_by_sms_number on users (sms_number) where sms_number is not null;
-- Only the platform owner searches all users by name.
create index users_search on users using gin (lower(full_name) gin_trgm_ops);
create index users_of_school on users (school_id, role, lower(full_name), id) where school_id is not null;
create index users_of_role on users (role, lower(full_name), id)
  where deleted_at is null and role in ('school_admin', 'overall_admin');
-- Accounts waiting for a decision, for the badges. There are never many.
create index users_waiting on users (role, school_id)
  where not is_approved and rejected_at is null and deleted_at is null;
-- Rejected and deleted accounts, for the nightly retention job. There are never many.
create index users_rejected on users (rejected_at) where rejected_at is not null and deleted_at is null;
create index users_deleted on users (deleted_at) where deleted_at is not null;

alter table schools
  add constraint schools_admin foreign key (admin_id) references users (id) on delete set null;
create index schools_by_admin on schools (admin_id) where admin_id is not null;

create function refuse_to_delete_people() returns trigger language plpgsql as $$
begin
  raise exception 'People are forgotten, not deleted: the days they worked and what they wrote name them.'
    using errcode = 'restrict_violation';
end $$;
create trigger users_stay before delete on users
  for each statement execute function refuse_to_delete_people();

-- Only administrators create accounts that are approved from the start, and they enter the address themselves.
create function vouch_for_made_account() returns trigger language plpgsql as $$
begin
  new.trusted_email := new.email;
  new.email_trusted_at := new.created_at;
  return new;
end $$;
create trigger users_vouch before insert on users
  for each row when (new.is_approved and new.email is not null and new.trusted_email is null)
  execute function vouch_for_made_account();

-- Without an address in the profile, there is no trusted one.
create function forget_trusted_address() returns trigger language plpgsql as $$
begin
  new.trusted_email := null;
  new.email_trusted_at := null;
  new.email_proved := false;
  new.email_changed_at := null;
  return new;
end $$;
create trigger users_forget_trust before update of email on users
  for each row when (new.email is null and new.trusted_email is not null)
  execute function forget_trusted_address();

create trigger users_edits before update of full_name, email, phone, qualifications, preferred_subjects, bio, gender,
  department, subjects, general_availability on users
  for each row when (new.deleted_at is null) execute function note_edits(
    'full_name', 'email', 'phone', 'qualifications', 'preferred_subjects', 'bio', 'gender', 'department', 'subjects',
    'general_availability.monday', 'general_availability.tuesday', 'general_availability.wednesday',
    'general_availability.thursday', 'general_availability.friday', 'general_availability.saturday',
    'general_availability.sunday'
  );
