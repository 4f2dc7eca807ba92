-- Live events: what changed, for whom. Written in the transaction of the cause and heard after its commit by every
-- process (LISTEN firstbell_live), whoever wrote the row: a use case, a job, another process.
--
-- An event names a topic, and of a vacancy its id: no names, no contents. Whoever hears it asks again, and gets
-- what they may see. Audiences are those of domain/live.ts; nobody who is not named here hears anything.

-- A transaction that notifies holds a lock of the whole cluster until its commit is on disk: one write at a time. So a
-- cause leaves its announcements here, beside its own rows, and whoever listens passes on what has committed. Losing
-- them in a crash loses nothing: the listeners' connections break with it, and then everybody asks for everything.
create unlogged table announcements (
  id bigint generated always as identity primary key,
  payload text not null
);

-- One row for each 150 of the audience: a notification may have 8,000 bytes.
create function announce(audience text[], topic text, subject bigint default null) returns void language sql as $$
  insert into announcements (payload)
  select json_build_object('to', audience[part * 150 + 1 : part * 150 + 150], 'topic', topic, 'id', subject)::text
  from generate_series(0, (coalesce(cardinality(audience), 0) + 149) / 150 - 1) part;
$$;

-- Passes on what has committed, in its order; one process at a time. Equal ones are said once.
create function pass_on_announcements() returns bigint language sql as $$
  with taken as (
    delete from announcements where id = any(array(select id from announcements where (select pg_try_advisory_xact_lock(724185)) order by id limit 1000)) returning id, payload
  ), told as (
    select pg_notify('firstbell_live', payload) from (select payload, min(id) as first from taken group by payload order by 2) each
  )
  select count(*) from told;
$$;

-- A vacancy concerns its teacher, its school's admins, and whoever asked for it or covers it, before or now. The
-- school's substitutes hear only of what is offered to them, or was until now.
create function announce_vacancy() returns trigger language plpgsql as $$
declare
  audience text[] := array(select distinct 'person:' || id
    from unnest(array[new.teacher_id, new.requested_by_id, new.substitute_id, old.teacher_id, old.requested_by_id, old.substitute_id]) id where id is not null);
begin
  audience := audience || ('admins:' || new.school_id);
  if (new.status = 'open' and new.deleted_at is null) or (old.status = 'open' and old.deleted_at is null) then
    audience := audience || ('substitutes:' || new.school_id);
  end if;
  perform announce(audience, 'vacancies', new.id);
  return null;
end $$;
create trigger vacancies_announce_new after insert on vacancies for each row execute function announce_vacancy();
-- Not of rows that go for good: only a school that is deleted takes its vacancies along, and its people hear of that.
create trigger vacancies_announce_change after update on vacancies for each row
  when (old.* is distinct from new.*) execute function announce_vacancy();

create function announce_decline() returns trigger language plpgsql as $$
begin
  perform announce(array['person:' || coalesce(new.substitute_id, old.substitute_id)], 'vacancies', coalesce(new.vacancy_id, old.vacancy_id));
  return null;
end $$;
create trigger declines_announce after insert or delete on vacancy_declines for each row execute function announce_decline();

-- A notice, told or read, concerns its reader alone; there may be thousands of one cause.
create function announce_notices() returns trigger language plpgsql as $$
begin
  perform announce(array(select distinct 'person:' || recipient_id from changed), 'notices');
  return null;
end $$;
create trigger notices_announce_new after insert on notices referencing new table as changed for each statement execute function announce_notices();
create trigger notices_announce_read after update on notices referencing new table as changed for each statement execute function announce_notices();

-- Somebody's account concerns themself and those whose lists they stand in: of a substitute the admins of the schools
-- they chose, and the teachers of those where they may work.
create function announce_person() returns trigger language plpgsql as $$
declare
  audience text[];
