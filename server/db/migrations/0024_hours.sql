-- Hours and payroll: what a worked day pays, who approved it, and the pay periods that are locked
-- (docs/decisions/044).
--
-- An assignment that is over needs no row here: hours are calculated from vacancies. A row is written when somebody
-- says or decides something about a day. An approval keeps what it approved, with names, because a locked line outlives
-- its vacancy, its person and its school. That is why schools are not referred to by a foreign key.

-- How a school pays (domain/pay.ts) and what its payroll file looks like. Without a row, the defaults apply.
create table pay_settings (
  school_id bigint primary key references schools (id) on delete cascade,
  settings jsonb not null,
  export jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null
);

-- The number of a substitute in a school's payroll system.
create table employee_ids (
  school_id bigint not null references schools (id) on delete cascade,
  substitute_id bigint not null references users (id) on delete cascade,
  employee_id text not null check (employee_id <> ''),
  primary key (school_id, substitute_id)
);
create index employee_ids_of_substitute on employee_ids (substitute_id);

-- A locked period. An open one has no row: it follows from the settings.
create table pay_periods (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  school_name text not null,
  first_day date not null,
  last_day date not null,
  unit text not null check (unit in ('day', 'hour', 'period')),
  has_money boolean not null,
  locked_at timestamptz not null,
  locked_by_id bigint not null references users (id),
  locked_by_name text not null,
  constraint pay_periods_first_before_last check (first_day <= last_day),
  -- No day is paid in two periods.
  constraint pay_periods_no_overlap exclude using gist (school_id with =, daterange(first_day, last_day, '[]') with &&)
);

create table worked_days (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  -- Null for a correction, and once the vacancy is gone.
  vacancy_id bigint unique references vacancies (id) on delete set null,
  -- The locked line that a correction corrects.
  corrects_id bigint references worked_days (id),
  pay_period_id bigint references pay_periods (id),
  substitute_id bigint not null references users (id),
  date date not null,
  -- What an administrator entered instead of the planned and recorded times.
  entered_start time,
  entered_end time,
  entered_break smallint,
  account_code text,
  note text,
  -- What the substitute says.
  answer text check (answer in ('confirmed', 'disputed')),
  words text,
  answered_at timestamptz,
  -- What was approved. The name is also kept when an account is erased before its last days are paid.
  substitute_name text,
  approved_at timestamptz,
  approved_by_id bigint references users (id),
  approved_by_name text,
  kind text check (kind in ('regular', 'long_term', 'late_cancellation', 'correction')),
  start_time time,
  end_time time,
  break_minutes smallint,
  minutes integer,
  units integer,
  cents integer,
  pay_code text,
  paid_account_code text,
  employee_id text,
  teacher_name text,
  title text,
  version integer not null default 1,

  constraint worked_days_entered check (
    num_nonnulls(entered_start, entered_end, entered_break) in (0, 3)
    and (entered_start < entered_end) is not false and (entered_break >= 0) is not false
  ),
  constraint worked_days_approved check (
    case when approved_at is null
      then num_nonnulls(approved_by_id, approved_by_name, kind, minutes, units, cents, pay_code, pay_period_id) = 0
      else num_nonnulls(approved_by_id, approved_by_name, kind, minutes, units, cents, pay_code, substitute_name) = 8
    end
  ),
  constraint worked_days_corrections check ((corrects_id is not null) <= (coalesce(kind, '') = 'correction'))
);
create index worked_days_of_school on worked_days (school_id, date) where pay_period_id is null;
create index worked_days_of_period on worked_days (pay_period_id, date) where pay_period_id is not null;
create index worked_days_of_substitute on worked_days (substitute_id, id);
create index worked_days_corrected on worked_days (corrects_id) where corrects_id is not null;
create index worked_days_by_date on worked_days (date);
create index pay_periods_by_last_day on pay_periods (last_day);

-- Assignments that the school canceled late still pay, and are found by this.
create index vacancies_canceled_while_filled on vacancies (school_id, date)
  where status = 'filled' and deleted_at is not null;

-- No one can change or delete a locked line. Only its vacancy may be deleted. After three years (29 CFR 516.5),
-- retention may delete it.
create function keep_locked_hours() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.date >= current_date - interval '3 years' then
      raise exception 'A locked pay period keeps its lines.' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if to_jsonb(new) - 'vacancy_id' is distinct from to_jsonb(old) - 'vacancy_id'
    or (new.vacancy_id is not null and new.vacancy_id is distinct from old.vacancy_id) then
    raise exception 'A locked pay period keeps its lines.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger worked_days_stay before update or delete on worked_days
  for each row when (old.pay_period_id is not null) execute function keep_locked_hours();

create function keep_locked_periods() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or old.last_day >= current_date - interval '3 years' then
    raise exception 'A locked pay period stays locked.' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger pay_periods_stay before update or delete on pay_periods
  for each row execute function keep_locked_periods();

-- Days that were worked and not yet paid keep the name of a person whose account is erased, at schools that pay here.
create function keep_name_for_hours() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into worked_days (school_id, vacancy_id, substitute_id, date, substitute_name)
    select v.school_id, v.id, old.id, v.date, old.full_name from vacancies v
    where v.substitute_id = old.id and v.status = 'filled' and v.deleted_at is null and v.ends_at <= new.deleted_at
      and v.date > new.deleted_at::date - 120
      and exists (select from pay_settings p where p.school_id = v.school_id)
  on conflict (vacancy_id) do update set substitute_name = old.full_name
    where worked_days.pay_period_id is null and worked_days.substitute_id = old.id;
  return new;
end $$;
create trigger users_keep_name_for_hours before update of deleted_at on users
  for each row when (old.deleted_at is null and new.deleted_at is not null and old.role = 'substitute')
  execute function keep_name_for_hours();

-- A school that is deleted keeps only what it locked.
create function drop_open_hours() returns trigger language plpgsql as $$
begin
  delete from worked_days where school_id = old.id and pay_period_id is null;
  return old;
end $$;
create trigger schools_drop_open_hours after delete on schools
  for each row execute function drop_open_hours();

-- Hours concern the school's administrators and the substitute. One statement may write a whole pay period.
create function announce_hours() returns trigger language plpgsql as $$
begin
  perform announce(
    array(select distinct 'admins:' || school_id from changed
      union select distinct 'person:' || substitute_id from changed), 'hours');
  return null;
end $$;
create trigger worked_days_announce_new after insert on worked_days
  referencing new table as changed for each statement execute function announce_hours();
create trigger worked_days_announce_change after update on worked_days
  referencing new table as changed for each statement execute function announce_hours();
create trigger worked_days_announce_gone after delete on worked_days
  referencing old table as changed for each statement execute function announce_hours();
create function announce_pay_settings() returns trigger language plpgsql as $$
begin
  perform announce(array['admins:' || new.school_id], 'hours');
  return null;
end $$;
create trigger pay_settings_announce after insert or update on pay_settings
  for each row execute function announce_pay_settings();
create trigger employee_ids_announce after insert or update on employee_ids
  for each row execute function announce_pay_settings();
