-- Forgetting: what is left of a person whose account goes, and how long what is kept stays (docs/decisions/018).

-- What somebody did, for their own export and to take their words back.
create index history_of_actor on vacancy_history (actor_id, id);
-- Who was rejected or deleted, and when: few at any time, looked through once a day.
create index users_rejected on users (rejected_at) where rejected_at is not null and deleted_at is null;
create index users_deleted on users (deleted_at) where deleted_at is not null;
create index substitutes_rejected on substitute_schools (rejected_at) where rejected_at is not null;

-- The vacancies in which somebody has a part: asked for, moved, or covered.
create function vacancies_with_part_of(person bigint) returns table (id bigint) language sql stable as $$
  select vacancy_id from vacancy_history where actor_id = person and kind <> 'seen'
  union select vacancy_id from vacancy_history where substitute_id = person and kind in ('approved', 'assigned')
  union select v.id from vacancies v where v.substitute_id = person and v.deleted_at is null;
$$;

-- Takes everything personal out of accounts. Their rows stay, without a name, for the days that were worked. Whatever
-- belongs to a person says so by going with their row ('on delete cascade' to users): it is found by that, so that a
-- table that is added later is not forgotten. Only notices of this very moment stay, which tell of it, until they are delivered. The
-- owner's function, since of history the server's role may change nothing: it changes only the words of who is gone.
create function forget_people(people bigint[], at timestamptz) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  belonging record;
begin
  for belonging in
    select c.conrelid::regclass as place, a.attname as owner
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c' and c.conrelid <> 'notices'::regclass
    order by 1, 2
  loop
    execute format('delete from %s where %I = any($1)', belonging.place, belonging.owner) using people;
  end loop;
  -- A message to them alone was for them; one to several stays with its sender and the others.
  delete from messages m using notices n where n.recipient_id = any(people) and m.id = n.message_id and m.recipient_ids = array[n.recipient_id];
  delete from notices where recipient_id = any(people) and created_at < at;
  delete from idempotency_keys where actor_id = any(people);
  update schools set admin_id = null where admin_id = any(people);
  update vacancy_history h set reason = null
    from unnest(people) person, lateral vacancies_with_part_of(person) part
    where h.vacancy_id = part.id and h.reason is not null and (h.actor_id = person or h.substitute_id = person or h.kind = 'corrected');
  update users set username = null, password_hash = null,
      full_name = case role when 'substitute' then 'Former substitute' when 'teacher' then 'Former teacher' else 'Former administrator' end,
      school_id = null, is_approved = false, is_active = false, is_platform_owner = false, rejected_at = null, password_set_by_other = false, failed_sign_ins = 0,
      email = null, phone = null, sms_number = null, notice_choices = '{}', quiet_from = default, quiet_to = default, urgent_may_disturb = false,
      qualifications = null, preferred_subjects = null, bio = null, gender = null, department = null, subjects = null, general_availability = null,
      deleted_at = coalesce(deleted_at, at)
    where id = any(people);
end $$;
revoke all on function forget_people(bigint[], timestamptz) from public;

-- Entries of the audit log that have had their time: at most so many at once, the oldest first. What is younger than a
-- year stays, whoever asks and whatever their clock says.
create function trim_audit(before timestamptz, most integer) returns integer language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from audit_log where id in (select id from (select id, at from audit_log order by id limit most) oldest where oldest.at < least(before, now() - interval '1 year'))
    returning 1
  )
  select count(*)::integer from gone;
$$;
revoke all on function trim_audit(timestamptz, integer) from public;

-- A school's teachers are forgotten as everybody else is.
create or replace function delete_school(doomed bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  teachers bigint[] := array(select id from users where school_id = doomed and role = 'teacher');
begin
  update users set school_id = null where school_id = doomed and role = 'school_admin';
  delete from messages where school_id = doomed;
  delete from vacancies where school_id = doomed;
  delete from school_days where school_id = doomed;
  delete from notices where recipient_id = any(teachers);
  perform forget_people(teachers, statement_timestamp());
  delete from audit_log where school_id = doomed;
  delete from schools where id = doomed;
end $$;
