import * as hours from '#contract/hours.ts';
import { approveAll, approveSome, lockPeriod } from '#server/features/hours/approve-hours.ts';
import { changePaySettings, correctLine, dropCorrection, enterTimes } from '#server/features/hours/edit-hours.ts';
import { importEmployeeIds as importIds, setEmployeeId } from '#server/features/hours/employee-ids.ts';
import { hoursAsCsv } from '#server/features/hours/export-hours.ts';
import { hoursAsPdf } from '#server/features/hours/hours-pdf.ts';
import { dueCorrections, hoursOfSchool, paySettingsOf } from '#server/features/hours/list-hours.ts';
import { answerHours, ownHours } from '#server/features/hours/own-hours.ts';
import { getWorkLimits, putWorkLimits } from '#contract/work-limits.ts';
import { changeWorkLimits, workLimitsOf } from '#server/features/hours/work-limits.ts';
import { creatingRoute, type Route, route, routeInTx } from '#server/http/route.ts';

/** Hours and payroll: a school's pay periods, and a substitute's own days. */
export const hourRoutes: Route[] = [
  route(hours.getHours, hoursOfSchool),
  route(hours.getDueCorrections, dueCorrections),
  routeInTx(hours.approveHours, approveSome),
  routeInTx(hours.approveAllHours, approveAll),
  route(hours.editHours, enterTimes),
  creatingRoute(hours.correctHours, correctLine),
  routeInTx(hours.removeCorrection, dropCorrection),
  routeInTx(hours.lockHours, lockPeriod),
  route(hours.getPaySettings, paySettingsOf),
  routeInTx(hours.putPaySettings, changePaySettings),
  route(hours.exportHours, hoursAsCsv),
  route(hours.exportHoursSummary, hoursAsPdf),
  routeInTx(hours.putEmployeeId, setEmployeeId),
  routeInTx(hours.importEmployeeIds, importIds),
  route(hours.listOwnHours, ownHours),
  route(hours.answerOwnHours, answerHours),
  route(getWorkLimits, workLimitsOf),
  routeInTx(putWorkLimits, changeWorkLimits),
];
