-- Whom a round of offers still has to reach (docs/decisions/032-audience-rows.md): one row in the transaction of its cause,
-- which a job works off, person by person in the order of their ids. It goes with the last of them.
create table audiences (
  id bigint generated always as identity primary key,
  -- The vacancy's own, once more, for the turns of the schools; no foreign key, which the vacancy has.
  school_id bigint not null,
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  -- The cause of its notices.
  cause text not null unique,
  -- Those whom somebody chose; null is everybody eligible.
  among bigint[],
  send_email boolean not null,
  send_sms boolean not null,
  -- Urgent or for today when it was written: before all others.
  is_pressing boolean not null,
  -- Whoever has an id up to this one has been told, as far as the vacancy was for them.
  told_up_to bigint not null default 0,
  tries integer not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null
);
create index audiences_of_vacancy on audiences (vacancy_id);

-- What goes out to a large audience and is not pressing waits for everything else that is due.
alter table deliveries add column is_bulk boolean not null default false;
drop index deliveries_due;
create index deliveries_due on deliveries (channel, is_bulk, next_attempt_at, id) where status = 'queued' and claimed_by is null;
