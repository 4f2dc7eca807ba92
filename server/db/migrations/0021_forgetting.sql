-- Erasure: the data that remains of a person when their account is deleted, and of a deleted school
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
-- tables in the catalog, so a table that is added later is not missed. Notices written in this transaction are about
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
      password_set_by_other = false, password_set_at = null, failed_sign_ins = 0,
      email = null, trusted_email = null, email_trusted_at = null, email_proved = false, email_changed_at = null,
      phone = null, sms_number = null,
      notice_choices = '{}', quiet_from = default, quiet_to = default, urgent_may_disturb = false,
      qualifications = null, preferred_subjects = null, bio = null, gender = null, department = null, subjects = null,
      general_availability = null, version = default, edits = default,
      deleted_at = coalesce(deleted_at, at)
    where id = any(people);
end $$;
revoke all on function forget_people(bigint[], timestamptz) from public;

-- Removes a person's name and addresses from the old and new values in the audit log, because a school or its contact may be
-- named after them. It is called while the row still has their name. The entries stay.
create function forget_in_audit(person bigint, places bigint[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  patterns text[];
begin
  -- Names and addresses match in any case; numbers match by their digits, however they are formatted.
  select array(
    select regexp_replace(word, '([^[:alnum:][:space:]])', '\\\1', 'g')
      from unnest(array[u.full_name, u.email, u.trusted_email]) word where length(word) > 2
    union all
    select regexp_replace(right(regexp_replace(number, '\D', '', 'g'), 10), '(\d)(?=\d)', '\1\\D*', 'g')
      from unnest(array[u.phone, u.sms_number]) number where length(regexp_replace(number, '\D', '', 'g')) >= 7
  ) into patterns from users u where u.id = person;
  update audit_log a set detail = jsonb_set(a.detail, '{changes}', (
    select jsonb_agg(case when cleaned.sides is null then change else change || cleaned.sides end order by place)
    from jsonb_array_elements(a.detail -> 'changes') with ordinality each (change, place)
      cross join lateral (
        select jsonb_object_agg(side, (
          select regexp_replace(change ->> side, string_agg(pattern, '|'), '[removed]', 'gi')
          from unnest(patterns) pattern)) as sides
        from unnest(array['from', 'to']) side where jsonb_typeof(change -> side) = 'string'
      ) cleaned))
  where (a.school_id = any(places) or a.school_id is null) and a.detail ? 'changes' and exists (
    select from jsonb_array_elements(a.detail -> 'changes') change, unnest(patterns) pattern
    where concat_ws(E'\n', change ->> 'from', change ->> 'to') ~* pattern);
end $$;
revoke all on function forget_in_audit(bigint, bigint[]) from public;

-- The audit log erases staff with their account, no matter which function deletes it.
create function forget_staff_in_audit() returns trigger language plpgsql as $$
begin
  perform forget_in_audit(old.id, array[old.school_id]);
  return new;
end $$;
create trigger users_forgotten_in_audit before update of deleted_at on users
  for each row when (old.deleted_at is null and new.deleted_at is not null and old.school_id is not null)
  execute function forget_staff_in_audit();

-- The deletions of schools (docs/decisions/033): a job deletes each in slices, until nothing is left.
create table school_deletions (
  -- No foreign key: this row stays, to show how the deletion went and who was left without a school.
  school_id bigint primary key,
  name text not null,
  asked_at timestamptz not null,
  done_at timestamptz,
  -- The number of vacancies, messages, teachers and memberships at the start: the ones left show the progress.
  things bigint not null,
  -- The school's administrators, and the substitutes who had selected no other school.
  left_ids bigint[] not null
);
create index school_deletions_open on school_deletions (asked_at) where done_at is null;

-- Deletes about `most` rows of a school that is being deleted, and returns how many; null once the school itself is
-- gone. Every table is reached by an index on the school.
--
-- Its teachers are erased like everyone else: their rows stay, because deleting one would search all vacancies and
-- the history of every school for its id. The audit entries of platform owners stay.
create function delete_school_slice(doomed bigint, most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  budget integer := most;
  gone integer;
  batch bigint[];
begin
  if not exists (select from schools where id = doomed) then
    return null;
  end if;
  if not exists (select from schools where id = doomed and deletion_began_at is not null) then
    raise exception 'This school is not being deleted.' using errcode = 'insufficient_privilege';
  end if;
  -- Vacancies go a few at a time, after everything that refers to them: one may have thousands of notices.
  loop
    batch := array(select id from vacancies where school_id = doomed limit 100);
    exit when cardinality(batch) = 0;
    delete from notices where id in (select id from notices where vacancy_id = any(batch) limit budget);
    get diagnostics gone = row_count;
    budget := budget - gone;
    if budget <= 0 then return most; end if;
    delete from vacancy_history where id in (
      select id from vacancy_history where vacancy_id = any(batch) limit budget);
    get diagnostics gone = row_count;
    budget := budget - gone;
    if budget <= 0 then return most; end if;
    delete from vacancy_declines where (substitute_id, vacancy_id) in (
      select substitute_id, vacancy_id from vacancy_declines where vacancy_id = any(batch) limit budget);
    get diagnostics gone = row_count;
    budget := budget - gone;
    if budget <= 0 then return most; end if;
    delete from vacancies where id = any(batch);
    budget := budget - cardinality(batch);
    if budget <= 0 then return most; end if;
  end loop;
  loop
    batch := array(select id from messages where school_id = doomed limit 50);
    exit when cardinality(batch) = 0;
    delete from notices where id in (select id from notices where message_id = any(batch) limit budget);
    get diagnostics gone = row_count;
    budget := budget - gone;
    if budget <= 0 then return most; end if;
    delete from messages where id = any(batch);
    budget := budget - cardinality(batch);
    if budget <= 0 then return most; end if;
  end loop;
  delete from notices where id in (select id from notices where school_id = doomed limit budget);
  get diagnostics gone = row_count;
  budget := budget - gone;
  if budget <= 0 then return most; end if;
  delete from substitute_schools where school_id = doomed and substitute_id in (
    select substitute_id from substitute_schools where school_id = doomed limit budget);
  get diagnostics gone = row_count;
  budget := budget - gone;
  if budget <= 0 then return most; end if;
  -- Erasing a user searches many tables.
  loop
    batch := array(select id from users where school_id = doomed and role = 'teacher' limit 10);
    exit when cardinality(batch) = 0;
    delete from notices where id in (select id from notices where recipient_id = any(batch) limit budget);
    get diagnostics gone = row_count;
    budget := budget - gone;
    if budget <= 0 then return most; end if;
    perform forget_people(batch, statement_timestamp());
    budget := budget - 20 * cardinality(batch);
    if budget <= 0 then return most; end if;
  end loop;
  delete from audit_log where id in (select a.id from audit_log a where a.school_id = doomed
    and not exists (select from users u where u.id = a.actor_id and u.role = 'overall_admin') limit budget);
  get diagnostics gone = row_count;
  budget := budget - gone;
  if budget <= 0 then return most; end if;
  delete from school_days where school_id = doomed and date in (
    select date from school_days where school_id = doomed limit budget);
  get diagnostics gone = row_count;
  budget := budget - gone;
  if budget <= 0 then return most; end if;
  update users set school_id = null where school_id = doomed and role = 'school_admin';
  delete from schools where id = doomed;
  return most - budget + 1;
end $$;
revoke all on function delete_school_slice(bigint, integer) from public;
