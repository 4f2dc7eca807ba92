-- Jobs without an absent teacher: extra hands, such as a proctor for testing or an aide (docs/decisions/070). They have no absence
-- reason, and `teacher_id` is their contact in the front office.
alter table vacancies alter column absence_reason drop not null;
