-- How much a substitute may work at a school (domain/work-limits.ts): a permit, a retirement system or a part-time rule.

create table work_limits (
  school_id bigint not null references schools (id) on delete cascade,
  substitute_id bigint not null references users (id) on delete cascade,
  week_minutes integer check (week_minutes >= 0),
  month_minutes integer check (month_minutes >= 0),
  assignment_days integer check (assignment_days >= 0),
  year_days integer check (year_days >= 0),
  version integer not null default 1,
  primary key (school_id, substitute_id),
  constraint work_limits_limit_something
    check (num_nonnulls(week_minutes, month_minutes, assignment_days, year_days) > 0)
);
create index work_limits_of_substitute on work_limits (substitute_id);

create trigger work_limits_announce after insert or update on work_limits
  for each row execute function announce_pay_settings();
