-- The job queue (schema graphile_worker) belongs to the owner; its tables have row security on, which gives access only
-- to the owner. The server's role runs the queue, so it gets a policy on each table.
grant usage on schema graphile_worker to :server;
grant select, insert, update, delete on all tables in schema graphile_worker to :server;
grant usage on all sequences in schema graphile_worker to :server;
grant execute on all functions in schema graphile_worker to :server;
do $$
declare t record;
begin
  for t in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'graphile_worker' and c.relkind = 'r' and c.relrowsecurity loop
    execute format('drop policy if exists firstbell_server on graphile_worker.%I', t.relname);
    execute format('create policy firstbell_server on graphile_worker.%I to :server using (true) with check (true)', t.relname);
  end loop;
end $$;
