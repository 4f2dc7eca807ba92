import {
  answerOwnHours,
  approveAllHours,
  approveHours,
  correctHours,
  editHours,
  exportHours,
  exportHoursSummary,
  getDueCorrections,
  getHours,
  getPaySettings,
  importEmployeeIds,
  listOwnHours,
  lockHours,
  putEmployeeId,
  putPaySettings,
  removeCorrection,
} from '#contract/hours.ts';
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
  route(getHours, hoursOfSchool),
  route(getDueCorrections, dueCorrections),
  routeInTx(approveHours, approveSome),
  routeInTx(approveAllHours, approveAll),
  route(editHours, enterTimes),
  creatingRoute(correctHours, correctLine),
  routeInTx(removeCorrection, dropCorrection),
  routeInTx(lockHours, lockPeriod),
  route(getPaySettings, paySettingsOf),
  routeInTx(putPaySettings, changePaySettings),
  route(exportHours, hoursAsCsv),
  route(exportHoursSummary, hoursAsPdf),
  routeInTx(putEmployeeId, setEmployeeId),
  routeInTx(importEmployeeIds, importIds),
  route(listOwnHours, ownHours),
  route(answerOwnHours, answerHours),
  route(getWorkLimits, workLimitsOf),
  routeInTx(putWorkLimits, changeWorkLimits),
];
