-- A step that a change of its vacancy makes due is taken right after the commit, not with the next run of the job. Waves also stop
-- while colleagues cover every period of an open class, and go on once one of them can't come. The job is in
-- server/jobs/dispatch-offers.ts.

create or replace function move_dispatch() returns trigger language plpgsql as $$
declare
  is_offered boolean := new.status = 'open' and new.deleted_at is null and not new.covered_inside;
  due timestamptz;
begin
  update dispatches set
    due_at = case when is_offered and not is_paused then new.updated_at end,
    ended = case when is_offered then case when is_paused then 'paused' end else 'closed' end
  where vacancy_id = new.id returning due_at into due;
  -- Offers belong to a dispatch. Most schools notify everyone at once and have none.
  if not found then
    return null;
  end if;
  if due is not null then
    perform graphile_worker.add_job('dispatch-offers', '{}'::json, max_attempts => 3);
  end if;
  -- A request, and an assignment without one, are a yes.
  if new.status <> 'open' then
    update offers set answer = 'yes', answered_at = new.updated_at
      where vacancy_id = new.id and substitute_id = coalesce(new.requested_by_id, new.substitute_id) and answer is null;
  end if;
  return null;
end $$;
drop trigger vacancies_move_dispatch on vacancies;
create trigger vacancies_move_dispatch after update on vacancies
  for each row when ((old.status, old.deleted_at, old.starts_at, old.covered_inside) is distinct from (new.status, new.deleted_at, new.starts_at, new.covered_inside))
  execute function move_dispatch();

create or replace function answer_offer() returns trigger language plpgsql as $$
begin
  update offers set answer = 'declined', answered_at = new.declined_at
    where vacancy_id = new.vacancy_id and substitute_id = new.substitute_id and answer is null;
  if found then
    update dispatches set due_at = new.declined_at where vacancy_id = new.vacancy_id and due_at > new.declined_at;
    if found then
      perform graphile_worker.add_job('dispatch-offers', '{}'::json, max_attempts => 3);
    end if;
  end if;
  return null;
end $$;
