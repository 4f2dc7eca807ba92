-- Several days as one job (docs/decisions/069): consecutive days of one absence that one substitute takes together. Each day
-- remains a vacancy of its own.

alter table vacancies
  -- The same for all days of a job. Null: a vacancy of its own.
  add column job_id uuid,
  -- The job that this day left. Notifications from before were about all of its days.
  add column left_job_id uuid,
  add constraint vacancies_job_or_left check (num_nonnulls(job_id, left_job_id) < 2);

create index vacancies_of_job on vacancies (job_id, date) where job_id is not null;
