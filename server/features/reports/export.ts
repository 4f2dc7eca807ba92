import { gradeName } from '#domain/class.ts';
import type { exportTeacherReport, exportTrends, exportVacancyReport } from '#contract/reports.ts';

import { leadTimeNames, oneDecimal } from '#domain/report.ts';
import { roomName } from '#domain/room.ts';
import { formatTime } from '#domain/time.ts';
import { extraHands, type VacancyStatus } from '#domain/vacancy.ts';
import { csvOf, sendCsv } from '#server/http/csv.ts';
import { absentTeachers, rowsOf } from '#server/features/reports/queries.ts';
import { reportedMonth, trendsOf } from '#server/features/reports/reports.ts';
import type { Call } from '#server/http/route.ts';

/** More than any school has in a month. */
const everyRow = 100_000;

const statusNames: Record<VacancyStatus, string> = {
  open: 'Open',
  pending_approval: 'Pending Approval',
  filled: 'Filled',
};

const columns = [
  'Date',
  'Start',
  'End',
  'Teacher',
  'Reason',
  'Substitute',
  'Status',
  'Confirmed',
  'No-show',
  'Grade',
  'Subject',
  'Room',
];

/** All of the month's vacancies. */
export async function vacancyReportAsCsv(call: Call<typeof exportVacancyReport>) {
  const { month, span } = reportedMonth(call);
  const rows = await rowsOf(call.db, span, null, everyRow);
  const table = rows.map((row) => [
    row.date,
    formatTime(row.startTime),
    formatTime(row.endTime),
    row.teacherName,
    row.absenceReason ?? extraHands,
    row.substituteName,
    statusNames[row.status],
    row.confirmed === null ? null : row.confirmed ? 'Yes' : 'No',
    row.isNoShow ? 'Yes' : null,
    row.grade === null ? null : gradeName(row.grade),
    row.subject,
    row.room === null ? null : roomName(row.room),
  ]);
  return sendCsv(call.reply, `vacancy-report-${month}`, csvOf(columns, table));
}

/** All of the month's absent teachers, not only ten. */
export async function teacherReportAsCsv(call: Call<typeof exportTeacherReport>) {
  const { month, span } = reportedMonth(call);
  const teachers = await absentTeachers(call.db, span, everyRow);
  return sendCsv(
    call.reply,
    `teacher-absence-report-${month}`,
    csvOf(
      ['Teacher', 'Absence days', 'Primary reason', 'Absence hours'],
      teachers.map(({ name, days, hours, primaryReason }) => [name, days, primaryReason, oneDecimal(hours)]),
    ),
  );
}

/** Returns the twelve months, then the lead times. */
export async function trendsAsCsv(call: Call<typeof exportTrends>) {
  const { month } = reportedMonth(call);
  const { months, leadTimes, medianMinutesToFill } = await trendsOf(call);
  const table = [
    ...months.map((row) => [row.month, row.total, row.filled, row.fillRate]),
    ...leadTimes.map((row) => [leadTimeNames[row.leadTime], row.total, row.filled, row.fillRate]),
    ['Median minutes to fill', null, null, medianMinutesToFill],
  ];
  return sendCsv(
    call.reply,
    `trends-${month}`,
    csvOf(['Month or lead time', 'Vacancies', 'Filled', 'Fill rate (%)'], table),
  );
}
