import * as contract from '#contract/plans.ts';
import { addFile } from '#server/features/plans/add-file.ts';
import { servePlanFile } from '#server/features/plans/get-plan-file.ts';
import { plansOf } from '#server/features/plans/get-plans.ts';
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
];
