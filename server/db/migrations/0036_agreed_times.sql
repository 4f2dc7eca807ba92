-- The times that a booked substitute agreed to, once an edit has moved them by so little that they don't confirm again
-- (docs/decisions/049). Several small moves count together from these. Null while the times are the agreed ones.
alter table vacancies
  add column agreed_start time,
  add column agreed_end time;
