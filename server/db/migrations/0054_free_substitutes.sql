-- A booked substitute with a free period can cover another class (docs/decisions/080). The cover is part of the booking: it
-- ends with it, and it isn't paid apart from it. Null for a teacher.
alter table covers add column booking_id bigint references vacancies (id) on delete cascade;
create index covers_of_booking on covers (booking_id) where booking_id is not null;
