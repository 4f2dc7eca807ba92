-- Data of the installation as a whole.

-- Keys that the installation generates when it first needs them, so that all processes use the same ones.
create table secrets (
  name text primary key,
  value bytea not null
);

-- The outcome of each daily backup, for the platform owner: the file's size, or the error.
create table backups (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  bytes bigint,
  error text,
  constraint backups_one_outcome check ((bytes is null) <> (error is null))
);
create index backups_made on backups (id desc) where error is null;
