-- The due steps of a school are taken together, because its vacancies share their substitutes (docs/decisions/078).
create index dispatches_due_of_school on dispatches (school_id, due_at, vacancy_id) where due_at is not null;
