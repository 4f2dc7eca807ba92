-- A teacher's emergency plan, for classes without other plans, and what a substitute must know about students
-- (docs/decisions/055).
create table emergency_plans (
  teacher_id bigint primary key references users (id) on delete cascade,
  routines text not null default '',
  seating text not null default '',
  people text not null default '',
  file_ids uuid[] not null default '{}' check (cardinality(file_ids) <= 5),
  version integer not null default 1,
  -- When someone last saved it or said that it is still right.
  checked_at timestamptz not null,
  reminded_at timestamptz
);
create index emergency_plans_by_check on emergency_plans (checked_at);

-- Apart, so that no query for plans reads it by accident.
create table student_details (
  teacher_id bigint primary key references emergency_plans (teacher_id) on delete cascade,
  words text not null check (words <> '')
);
