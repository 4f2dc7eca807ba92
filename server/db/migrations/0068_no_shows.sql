-- The tallies also have the filled classes whose substitute didn't come, and the open ones that colleagues cover. Without them, the
-- platform owner's figures counted a no-show as filled, although every report of a school says that no one came.
--
-- The tallies are computed from the vacancy alone, so the vacancy says whether its substitute is recorded as a no-show.
alter table vacancies add column no_show boolean not null default false;
create index vacancies_no_shows on vacancies (school_id, date) where no_show;

alter table school_days
  add column no_shows integer not null default 0,
  add column covered_inside integer not null default 0,
  drop constraint school_days_counts,
  add constraint school_days_counts
    check (open >= 0 and pending >= 0 and filled >= 0 and no_shows between 0 and filled and covered_inside between 0 and open);
alter table school_months
  add column no_shows integer not null default 0,
  add column covered_inside integer not null default 0,
  drop constraint school_months_counts,
  add constraint school_months_counts
    check (open >= 0 and pending >= 0 and filled >= 0 and no_shows between 0 and filled and covered_inside between 0 and open);
-- The owner's figures are read from these indexes alone.
drop index school_days_of_all;
create index school_days_of_all on school_days (date, school_id) include (open, pending, filled, no_shows, covered_inside);
drop index school_months_of_all;
create index school_months_of_all on school_months (month, school_id) include (open, pending, filled, no_shows, covered_inside);

-- Attendance stays with the person it is about. A vacancy with another substitute, or none, is no no-show.
create function see_no_show() returns trigger language plpgsql as $$
begin
  new.no_show := exists (select from attendance
    where vacancy_id = new.id and substitute_id = new.substitute_id and state = 'no_show');
  return new;
end $$;
create trigger vacancies_see_no_show before update on vacancies
  for each row when (new.substitute_id is distinct from old.substitute_id) execute function see_no_show();

create function mark_no_show() returns trigger language plpgsql as $$
declare
  changed attendance := coalesce(new, old);
begin
  update vacancies set no_show = tg_op <> 'DELETE' and changed.state = 'no_show'
    where id = changed.vacancy_id and substitute_id = changed.substitute_id;
  return null;
end $$;
create trigger attendance_mark_new after insert on attendance
  for each row when (new.state = 'no_show') execute function mark_no_show();
create trigger attendance_mark_gone after delete on attendance
  for each row when (old.state = 'no_show') execute function mark_no_show();
create trigger attendance_mark_changed after update on attendance
  for each row when ((old.state = 'no_show') <> (new.state = 'no_show')) execute function mark_no_show();

-- As in 0020. The record of who came announces itself, so the vacancy's mark of it doesn't announce the class a second time.
drop trigger vacancies_announce_change on vacancies;
create trigger vacancies_announce_change after update on vacancies
  for each row when (
    old.* is distinct from new.*
    and (old.no_show = new.no_show or (old.status, old.substitute_id) is distinct from (new.status, new.substitute_id))
  )
  execute function announce_vacancy();

-- As in 0009, with the new counts.
create or replace function tally_vacancy() returns trigger
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
        filled = filled - (old.status = 'filled')::int,
        no_shows = no_shows - (old.status = 'filled' and old.no_show)::int,
        covered_inside = covered_inside - (old.status = 'open' and old.covered_inside)::int
      where school_id = old.school_id and month = date_trunc('month', old.date)::date;
  end if;
  if arrives then
    insert into school_months (school_id, month, open, pending, filled, no_shows, covered_inside)
      values (
        new.school_id, date_trunc('month', new.date)::date,
        (new.status = 'open')::int, (new.status = 'pending_approval')::int, (new.status = 'filled')::int,
        (new.status = 'filled' and new.no_show)::int, (new.status = 'open' and new.covered_inside)::int)
    on conflict (school_id, month) do update
      set open = school_months.open + excluded.open,
        pending = school_months.pending + excluded.pending,
        filled = school_months.filled + excluded.filled,
        no_shows = school_months.no_shows + excluded.no_shows,
        covered_inside = school_months.covered_inside + excluded.covered_inside;
  end if;
  if leaves then
    update school_days
      set open = open - (old.status = 'open')::int,
        pending = pending - (old.status = 'pending_approval')::int,
        filled = filled - (old.status = 'filled')::int,
        no_shows = no_shows - (old.status = 'filled' and old.no_show)::int,
        covered_inside = covered_inside - (old.status = 'open' and old.covered_inside)::int
      where school_id = old.school_id and date = old.date;
  end if;
  if arrives then
    insert into school_days (school_id, date, open, pending, filled, no_shows, covered_inside)
      values (
        new.school_id, new.date,
        (new.status = 'open')::int, (new.status = 'pending_approval')::int, (new.status = 'filled')::int,
        (new.status = 'filled' and new.no_show)::int, (new.status = 'open' and new.covered_inside)::int)
    on conflict (school_id, date) do update
      set open = school_days.open + excluded.open,
        pending = school_days.pending + excluded.pending,
        filled = school_days.filled + excluded.filled,
        no_shows = school_days.no_shows + excluded.no_shows,
        covered_inside = school_days.covered_inside + excluded.covered_inside;
  end if;
  return null;
end $$;

drop trigger vacancies_tally_moved on vacancies;

-- The vacancies and tallies so far, while no trigger counts them again.
update vacancies v set no_show = true from attendance a
  where a.vacancy_id = v.id and a.substitute_id = v.substitute_id and a.state = 'no_show';
with counted as (
  select school_id, date, count(*) filter (where no_show) as no_shows, count(*) filter (where not no_show) as covered_inside
  from vacancies where deleted_at is null and (status = 'filled' and no_show or status = 'open' and covered_inside) group by 1, 2
), months as (
  update school_months m set no_shows = c.no_shows, covered_inside = c.covered_inside
  from (select school_id, date_trunc('month', date)::date as month, sum(no_shows) as no_shows, sum(covered_inside) as covered_inside
    from counted group by 1, 2) c where (m.school_id, m.month) = (c.school_id, c.month)
)
update school_days d set no_shows = c.no_shows, covered_inside = c.covered_inside
  from counted c where (d.school_id, d.date) = (c.school_id, c.date);

create constraint trigger vacancies_tally_moved after update on vacancies
  deferrable initially deferred for each row
  when (
    (old.status, old.date, old.school_id, old.deleted_at is null, old.no_show, old.covered_inside)
    is distinct from (new.status, new.date, new.school_id, new.deleted_at is null, new.no_show, new.covered_inside)
  )
  execute function tally_vacancy();
