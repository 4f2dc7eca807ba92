-- The history of each vacancy. The server's role may insert and read these rows, and never change them
-- (server/db/grants.sql).

create table vacancy_history (
  id bigint generated always as identity primary key,
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  school_id bigint not null,
  kind text not null,
  at timestamptz not null,
  actor_id bigint references users (id),
  substitute_id bigint references users (id),
  reason text,
  changes jsonb
);
create index history_of_vacancy on vacancy_history (vacancy_id, id);
create index history_of_school on vacancy_history (school_id, at);
-- Everything a user did, for their data export and for erasing their texts.
create index history_of_actor on vacancy_history (actor_id, id);
-- The first time each substitute saw a vacancy.
create unique index history_seen_once on vacancy_history (vacancy_id, substitute_id) where kind = 'seen';
-- When each of a school's vacancies was filled, for the time to fill.
create index history_fills_of_school on vacancy_history (school_id, vacancy_id, at)
  where kind in ('approved', 'assigned');
-- The vacancies a substitute was ever booked for, for their calendar.
create index history_fills_of_substitute on vacancy_history (substitute_id, vacancy_id)
  where kind in ('approved', 'assigned');
