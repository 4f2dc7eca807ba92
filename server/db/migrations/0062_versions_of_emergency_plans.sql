-- A teacher who changes schools loses the plan, and may write another one. With version 1 again, it could be overwritten by a form that
-- was filled from the lost plan, which may hold details about the students of the former school. So each plan starts at its own
-- thousand, and a version from another thousand belongs to another plan.
create sequence emergency_plan_versions start 1000 increment 1000;
alter table emergency_plans alter column version set default nextval('emergency_plan_versions');
alter sequence emergency_plan_versions owned by emergency_plans.version;
