-- Approval counts within a district (docs/decisions/027-districts.md). Whether a substitute works at a school is stored
-- with the pair, so that no hot query asks any other school.

create table districts (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  -- 'Each school approves for itself': nothing is shared.
  each_approves boolean not null default false,
  created_at timestamptz not null,
  constraint districts_id_and_name unique (id, name)
);
create unique index districts_name_taken on districts (lower(name));

-- Until now a school's administrator could type any district. Those names are kept, but they share nothing until the
-- platform owner says so.
insert into districts (name, each_approves, created_at)
  select min(trim(district)), true, now() from schools where trim(district) <> '' group by lower(trim(district));

alter table schools
  add column district_id bigint,
  -- 'Approve every substitute ourselves': approvals by other schools of the district do not count here.
  add column approves_itself boolean not null default false;
update schools s set district_id = d.id, district = d.name from districts d where lower(trim(s.district)) = lower(d.name);
update schools set district = null where district_id is null and district is not null;
-- The name stays in the school's row for search and replies; the key keeps it equal to the district's.
alter table schools add constraint schools_district foreign key (district_id, district) references districts (id, name)
  match full on update cascade;
create index schools_of_district on schools (district_id) where district_id is not null;

-- `admitted_at`: since when an approval by another school of the district counts here. It stands on its own: no later
-- decision of that other school takes it away.
alter table substitute_schools add column admitted_at timestamptz;
alter table substitute_schools
  add constraint substitute_schools_rejected_is_not_admitted check (rejected_at is null or admitted_at is null);
-- Approval counted everywhere. Whoever covered a class at a school, or holds a request or booking there, is known there
-- and stays; everybody else waits for the school's decision.
update substitute_schools l set admitted_at = l.selected_at from users u
  where u.id = l.substitute_id and u.is_approved and l.is_selected and l.approved_at is null and l.rejected_at is null
    and exists (select from vacancies v where v.school_id = l.school_id and v.deleted_at is null
      and ((v.substitute_id = l.substitute_id and v.status = 'filled') or (v.requested_by_id = l.substitute_id and v.status = 'pending_approval')));
-- The one rule of who works where; server/db/works-here.ts has it for queries.
alter table substitute_schools add column works_here boolean not null generated always as
  (is_selected and rejected_at is null and (approved_at is not null or admitted_at is not null)) stored;
create index substitutes_at_work on substitute_schools (school_id, substitute_id) where works_here;
create index substitutes_waiting on substitute_schools (school_id, substitute_id) where is_selected and not works_here;

-- Whether an approval by any school of the district counts at this school.
create function district_approves(substitute bigint, school bigint) returns boolean language sql stable as $$
  select exists (select from schools s join districts d on d.id = s.district_id join schools o on o.district_id = d.id
    join substitute_schools k on k.school_id = o.id and k.substitute_id = substitute and k.approved_at is not null
    where s.id = school and not s.approves_itself and not d.each_approves);
$$;

-- Live events: teachers hear of the substitutes who work at their school, before the change or after it. A district's
-- change concerns many rows at once, so changes are announced by statement.
create or replace function announce_person() returns trigger language plpgsql as $$
declare
  audience text[];
begin
  if new.role = 'substitute' then
    select array_agg(a.audience) into audience from (
      select 'admins:' || l.school_id as audience from substitute_schools l where l.substitute_id = new.id and l.is_selected
      union all
      select 'teachers:' || l.school_id from substitute_schools l where l.substitute_id = new.id and l.works_here
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

create or replace function announce_new_memberships() returns trigger language plpgsql as $$
begin
  perform announce(array(select distinct 'person:' || substitute_id from added order by 1), 'session');
  perform announce(array(
    select 'admins:' || school_id from added where is_selected
    union
    select 'teachers:' || school_id from added where works_here
    order by 1), 'people');
  return null;
end $$;

create function announce_changed_memberships() returns trigger language plpgsql as $$
begin
  perform announce(array(select distinct 'person:' || b.substitute_id
    from before_rows b join after_rows a using (substitute_id, school_id) where a.* is distinct from b.* order by 1), 'session');
  perform announce(array(
    select 'admins:' || b.school_id from before_rows b join after_rows a using (substitute_id, school_id)
      where a.* is distinct from b.* and (a.is_selected or b.is_selected)
    union
    select 'teachers:' || b.school_id from before_rows b join after_rows a using (substitute_id, school_id)
      where a.* is distinct from b.* and (a.works_here or b.works_here)
    order by 1), 'people');
  return null;
end $$;
drop trigger memberships_announce_change on substitute_schools;
create trigger memberships_announce_change after update on substitute_schools referencing old table as before_rows new table as after_rows
  for each statement execute function announce_changed_memberships();

create or replace function announce_membership() returns trigger language plpgsql as $$
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

create function announce_district() returns trigger language plpgsql as $$
begin
  perform announce(array['owners'], 'schools');
  return null;
end $$;
create trigger districts_announce_change after insert or update or delete on districts for each row execute function announce_district();
