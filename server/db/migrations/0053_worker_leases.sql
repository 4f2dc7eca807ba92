-- A row for each process that sends notifications, with a counter that it raises every few seconds. It survives the
-- end of a connection and a failover, unlike a lock (docs/decisions/079).
create table worker_leases (
  key bigint primary key,
  beats bigint not null default 0
);
comment on column deliveries.claimed_by is 'The key of the lease under which it is being sent.';
