-- Vacancies per school and day, and per school and month, counted by trigger. Reports, the dashboard and the
-- platform owner's figures read these counts, so none of them scans vacancies (docs/decisions/009 and 014).

create table school_days (
  -- No foreign key: it would look up the school once more for every vacancy. delete_school_slice removes these rows.
  school_id bigint not null,
  date date not null,
  open integer not null default 0,
  pending integer not null default 0,
  filled integer not null default 0,
  -- The counts are part of the key's index. Otherwise the planner reads a year of one school from
  -- school_days_of_all, one page per day, because only that index would hold the counts.
  primary key (school_id, date) include (open, pending, filled),
  constraint school_days_counts check (open >= 0 and pending >= 0 and filled >= 0)
);
create index school_days_of_all on school_days (date, school_id) include (open, pending, filled);

create table school_months (
  -- A foreign key is affordable here: a month's row is inserted rarely enough.
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

-- Runs at the end of the transaction, when it already holds all its locks on vacancies: a transaction that holds a
-- school's day therefore never waits for a vacancy.
create function tally_vacancy() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  leaves boolean := tg_op <> 'INSERT' and old.deleted_at is null;
  -- The school may be gone by the end of the transaction.
  arrives boolean := tg_op <> 'DELETE' and new.deleted_at is null
    and exists (select from schools where id = new.school_id);
begin
  -- The month comes before its days: a transaction that waits for a month holds none of its days, so two
  -- transactions that count in the same month never wait for each other.
  if leaves then
    update school_months
      set open = open - (old.status = 'open')::int,
        pending = pending - (old.status = 'pending_approval')::int,
        filled = filled - (old.status = 'filled')::int
      where school_id = old.school_id and month = date_trunc('month', old.date)::date;
  end if;
  if arrives then
    insert into school_months (school_id, month, open, pending, filled)
      values (
        new.school_id, date_trunc('month', new.date)::date,
        (new.status = 'open')::int, (new.status = 'pending_approval')::int, (new.status = 'filled')::int)
    on conflict (school_id, month) do update
      set open = school_months.open + excluded.open,
        pending = school_months.pending + excluded.pending,
        filled = school_months.filled + excluded.filled;
  end if;
  if leaves then
    update school_days
      set open = open - (old.status = 'open')::int,
        pending = pending - (old.status = 'pending_approval')::int,
        filled = filled - (old.status = 'filled')::int
      where school_id = old.school_id and date = old.date;
  end if;
  if arrives then
    insert into school_days (school_id, date, open, pending, filled)
      values (
        new.school_id, new.date,
        (new.status = 'open')::int, (new.status = 'pending_approval')::int, (new.status = 'filled')::int)
    on conflict (school_id, date) do update
      set open = school_days.open + excluded.open,
        pending = school_days.pending + excluded.pending,
        filled = school_days.filled + excluded.filled;
  end if;
  return null;
end $$;
create constraint trigger vacancies_tally_new after insert on vacancies
  deferrable initially deferred for each row execute function tally_vacancy();
create constraint trigger vacancies_tally_gone after delete on vacancies
  deferrable initially deferred for each row execute function tally_vacancy();
create constraint trigger vacancies_tally_moved after update on vacancies
  deferrable initially deferred for each row
  when (
    (old.status, old.date, old.school_id, old.deleted_at is null)
    is distinct from (new.status, new.date, new.school_id, new.deleted_at is null)
  )
  execute function tally_vacancy();
