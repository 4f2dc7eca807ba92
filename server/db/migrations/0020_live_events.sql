-- Live events: triggers that announce each change to the people it concerns (docs/decisions/013).
--
-- An announcement is written in the transaction of its cause and reaches every process after the commit
-- (LISTEN firstbell_live), no matter what wrote the row: a command, a job, another process. It has a topic and the id
-- of a vacancy, but no names and no contents. A listener fetches the data again and gets what its user may see. Audiences
-- are those of domain/live.ts; an audience that is not named here gets nothing.

-- A transaction that calls NOTIFY holds a lock on the whole cluster until its commit is on disk, which would allow
-- one write at a time. So a cause inserts its announcements here, and the listeners pass on what has committed.
-- Unlogged, because losing them in a crash does no harm: the listeners' connections break with it, and then they
-- reload everything.
create unlogged table announcements (
  id bigint generated always as identity primary key,
  payload text not null
);

-- Inserts one row for every 150 members of the audience, because a notification holds at most 8,000 bytes.
create function announce(audience text[], topic text, subject bigint default null) returns void language sql as $$
  insert into announcements (payload)
  select json_build_object('to', audience[part * 150 + 1 : part * 150 + 150], 'topic', topic, 'id', subject)::text
  from generate_series(0, (coalesce(cardinality(audience), 0) + 149) / 150 - 1) part;
$$;

-- Passes on announcements that have committed, in order and without duplicates, one process at a time.
create function pass_on_announcements() returns bigint language sql as $$
  with taken as (
    delete from announcements
    where id = any(array(
      select id from announcements where (select pg_try_advisory_xact_lock(724185)) order by id limit 1000))
    returning id, payload
  ), told as (
    select pg_notify('firstbell_live', payload)
    from (select payload, min(id) as first from taken group by payload order by 2) each
  )
  select count(*) from told;
$$;

-- A vacancy concerns its teacher, its school's administrators, and everyone who requested or covers it, before or
-- after the change. The school's substitutes receive it only while it is, or until now was, offered to them.
create function announce_vacancy() returns trigger language plpgsql as $$
declare
  audience text[] := array(select distinct 'person:' || id
    from unnest(array[
      new.teacher_id, new.requested_by_id, new.substitute_id,
      old.teacher_id, old.requested_by_id, old.substitute_id]) id
    where id is not null);
begin
  audience := audience || ('admins:' || new.school_id);
  if (new.status = 'open' and new.deleted_at is null) or (old.status = 'open' and old.deleted_at is null) then
    audience := audience || ('substitutes:' || new.school_id);
  end if;
  perform announce(audience, 'vacancies', new.id);
  return null;
end $$;
create trigger vacancies_announce_new after insert on vacancies
  for each row execute function announce_vacancy();
-- There is no trigger for deleted rows: they are only deleted with their school, which is announced itself.
create trigger vacancies_announce_change after update on vacancies
  for each row when (old.* is distinct from new.*) execute function announce_vacancy();

create function announce_decline() returns trigger language plpgsql as $$
begin
  perform announce(
    array['person:' || coalesce(new.substitute_id, old.substitute_id)],
    'vacancies', coalesce(new.vacancy_id, old.vacancy_id));
  return null;
end $$;
create trigger declines_announce after insert or delete on vacancy_declines
  for each row execute function announce_decline();

-- A notification, new or read, concerns its recipient only. One statement may write thousands.
create function announce_notices() returns trigger language plpgsql as $$
begin
  perform announce(array(select distinct 'person:' || recipient_id from changed), 'notices');
  return null;
end $$;
create trigger notices_announce_new after insert on notices
  referencing new table as changed for each statement execute function announce_notices();
create trigger notices_announce_read after update on notices
  referencing new table as changed for each statement execute function announce_notices();

-- A user concerns themself and everyone whose lists show them. For a substitute, these are the administrators of
-- the schools they selected, and the teachers of those where they work.
create function announce_person() returns trigger language plpgsql as $$
declare
  audience text[];
begin
  if new.role = 'substitute' then
    select array_agg(a.audience) into audience from (
      select 'admins:' || l.school_id as audience from substitute_schools l
        where l.substitute_id = new.id and l.is_selected
      union all
      select 'teachers:' || l.school_id from substitute_schools l
        where l.substitute_id = new.id and l.works_here
    ) a;
  elsif new.role = 'overall_admin' then
    audience := array['owners'];
  else
    audience := array(
      select distinct 'admins:' || id from unnest(array[new.school_id, old.school_id]) id where id is not null);
    if new.role = 'school_admin' then
      audience := audience || 'owners'::text;
    end if;
  end if;
  -- The user comes first: until their stream has read their rights again, it passes on nothing else.
  if tg_op = 'UPDATE' then
    perform announce(array['person:' || new.id], 'session');
  end if;
  perform announce(audience, 'people');
  return null;
