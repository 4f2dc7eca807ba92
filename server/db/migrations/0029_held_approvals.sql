-- Approvals of accounts that can still be undone (docs/decisions/048). The notification waits here, and is written when
-- the time has passed or when something else is decided about the person. A row lives for seconds.
create table held_approvals (
  user_id bigint primary key references users (id) on delete cascade,
  actor_id bigint not null references users (id),
  approved_at timestamptz not null,
  -- The account and its schools before and after: an Undo restores the one if the other is unchanged.
  before jsonb not null,
  after jsonb not null,
  -- Null if no one is to be notified.
  notification jsonb,
  due_at timestamptz not null
);
create index held_approvals_by_time on held_approvals (due_at);
