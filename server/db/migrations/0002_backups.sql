-- What the daily backups came to, for the platform owner: how large the file was, or why there is none.
create table backups (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  bytes bigint,
  error text,
  constraint backups_one_outcome check ((bytes is null) <> (error is null))
);
create index backups_made on backups (id desc) where error is null;
