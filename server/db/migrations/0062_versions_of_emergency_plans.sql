-- A teacher who changes schools loses the plan, and may write another one. With version 1 again, it could be overwritten by a form that
-- was filled from the lost plan, which may hold details about the students of the former school. So each plan starts at its own
-- thousand, and a version from another thousand belongs to another plan. It isn't the column's default: that would take a number from
-- the sequence at every save, and a server of the former version, which has no right to the sequence yet, couldn't save.
create sequence emergency_plan_versions as integer start 1000 increment 1000 minvalue 1000 maxvalue 2147483000 cycle;
alter sequence emergency_plan_versions owned by emergency_plans.version;
