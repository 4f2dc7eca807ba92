-- Vacancies: absences that need a substitute.

create extension if not exists btree_gist;

create table vacancies (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  teacher_id bigint not null references users (id),
  created_by_id bigint not null references users (id),
  date date not null,
  start_time time not null,
  end_time time not null,
  -- The same times as instants in the school's time zone. Correcting a school's zone updates them.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  shift_type text not null check (shift_type in ('full_day', 'morning', 'afternoon')),
  description text not null,
  absence_reason text not null
    check (absence_reason in ('Personal', 'Illness', 'Family Illness', 'Bereavement', 'Paternity Leave')),
  google_doc_link text,
  may_need_changes boolean not null default false,
  additional_notes text not null,
  status text not null default 'open' check (status in ('open', 'pending_approval', 'filled')),
  substitute_id bigint references users (id),
  requested_by_id bigint references users (id),
  requested_at timestamptz,
  -- The substitute's message with the request (docs/decisions/034). It is deleted with the request.
  request_message text,
  confirmed boolean,
  is_urgent boolean not null default false,
  -- The position within a day of every list: open and urgent vacancies come first.
  day_rank smallint not null generated always as (case when status = 'open' and is_urgent then 0 else 1 end) stored,
  book_first boolean not null default false,
  target_substitute_ids bigint[],
  notification_preferences jsonb,
  -- For forms that two people or two tabs fill in at once (note_edits in 0001_schools.sql).
  version integer not null default 1,
  edits jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,

  constraint vacancies_start_before_end check (start_time < end_time and starts_at < ends_at),
  constraint vacancies_open_has_nobody check (
    status <> 'open'
    or (substitute_id is null and requested_by_id is null and requested_at is null and confirmed is null)
  ),
  constraint vacancies_pending_has_requester check (
    status <> 'pending_approval'
    or (requested_by_id is not null and requested_at is not null and substitute_id is null and confirmed is null)
  ),
  constraint vacancies_filled_has_substitute check (
    status <> 'filled'
    or (substitute_id is not null and (requested_by_id is null or requested_by_id = substitute_id))
  ),
  constraint vacancies_message_of_request check (request_message is null or requested_by_id is not null),
  -- No substitute is booked twice. The ranges are half-open, so back-to-back shifts don't overlap. It is checked at
  -- the end of the statement, because one statement may move a school's whole timetable by an hour.
  constraint vacancies_no_double_booking
    exclude using gist (substitute_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status = 'filled' and deleted_at is null)
    deferrable initially immediate
);

-- A school's trends are read from this index alone: over a year, nearly every vacancy is on another table page.
create index vacancies_of_school on vacancies (school_id, date, day_rank, start_time, id)
  include (status, created_at, deleted_at);
create index vacancies_open_of_school on vacancies (school_id, date, day_rank, start_time, id)
  where status = 'open' and deleted_at is null;
create index vacancies_of_teacher on vacancies (teacher_id, date, day_rank, start_time, id) where deleted_at is null;
-- The vacancies that still need a teacher's attention, however many are behind them.
create index vacancies_unfilled_of_teacher on vacancies (teacher_id, status, date, day_rank, start_time, id)
  where status <> 'filled' and deleted_at is null;
create index vacancies_of_substitute on vacancies (substitute_id, date, day_rank, start_time, id)
  where substitute_id is not null and deleted_at is null;
create index vacancies_requested_by on vacancies (requested_by_id, date, day_rank, start_time, id)
  where status = 'pending_approval' and deleted_at is null;
create index vacancies_pending_by_start on vacancies (starts_at, id)
  where status = 'pending_approval' and deleted_at is null;
create index vacancies_open_by_start on vacancies (starts_at, id) where status = 'open' and deleted_at is null;
-- Assignments that their substitute hasn't confirmed.
create index vacancies_unconfirmed_by_start on vacancies (starts_at, id)
  where status = 'filled' and not confirmed and deleted_at is null;
create index vacancies_unconfirmed_of_school on vacancies (school_id, date)
  where status = 'filled' and not confirmed and deleted_at is null;
-- How often a substitute worked at a school, and for which teacher.
create index vacancies_covered on vacancies (substitute_id, school_id, teacher_id, ends_at, id)
  where status = 'filled' and deleted_at is null;

-- Deletes the message with its request, so that no statement that ends a request has to.
create function drop_request_message() returns trigger language plpgsql as $$
begin
  new.request_message := null;
  return new;
end $$;
create trigger vacancies_request_message_goes before update on vacancies
  for each row when (
    new.request_message is not null and new.request_message is not distinct from old.request_message
    and (
      (new.requested_by_id, new.requested_at) is distinct from (old.requested_by_id, old.requested_at)
      or new.deleted_at is not null
    )
  )
  execute function drop_request_message();

create trigger vacancies_edits before update of date, start_time, end_time, shift_type, description, absence_reason,
  google_doc_link, may_need_changes, additional_notes, is_urgent, book_first on vacancies
  for each row execute function note_edits(
    'date', 'start_time', 'end_time', 'shift_type', 'description', 'absence_reason', 'google_doc_link',
    'may_need_changes', 'additional_notes', 'is_urgent', 'book_first'
  );

create table vacancy_declines (
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  substitute_id bigint not null references users (id) on delete cascade,
  declined_at timestamptz not null,
  primary key (substitute_id, vacancy_id)
);
create index declines_of_vacancy on vacancy_declines (vacancy_id);

-- Answers to requests that can still be undone. Their notifications wait here, and are written when the time has passed or when
-- something else happens to the vacancy. A row lives for seconds.
create table held_answers (
  vacancy_id bigint primary key references vacancies (id) on delete cascade,
  actor_id bigint not null references users (id),
  -- The requests as they were: first the answered one, then those that ended because their substitute was booked.
  requests jsonb not null,
  -- The notifications to send, with their facts.
  notifications jsonb not null,
  due_at timestamptz not null
);
create index held_answers_by_time on held_answers (due_at);
