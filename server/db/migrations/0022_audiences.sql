-- Audiences: the people still to be notified of a vacancy (docs/decisions/032). A transaction that offers a vacancy writes
-- one row here; a job then notifies person after person, in the order of their ids, and deletes the row at the end.

create table audiences (
  id bigint generated always as identity primary key,
  -- The vacancy's school, so that schools take turns. No foreign key: the vacancy has one.
  school_id bigint not null,
  vacancy_id bigint not null references vacancies (id) on delete cascade,
  -- The cause of its notices.
  cause text not null unique,
  -- The chosen substitutes; null for everyone who is eligible.
  among bigint[],
  -- The substitute who has just left the class.
  except_id bigint,
  send_email boolean not null,
  send_sms boolean not null,
  -- Urgent, or for the day it was written on: it is processed before all others.
  is_pressing boolean not null,
  -- Everyone up to this id has been notified, as far as they were eligible.
  told_up_to bigint not null default 0,
  tries integer not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null
);
create index audiences_of_vacancy on audiences (vacancy_id);
