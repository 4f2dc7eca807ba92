-- Cover by colleagues: bell schedules, who teaches when, and which teacher covers which period of an absent one
-- (docs/decisions/054). A school that doesn't use it has no rows.

create table cover_settings (
  school_id bigint primary key references schools (id) on delete cascade,
  -- domain/bell.ts and CoverRules of domain/cover.ts.
  bell jsonb not null,
  rules jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null
);

create table timetables (
  teacher_id bigint primary key references users (id) on delete cascade,
  school_id bigint not null references schools (id) on delete cascade,
  -- domain/timetable.ts.
  slots jsonb not null,
  -- Since when they work here, for the order by seniority.
  since date,
  version integer not null default 1,
  constraint timetables_are_lists check (jsonb_typeof(slots) = 'array')
);
create index timetables_of_school on timetables (school_id);

-- Without a row, a teacher is asked.
create table cover_wishes (
  teacher_id bigint primary key references users (id) on delete cascade,
  consent text not null check (consent in ('always', 'ask', 'never')),
  never_on text[] not null default '{}',
  is_volunteer boolean not null default false
);

-- The periods of a vacancy that need someone, as they were when the first colleague was asked.
create table cover_periods (
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  period text not null,
  school_id bigint not null,
  date date not null,
  start_time time not null,
  end_time time not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  title text not null,
  room text,
  size integer check (size >= 0),
  -- Among how many colleagues the class is split.
  parts smallint not null default 1 check (parts between 1 and 8),
  primary key (vacancy_id, period),
  constraint cover_periods_start_before_end check (start_time < end_time and starts_at < ends_at)
);

create table covers (
  id bigint generated always as identity primary key,
  vacancy_id bigint not null,
  period text not null,
  school_id bigint not null,
  colleague_id bigint not null references users (id),
  date date not null,
  -- As in cover_periods, for the constraint.
  start_time time not null,
  end_time time not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  kind text not null check (kind in ('period', 'split', 'combined', 'study_hall')),
  -- Classes of one study hall have one place. Every other cover has a place of its own.
  place text not null,
  size integer check (size >= 0),
  room text,
  note text,
  state text not null check (state in ('asked', 'accepted', 'declined', 'canceled')),
  asked_at timestamptz not null,
  asked_by_id bigint not null references users (id),
  answered_at timestamptz,
  ended_at timestamptz,
  foreign key (vacancy_id, period) references cover_periods (vacancy_id, period) on delete cascade,
  constraint covers_states check (
    case state
      when 'asked' then answered_at is null and ended_at is null
      when 'accepted' then answered_at is not null and ended_at is null
      when 'declined' then answered_at is not null and ended_at is not null
      else ended_at is not null
    end
  ),
  -- No colleague is in two places at once, asked or accepted.
  constraint covers_no_double
    exclude using gist (colleague_id with =, tstzrange(starts_at, ends_at) with &&, place with <>)
    where (state in ('asked', 'accepted'))
);
create unique index covers_once on covers (vacancy_id, period, colleague_id) where state in ('asked', 'accepted');
create index covers_of_period on covers (vacancy_id, period);
-- The counts of a school's year, read from the index alone.
create index covers_of_school on covers (school_id, date, colleague_id) where state in ('asked', 'accepted');
create index covers_of_colleague on covers (colleague_id, date);

-- Whether colleagues cover every period of it. An open vacancy of this kind takes no requests.
alter table vacancies add column covered_inside boolean not null default false;

create function settle_cover() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed bigint := case when tg_op = 'DELETE' then old.vacancy_id else new.vacancy_id end;
  is_covered boolean := exists (select from cover_periods p where p.vacancy_id = changed)
    and not exists (
      select from cover_periods p where p.vacancy_id = changed and p.parts > (
        select count(*) from covers c
        where c.vacancy_id = p.vacancy_id and c.period = p.period and c.state = 'accepted'));
begin
  update vacancies set covered_inside = is_covered where id = changed and covered_inside <> is_covered;
  return null;
end $$;
create trigger covers_settle after insert or update of state or delete on covers
  for each row execute function settle_cover();
create trigger cover_periods_settle after insert or update of parts or delete on cover_periods
  for each row execute function settle_cover();

-- A cover concerns the colleague, the absent teacher and the school's administrators.
create function announce_cover() returns trigger language plpgsql as $$
declare
  row covers := case when tg_op = 'DELETE' then old else new end;
begin
  perform announce(
    array['person:' || row.colleague_id, 'admins:' || row.school_id]
      || array(select 'person:' || teacher_id from vacancies where id = row.vacancy_id),
    'cover');
  return null;
end $$;
create trigger covers_announce after insert or update or delete on covers
  for each row execute function announce_cover();

create function announce_cover_settings() returns trigger language plpgsql as $$
begin
  perform announce(array['admins:' || new.school_id], 'cover');
  return null;
end $$;
create trigger cover_settings_announce after insert or update on cover_settings
  for each row execute function announce_cover_settings();
create trigger timetables_announce after insert or update on timetables
  for each row execute function announce_cover_settings();

create function announce_cover_wishes() returns trigger language plpgsql as $$
begin
  perform announce(array['person:' || new.teacher_id], 'cover');
  return null;
end $$;
create trigger cover_wishes_announce after insert or update on cover_wishes
  for each row execute function announce_cover_wishes();
