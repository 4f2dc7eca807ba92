-- Read-only links to the wall view of a school's day (docs/decisions/052). Only the hash of each token is stored.
create table wall_links (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id) on delete cascade,
  token_hash bytea not null unique,
  made_by_id bigint not null references users (id),
  made_at timestamptz not null,
  -- When a screen last read it, to within some minutes. Null if none has.
  opened_at timestamptz
);
create index wall_links_of_school on wall_links (school_id, id);
