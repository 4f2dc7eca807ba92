-- Date exceptions to a substitute's weekly availability, which is users.general_availability.

create table availability_dates (
  id bigint generated always as identity primary key,
  substitute_id bigint not null references users (id) on delete cascade,
  date date not null,
  status text not null check (status in ('available', 'unavailable', 'preferred')),
  notes text,
  unique (substitute_id, date)
);
