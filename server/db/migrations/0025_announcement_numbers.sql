-- The numbers of announcements survive a failover. The sequence of an unlogged table is unlogged, too, and PostgreSQL 15 leaves it
-- unreadable on a standby that is promoted soon after it was created ("bad magic number in sequence"): then no one could
-- write anything. The table itself stays unlogged.
alter sequence announcements_id_seq set logged;
