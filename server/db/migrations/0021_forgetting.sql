-- Forgetting: what stays of a person when their account goes, and of a school when it is deleted
-- (docs/decisions/018). These functions run as the owner of the schema, because the server's role may not change or
-- delete history.

-- The vacancies a person took part in: changed, were booked for, or cover.
create function vacancies_with_part_of(person bigint) returns table (id bigint) language sql stable as $$
  select vacancy_id from vacancy_history where actor_id = person and kind <> 'seen'
  union select vacancy_id from vacancy_history where substitute_id = person and kind in ('approved', 'assigned')
  union select v.id from vacancies v where v.substitute_id = person and v.deleted_at is null;
$$;

-- Removes everything personal from accounts. Their rows stay, without a name, for the days that were worked.
--
-- A table whose rows belong to a user has a foreign key to users with 'on delete cascade'. This function finds such
-- tables in the catalog, so a table that is added later is not missed. Notices written at this very moment tell of
-- the deletion; they stay until they are delivered.
create function forget_people(people bigint[], at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  belonging record;
begin
  for belonging in
    select c.conrelid::regclass as place, a.attname as owner
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c'
      and c.conrelid <> 'notices'::regclass
    order by 1, 2
  loop
    execute format('delete from %s where %I = any($1)', belonging.place, belonging.owner) using people;
  end loop;
  -- A message to them alone was for them. A message to several people stays with its sender and the others.
  delete from messages m using notices n
    where n.recipient_id = any(people) and m.id = n.message_id and m.recipient_ids = array[n.recipient_id];
  delete from notices where recipient_id = any(people) and created_at < at;
  delete from idempotency_keys where actor_id = any(people);
  update schools set admin_id = null where admin_id = any(people);
  update vacancy_history h set reason = null
    from unnest(people) person, lateral vacancies_with_part_of(person) part
    where h.vacancy_id = part.id and h.reason is not null
      and (h.actor_id = person or h.substitute_id = person or h.kind = 'corrected');
  update users set
      username = null, password_hash = null,
      full_name = case role
        when 'substitute' then 'Former substitute'
        when 'teacher' then 'Former teacher'
        else 'Former administrator' end,
      school_id = null, is_approved = false, is_active = false, is_platform_owner = false, rejected_at = null,
      password_set_by_other = false, failed_sign_ins = 0,
      email = null, phone = null, sms_number = null,
      notice_choices = '{}', quiet_from = default, quiet_to = default, urgent_may_disturb = false,
      qualifications = null, preferred_subjects = null, bio = null, gender = null, department = null, subjects = null,
      general_availability = null,
      deleted_at = coalesce(deleted_at, at)
    where id = any(people);
end $$;
revoke all on function forget_people(bigint[], timestamptz) from public;

-- Deletes a school for good, with its vacancies and their history. Its teachers are forgotten like everyone else:
-- their rows stay, because deleting one would search all vacancies and the history of every school for its id.
-- Every table here is reached by an index on the school.
create function delete_school(doomed bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
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
revoke all on function delete_school(bigint) from public;
