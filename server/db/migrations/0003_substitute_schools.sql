-- The schools each substitute wants to work for, and each school's decision about them. A decision outlives the
-- selection: a substitute who was rejected, deselected the school, and selects it again shows as rejected earlier.

create table substitute_schools (
  substitute_id bigint not null references users (id) on delete cascade,
  school_id bigint not null references schools (id) on delete cascade,
  is_selected boolean not null default true,
  selected_at timestamptz not null,
  approved_at timestamptz,
  rejected_at timestamptz,
  primary key (substitute_id, school_id),
  constraint substitute_schools_one_decision check (approved_at is null or rejected_at is null)
);
create index substitutes_of_school on substitute_schools (school_id, substitute_id);
-- For the nightly retention job.
create index substitutes_rejected on substitute_schools (rejected_at) where rejected_at is not null;