begin
  if new.role = 'substitute' then
    select array_agg(a.audience) into audience from (
      select 'admins:' || l.school_id as audience from substitute_schools l where l.substitute_id = new.id and l.is_selected
      union all
      select 'teachers:' || l.school_id from substitute_schools l
        where l.substitute_id = new.id and l.is_selected and l.rejected_at is null and (new.is_approved or old.is_approved)
    ) a;
  elsif new.role = 'overall_admin' then
    audience := array['owners'];
  else
    audience := array(select distinct 'admins:' || id from unnest(array[new.school_id, old.school_id]) id where id is not null);
    if new.role = 'school_admin' then
      audience := audience || 'owners'::text;
    end if;
  end if;
  -- First the person: until their rights are read anew they hear of nothing else.
  if tg_op = 'UPDATE' then
    perform announce(array['person:' || new.id], 'session');
  end if;
  perform announce(audience, 'people');
  return null;
end $$;
create trigger users_announce_new after insert on users for each row execute function announce_person();
-- Not of failed sign-ins, nor of a password's hash.
create trigger users_announce_change after update of username, role, full_name, school_id, is_approved, is_active, is_platform_owner, rejected_at,
    email, phone, sms_number, qualifications, preferred_subjects, bio, gender, department, subjects, general_availability, resume_file_id,
    profile_image_file_id, password_set_by_other, deleted_at on users for each row
  when (old.* is distinct from new.*) execute function announce_person();

create function announce_membership() returns trigger language plpgsql as $$
declare
  school bigint := coalesce(new.school_id, old.school_id);
  substitute bigint := coalesce(new.substitute_id, old.substitute_id);
  audience text[] := case when new.is_selected or old.is_selected then array['admins:' || school] end;
begin
  if ((new.is_selected and new.rejected_at is null) or (old.is_selected and old.rejected_at is null))
      and exists (select from users where id = substitute and is_approved) then
    audience := audience || ('teachers:' || school);
  end if;
  perform announce(array['person:' || substitute], 'session');
  perform announce(audience, 'people');
  return null;
end $$;
create trigger memberships_announce_edge after insert or delete on substitute_schools for each row execute function announce_membership();
create trigger memberships_announce_change after update on substitute_schools for each row
  when (old.* is distinct from new.*) execute function announce_membership();

-- A school's name, zone, logo and whether it is active stand on every screen of its people.
create function announce_school() returns trigger language plpgsql as $$
declare
  school bigint := case when tg_table_name = 'schools' then (to_jsonb(coalesce(new, old)) ->> 'id')::bigint else (to_jsonb(coalesce(new, old)) ->> 'school_id')::bigint end;
begin
  perform announce(array['owners'], 'schools');
  perform announce(array(select 'person:' || id from users where school_id = school and deleted_at is null
    union all select 'person:' || substitute_id from substitute_schools where school_id = school), 'session');
  return null;
end $$;
create trigger schools_announce_edge after insert or delete on schools for each row execute function announce_school();
create trigger schools_announce_change after update on schools for each row
  when (old.* is distinct from new.*) execute function announce_school();
create trigger school_images_announce after insert or update or delete on school_images for each row execute function announce_school();

create function announce_message() returns trigger language plpgsql as $$
begin
  perform announce(array['person:' || new.sender_id], 'messages');
  return null;
end $$;
create trigger messages_announce after insert on messages for each row execute function announce_message();

create function announce_availability() returns trigger language plpgsql as $$
begin
  perform announce(array['person:' || coalesce(new.substitute_id, old.substitute_id)], 'availability');
  return null;
end $$;
create trigger availability_announce after insert or update or delete on availability_dates for each row execute function announce_availability();

-- An ended session ends its stream: 'session:ID' is an audience that no actor asks for by its rights, the stream's own.
create function announce_sessions() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform announce(array(select 'session:' || id from changed), 'ended');
  end if;
  perform announce(array(select distinct 'person:' || user_id from changed), 'sign_ins');
  return null;
end $$;
create trigger sessions_announce_new after insert on sessions referencing new table as changed for each statement execute function announce_sessions();
create trigger sessions_announce_end after delete on sessions referencing old table as changed for each statement execute function announce_sessions();
