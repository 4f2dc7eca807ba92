-- Bookkeeping about requests that all processes share.

-- The reply to each creating call, by its Idempotency-Key: a repeated call gets the same reply.
create table idempotency_keys (
  actor_id bigint not null,
  key text not null,
  fingerprint bytea not null,
  status integer,
  reply jsonb,
  created_at timestamptz not null,
  primary key (actor_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Rate limits: attempts per window of time. Unlogged, because losing the counts in a crash does no harm.
create unlogged table attempts (
  key text primary key,
  window_start timestamptz not null,
  count integer not null
);
create index attempts_by_age on attempts (window_start);
