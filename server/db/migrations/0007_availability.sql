-- Date exceptions to a substitute's weekly availability, which is users.general_availability.

create table availability_dates (
  id bigint generated always as identity primary key,
  substitute_id bigint not null references users (id) on delete cascade,
  date date not null,
  status text not null check (status in ('available', 'unavailable', 'preferred')),
  -- The only half of the day that is available.
  part text check (part in ('morning', 'afternoon')),
  notes text,
  unique (substitute_id, date),
  constraint availability_part_of_available check (part is null or status = 'available')
);
