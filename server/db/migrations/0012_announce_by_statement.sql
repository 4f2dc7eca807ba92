-- Thousands of people come in one statement (an import): what is new is announced once for all of them, not once for each.
-- Who hears is as before (0005).

create function announce_new_people() returns trigger language plpgsql as $$
begin
  -- A new substitute stands in nobody's list yet: the schools that they choose come after.
  perform announce(array(
    select 'admins:' || school_id from added where role in ('teacher', 'school_admin') and school_id is not null
    union
    select 'owners' from added where role in ('school_admin', 'overall_admin')
    order by 1), 'people');
  return null;
end $$;
drop trigger users_announce_new on users;
create trigger users_announce_new after insert on users referencing new table as added for each statement execute function announce_new_people();

create function announce_new_memberships() returns trigger language plpgsql as $$
begin
  perform announce(array(select distinct 'person:' || substitute_id from added order by 1), 'session');
  perform announce(array(
    select 'admins:' || school_id from added where is_selected
    union
    select 'teachers:' || a.school_id from added a join users u on u.id = a.substitute_id where a.is_selected and a.rejected_at is null and u.is_approved
    order by 1), 'people');
  return null;
end $$;
drop trigger memberships_announce_edge on substitute_schools;
create trigger memberships_announce_new after insert on substitute_schools referencing new table as added for each statement execute function announce_new_memberships();
create trigger memberships_announce_end after delete on substitute_schools for each row execute function announce_membership();
