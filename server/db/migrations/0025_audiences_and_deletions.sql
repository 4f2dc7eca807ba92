-- Whom a round of offers still has to reach (docs/decisions/032-audience-rows.md): one row in the transaction of its cause,
-- which a job works off, person by person in the order of their ids. It goes with the last of them.
create table audiences (
  id bigint generated always as identity primary key,
  -- The vacancy's own, once more, for the turns of the schools; no foreign key, which the vacancy has.
  school_id bigint not null,
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  -- The cause of its notices.
  cause text not null unique,
  -- Those whom somebody chose; null is everybody eligible.
  among bigint[],
  send_email boolean not null,
  send_sms boolean not null,
  -- Urgent or for today when it was written: before all others.
  is_pressing boolean not null,
  -- Whoever has an id up to this one has been told, as far as the vacancy was for them.
  told_up_to bigint not null default 0,
  tries integer not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null
);
create index audiences_of_vacancy on audiences (vacancy_id);

-- What goes out to a large audience and is not pressing waits for everything else that is due.
alter table deliveries add column is_bulk boolean not null default false;
drop index deliveries_due;
create index deliveries_due on deliveries (channel, is_bulk, next_attempt_at, id) where status = 'queued' and claimed_by is null;

-- A school is deleted in slices (docs/decisions/033-deleting-a-school.md): from the moment that the platform owner asks for it
-- nobody sees it any more, and a job takes away what is its own until nothing is left.
alter table schools add column deletion_began_at timestamptz;

create table school_deletions (
  -- No foreign key: this stays behind, to say how it went and whom it left without a school.
  school_id bigint primary key,
  name text not null,
  asked_at timestamptz not null,
  done_at timestamptz,
  -- How many vacancies, messages, teachers and memberships there were: what is left of them says how far it is.
  things bigint not null,
  -- Its administrators, and the substitutes who had chosen no other school.
  left_ids bigint[] not null
);
create index school_deletions_open on school_deletions (asked_at) where done_at is null;

drop function delete_school(bigint);

-- Takes away at most about so many rows of a school whose deletion somebody has asked for, and answers with how many; null once
-- the school itself is gone. The owner's function, since history goes with it, which the server's own role cannot delete. Every
-- table is reached by an index of its school. Of a teacher an empty row stays (forget_people); of the audit log, what platform owners did.
create function delete_school_slice(doomed bigint, most integer) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  budget integer := most;
  gone integer;
  batch bigint[];
begin
  if not exists (select from schools where id = doomed) then
    return null;
  end if;
  if not exists (select from schools where id = doomed and deletion_began_at is not null) then
    raise exception 'Nobody has asked for the deletion of this school.' using errcode = 'insufficient_privilege';
  end if;
  -- Its vacancies, a few at a time, each after all that hangs on it: thousands may have been told of one.
  loop
    batch := array(select id from vacancies where school_id = doomed limit 100);
    exit when cardinality(batch) = 0;
    delete from notices where id in (select id from notices where vacancy_id = any(batch) limit budget);
    get diagnostics gone = row_count;
    budget := budget - gone;
    if budget <= 0 then return most; end if;
    delete from vacancy_history where id in (select id from vacancy_history where vacancy_id = any(batch) limit budget);
    get diagnostics gone = row_count;
    budget := budget - gone;
    if budget <= 0 then return most; end if;
    delete from vacancy_declines where (substitute_id, vacancy_id) in (select substitute_id, vacancy_id from vacancy_declines where vacancy_id = any(batch) limit budget);
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
  delete from substitute_schools where school_id = doomed and substitute_id in (select substitute_id from substitute_schools where school_id = doomed limit budget);
  get diagnostics gone = row_count;
  budget := budget - gone;
  if budget <= 0 then return most; end if;
  -- Forgetting somebody looks into many tables.
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
  delete from school_days where school_id = doomed and date in (select date from school_days where school_id = doomed limit budget);
  get diagnostics gone = row_count;
  budget := budget - gone;
  if budget <= 0 then return most; end if;
  update users set school_id = null where school_id = doomed and role = 'school_admin';
  delete from schools where id = doomed;
  return most - budget + 1;
end $$;
revoke all on function delete_school_slice(bigint, integer) from public;
