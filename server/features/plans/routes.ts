import * as emergency from '#contract/emergency-plan.ts';
import * as contract from '#contract/plans.ts';
import { addFile } from '#server/features/plans/add-file.ts';
import * as plan from '#server/features/plans/emergency-plan.ts';
import { openDetails, plansOf, servePlanFile } from '#server/features/plans/read-plans.ts';
import { filesOf } from '#server/features/plans/list-files.ts';
import { readingsOf } from '#server/features/plans/readings.ts';
import { type Route, route } from '#server/http/route.ts';

/** Plans for a class: files, who may read them, and who did. */
export const planRoutes: Route[] = [
  route(contract.listPlanFiles, filesOf),
  route(contract.addPlanFile, addFile),
  route(contract.getPlanFile, servePlanFile),
  route(contract.getPlans, plansOf),
  route(contract.listPlanReadings, readingsOf),
  route(emergency.getEmergencyPlan, plan.getPlan),
  route(emergency.putEmergencyPlan, plan.putPlan),
  route(emergency.confirmEmergencyPlan, plan.confirmPlan),
  route(emergency.getStudentDetails, plan.getDetails),
  route(emergency.putStudentDetails, plan.putDetails),
  route(emergency.openStudentDetails, openDetails),
  route(emergency.listTeacherReadings, plan.readingsAbout),
];
