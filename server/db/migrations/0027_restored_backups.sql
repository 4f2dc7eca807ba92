-- Whether a backup could be restored: after it is made, it is restored into a scratch database and compared. Both are null if no
-- scratch database is known.
alter table backups
  add column restored_at timestamptz,
  add column restore_error text,
  add constraint backups_one_restore check (restored_at is null or restore_error is null);
create index backups_restored on backups (id desc) where restored_at is not null;
