-- The rights of the server's role, applied after every migration: it reads and writes rows, but can't change the schema
-- or existing rows of the history and the audit log. :server is replaced by the role's name.

-- The role has exactly the rights below, even if an older version granted more.
revoke all on all tables in schema public from :server;
revoke all on all sequences in schema public from :server;
revoke all on all functions in schema public from :server;

grant usage on schema public to :server;
grant select, insert, update, delete on all tables in schema public to :server;
grant usage on all sequences in schema public to :server;
grant execute on function forget_people(bigint[], timestamptz), forget_in_audit(bigint, bigint[]), trim_audit(timestamptz, integer) to :server;
grant execute on function delete_school_slice(bigint, integer) to :server;
revoke update, delete, truncate on vacancy_history, audit_log from :server;
revoke insert, update, delete on schema_migrations from :server;
-- Only the triggers write the counts.
revoke insert, update, delete, truncate on school_days, school_months from :server;
-- Announcements are inserted and then deleted once published. No one changes them.
revoke update, truncate on announcements from :server;
