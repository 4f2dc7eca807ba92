-- A substitute's attendance or work limits may be removed and recorded again. With version 1 again, they could be overwritten by a form
-- that was filled from the removed row. So each new row starts at its own thousand, as emergency plans do
-- (0062_versions_of_emergency_plans.sql). The numbers aren't defaults of the columns, for the reason given there.
create sequence attendance_versions as integer start 1000 increment 1000 minvalue 1000 maxvalue 2147483000 cycle;
alter sequence attendance_versions owned by attendance.version;
create sequence work_limit_versions as integer start 1000 increment 1000 minvalue 1000 maxvalue 2147483000 cycle;
alter sequence work_limit_versions owned by work_limits.version;
