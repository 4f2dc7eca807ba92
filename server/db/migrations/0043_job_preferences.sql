-- The classes that a substitute wants to be offered (domain/preferences.ts). Without a row, all of them.
create table job_preferences (
  substitute_id bigint primary key references users (id) on delete cascade,
  days text not null check (days in ('any', 'full', 'half')),
  notice_hours integer not null check (notice_hours between 0 and 48)
);

create trigger job_preferences_announce after insert or update or delete on job_preferences
  for each row execute function announce_availability();