end $$;
-- Failed sign-ins and changed password hashes concern no one else.
create trigger users_announce_change after update of username, role, full_name, school_id, is_approved, is_active,
    is_platform_owner, rejected_at, email, phone, sms_number, qualifications, preferred_subjects, bio, gender,
    department, subjects, general_availability, resume_file_id, profile_image_file_id, password_set_by_other,
    deleted_at on users
  for each row when (old.* is distinct from new.*) execute function announce_person();

-- An import inserts thousands of users in one statement, so new users are announced once per statement.
create function announce_new_people() returns trigger language plpgsql as $$
begin
  -- A new substitute is in no one's list yet: the schools they select are inserted later.
  perform announce(array(
    select 'admins:' || school_id from added where role in ('teacher', 'school_admin') and school_id is not null
    union
    select 'owners' from added where role in ('school_admin', 'overall_admin')
    order by 1), 'people');
  return null;
end $$;
create trigger users_announce_new after insert on users
  referencing new table as added for each statement execute function announce_new_people();

-- A selected school concerns the substitute, the school's administrators, and its teachers where the substitute works,
-- before or after the change. A district's change concerns many rows at once, so changes are announced once per
-- statement.
create function announce_changed_memberships() returns trigger language plpgsql as $$
begin
  perform announce(array(
    select distinct 'person:' || b.substitute_id
    from before_rows b join after_rows a using (substitute_id, school_id)
    where a.* is distinct from b.* order by 1), 'session');
  perform announce(array(
    select 'admins:' || b.school_id from before_rows b join after_rows a using (substitute_id, school_id)
      where a.* is distinct from b.* and (a.is_selected or b.is_selected)
    union
    select 'teachers:' || b.school_id from before_rows b join after_rows a using (substitute_id, school_id)
      where a.* is distinct from b.* and (a.works_here or b.works_here)
    order by 1), 'people');
  return null;
end $$;
create trigger memberships_announce_change after update on substitute_schools
  referencing old table as before_rows new table as after_rows
  for each statement execute function announce_changed_memberships();

create function announce_membership() returns trigger language plpgsql as $$
declare
  audience text[] := case when old.is_selected then array['admins:' || old.school_id] end;
begin
  if old.works_here then
    audience := audience || ('teachers:' || old.school_id);
  end if;
  perform announce(array['person:' || old.substitute_id], 'session');
  perform announce(audience, 'people');
  return null;
end $$;
create trigger memberships_announce_end after delete on substitute_schools
  for each row execute function announce_membership();

create function announce_new_memberships() returns trigger language plpgsql as $$
begin
  perform announce(array(select distinct 'person:' || substitute_id from added order by 1), 'session');
  perform announce(array(
    select 'admins:' || school_id from added where is_selected
    union
    select 'teachers:' || school_id from added where works_here
    order by 1), 'people');
  return null;
end $$;
create trigger memberships_announce_new after insert on substitute_schools
  referencing new table as added for each statement execute function announce_new_memberships();

-- A school's name, time zone, logo and state are on every screen of its people.
create function announce_school() returns trigger language plpgsql as $$
declare
  school bigint := case when tg_table_name = 'schools'
    then (to_jsonb(coalesce(new, old)) ->> 'id')::bigint
    else (to_jsonb(coalesce(new, old)) ->> 'school_id')::bigint end;
begin
  perform announce(array['owners'], 'schools');
  perform announce(array(select 'person:' || id from users where school_id = school and deleted_at is null
    union all select 'person:' || substitute_id from substitute_schools where school_id = school), 'session');
  return null;
end $$;
create trigger schools_announce_edge after insert or delete on schools
  for each row execute function announce_school();
create trigger schools_announce_change after update on schools
  for each row when (old.* is distinct from new.*) execute function announce_school();
create trigger school_images_announce after insert or update or delete on school_images
  for each row execute function announce_school();

create function announce_district() returns trigger language plpgsql as $$
begin
  perform announce(array['owners'], 'schools');
  return null;
end $$;
create trigger districts_announce_change after insert or update or delete on districts
  for each row execute function announce_district();

create function announce_message() returns trigger language plpgsql as $$
begin
  perform announce(array['person:' || new.sender_id], 'messages');
  return null;
end $$;
create trigger messages_announce after insert on messages
  for each row execute function announce_message();

create function announce_availability() returns trigger language plpgsql as $$
begin
  perform announce(array['person:' || coalesce(new.substitute_id, old.substitute_id)], 'availability');
  return null;
end $$;
create trigger availability_announce after insert or update or delete on availability_dates
  for each row execute function announce_availability();

-- Ending a session closes its stream: each stream listens to its own 'session:ID', an audience that no user's
-- rights include.
create function announce_sessions() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform announce(array(select 'session:' || id from changed), 'ended');
  end if;
  perform announce(array(select distinct 'person:' || user_id from changed), 'sign_ins');
  return null;
end $$;
create trigger sessions_announce_new after insert on sessions
  referencing new table as changed for each statement execute function announce_sessions();
create trigger sessions_announce_end after delete on sessions
  referencing old table as changed for each statement execute function announce_sessions();
