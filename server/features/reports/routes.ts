import * as reports from '#contract/reports.ts';
import { exportBreakdown, getBreakdowns } from '#contract/breakdowns.ts';
import { exportFillBySchool, exportFillReport, getFillBySchool, getFillReport } from '#contract/fill-report.ts';
import { breakdownAsCsv, breakdownsOfSchool } from '#server/features/reports/breakdowns.ts';
import { getOwnYear } from '#contract/own-year.ts';
import { dashboardOf } from '#server/features/reports/dashboard.ts';
import { teacherReportAsCsv, trendsAsCsv, vacancyReportAsCsv } from '#server/features/reports/export.ts';
import {
  fillBySchool,
  fillBySchoolAsCsv,
  fillReportAsCsv,
  fillReportOf,
} from '#server/features/reports/fill-report.ts';
import { monthTotals } from '#server/features/reports/month-totals.ts';
import { ownYear } from '#server/features/reports/own-year.ts';
import { teacherReportOf, trendsOf, vacancyReportOf } from '#server/features/reports/reports.ts';
import { type Route, route } from '#server/http/route.ts';

/** A school admin's reports: the day, the month, the year, and how classes were filled. */
export const reportRoutes: Route[] = [
  route(reports.getDashboard, dashboardOf),
  route(reports.getVacancyReport, vacancyReportOf),
  route(reports.getTeacherReport, teacherReportOf),
  route(reports.getTrends, trendsOf),
  route(reports.getMonthTotals, monthTotals),
  route(reports.exportVacancyReport, vacancyReportAsCsv),
  route(reports.exportTeacherReport, teacherReportAsCsv),
  route(reports.exportTrends, trendsAsCsv),
  route(getBreakdowns, breakdownsOfSchool),
  route(exportBreakdown, breakdownAsCsv),
  route(getOwnYear, ownYear),
  route(getFillReport, fillReportOf),
  route(exportFillReport, fillReportAsCsv),
  route(getFillBySchool, fillBySchool),
  route(exportFillBySchool, fillBySchoolAsCsv),
];
