-- What the server's role may do, applied after every migration: read and write rows, never the schema;
-- and never again touch a row of history or audit. :server stands for the role's name.

-- The role's rights are exactly those below, whatever an older version granted.
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
-- The tallies are the trigger's to write.
revoke insert, update, delete, truncate on school_days, school_months from :server;
-- Of what stands in announcements everybody with rights to write may add and pass on; nobody corrects any.
revoke update, truncate on announcements from :server;
