-- Each school's months, counted beside its days: what the platform owner reads of a month over all schools. From
-- the days of 100,000 schools that answer took longer than a statement may (docs/decisions/013).

-- Nobody may commit a vacancy between the months' first count and the trigger that keeps them.
lock table vacancies in share row exclusive mode;

create table school_months (
  -- Unlike the days, months go with their school by themselves: a month is new rarely enough to be looked up.
  school_id bigint not null references schools (id) on delete cascade,
  -- The first day of the month.
  month date not null,
  open integer not null default 0,
  pending integer not null default 0,
  filled integer not null default 0,
  primary key (school_id, month),
  constraint school_months_counts check (open >= 0 and pending >= 0 and filled >= 0)
);
create index school_months_of_all on school_months (month, school_id) include (open, pending, filled);
insert into school_months (school_id, month, open, pending, filled)
  select school_id, date_trunc('month', date)::date, sum(open), sum(pending), sum(filled) from school_days group by 1, 2;

create or replace function tally_vacancy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  leaves boolean := tg_op <> 'INSERT' and old.deleted_at is null;
  -- The school may be gone by the end of the transaction.
  arrives boolean := tg_op <> 'DELETE' and new.deleted_at is null and exists (select from schools where id = new.school_id);
begin
  -- The month before any of its days: whoever waits for a month holds no day of it, so that two who count in the
  -- same month never wait for each other.
  if leaves then
    update school_months set open = open - (old.status = 'open')::int, pending = pending - (old.status = 'pending_approval')::int,
        filled = filled - (old.status = 'filled')::int
      where school_id = old.school_id and month = date_trunc('month', old.date)::date;
  end if;
  if arrives then
    insert into school_months (school_id, month, open, pending, filled)
      values (new.school_id, date_trunc('month', new.date)::date, (new.status = 'open')::int, (new.status = 'pending_approval')::int, (new.status = 'filled')::int)
    on conflict (school_id, month) do update
      set open = school_months.open + excluded.open, pending = school_months.pending + excluded.pending, filled = school_months.filled + excluded.filled;
  end if;
  if leaves then
    update school_days set open = open - (old.status = 'open')::int, pending = pending - (old.status = 'pending_approval')::int,
        filled = filled - (old.status = 'filled')::int
      where school_id = old.school_id and date = old.date;
  end if;
  if arrives then
    insert into school_days (school_id, date, open, pending, filled)
      values (new.school_id, new.date, (new.status = 'open')::int, (new.status = 'pending_approval')::int, (new.status = 'filled')::int)
    on conflict (school_id, date) do update
      set open = school_days.open + excluded.open, pending = school_days.pending + excluded.pending, filled = school_days.filled + excluded.filled;
  end if;
  return null;
end $$;
