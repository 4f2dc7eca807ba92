-- The audit log: who did what to accounts and schools. The server's role may insert and read these rows, and never
-- change them (server/db/grants.sql); trim_audit deletes the ones that are past retention.

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

-- Deletes at most `most` entries from before `before`, oldest first, and returns how many. Entries younger than a
-- year stay, whatever the caller or its clock says.
create function trim_audit(before timestamptz, most integer) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from audit_log where id in (
      select id from (select id, at from audit_log order by id limit most) oldest
      where oldest.at < least(before, now() - interval '1 year'))
    returning 1
  )
  select count(*)::integer from gone;
$$;
revoke all on function trim_audit(timestamptz, integer) from public;
