-- A year of one school lies scattered over the pages of a table that all schools fill day by day: its trends read one page
-- for nearly every vacancy, and another for nearly every fill. What they ask for stands in the index now, school by school.
create index vacancies_of_school_and_state on vacancies (school_id, date, day_rank, start_time, id) include (status, created_at, deleted_at);
drop index vacancies_of_school;
alter index vacancies_of_school_and_state rename to vacancies_of_school;
-- When somebody was found for each of a school's vacancies.
create index history_fills_of_school on vacancy_history (school_id, vacancy_id, at) where kind in ('approved', 'assigned');
drop index history_fills;
-- Asked for a year of one school, the planner took the index of all schools by date, one page for each day, because only that
-- one held the counts.
create unique index school_days_with_counts on school_days (school_id, date) include (open, pending, filled);
alter table school_days drop constraint school_days_pkey;
alter table school_days add constraint school_days_pkey primary key using index school_days_with_counts;
