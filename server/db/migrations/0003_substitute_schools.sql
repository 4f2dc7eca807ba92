-- The schools each substitute wants to work for, and each school's decision about them. A decision outlives the
-- selection: a substitute who was rejected, deselected the school, and selects it again shows as rejected earlier.

create table substitute_schools (
  substitute_id bigint not null references users (id) on delete cascade,
  school_id bigint not null references schools (id) on delete cascade,
  is_selected boolean not null default true,
  selected_at timestamptz not null,
  approved_at timestamptz,
  rejected_at timestamptz,
  -- Since when an approval by another school of the district counts here. If that school changes its mind, this stays.
  admitted_at timestamptz,
  -- The one rule of who works where; server/db/sql/substitutes.ts has it for queries. It is stored so that no hot query
  -- looks at other schools.
  works_here boolean not null generated always as
    (is_selected and rejected_at is null and (approved_at is not null or admitted_at is not null)) stored,
  primary key (substitute_id, school_id),
  constraint substitute_schools_one_decision check (approved_at is null or rejected_at is null),
  constraint substitute_schools_rejected_is_not_admitted check (rejected_at is null or admitted_at is null)
);
create index substitutes_of_school on substitute_schools (school_id, substitute_id);
create index substitutes_at_work on substitute_schools (school_id, substitute_id) where works_here;
create index substitutes_waiting on substitute_schools (school_id, substitute_id) where is_selected and not works_here;
-- For the nightly retention job.
create index substitutes_rejected on substitute_schools (rejected_at) where rejected_at is not null;

-- Whether an approval by any school of the district counts at this school.
create function district_approves(substitute bigint, school bigint) returns boolean language sql stable as $$
  select exists (select from schools s join districts d on d.id = s.district_id join schools o on o.district_id = d.id
    join substitute_schools k on k.school_id = o.id and k.substitute_id = substitute and k.approved_at is not null
    where s.id = school and not s.approves_itself and not d.each_approves);
$$;
