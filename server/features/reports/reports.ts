import type { getTeacherReport, getTrends, getVacancyReport } from '#contract/reports.ts';
import { longestReport, reportDays } from '#domain/fill-report.ts';
import { leadTimeOf, leadTimes, oneDecimal, percentOf } from '#domain/report.ts';
import { addDays, addMonths, firstDayOf, isDate, isTime, lastDayOf, monthOf } from '#domain/time.ts';
import { absenceReasons, type VacancyStatus } from '#domain/vacancy.ts';
import {
  absentTeachers,
  type Group,
  groupsOf,
  leadDaysOf,
  medianMinutesToFill,
  monthsOf,
  type ReportRow,
  rowsOf,
  type Span,
  staffOf,
} from '#server/features/reports/queries.ts';
import { pageOf, type Position, positionOf } from '#server/http/paging.ts';
import { wrongField } from '#server/core/refused.ts';
import { type CallersSchool, callersSchool } from '#server/http/callers-school.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** The default page size of the table. */
const usualPage = 100;
const trendMonths = 12;

type ReportCall = Pick<Call, 'actor' | 'session' | 'now' | 'db'> & { query: { month?: string | undefined } };

/**
 * Returns the school whose reports the caller reads.
 *
 * @throws {Refused} not_allowed for an admin without a school.
 */
export function reportedSchool(call: Pick<Call, 'actor' | 'session' | 'now'>): CallersSchool {
  return callersSchool(call, 'report.read', "You don't have a school to report on.");
}

/**
 * Returns the requested days of a report.
 *
 * @throws {Refused} bad_input at `from` if there are none, or too many.
 */
export function reportedDays(
  query: { from?: string | undefined; to?: string | undefined },
  today: string,
  longest = longestReport,
): { from: string; to: string } {
  const days = reportDays(query, today, longest);
  if (days === null)
    throw wrongField(
      'from',
      `Choose at most ${longest} days. The first day must be before today, and not after the last one.`,
    );
  return days;
}

/** Returns the requested month and its days. */
export function reportedMonth(call: Omit<ReportCall, 'db'>): { month: string; timeZone: string; span: Span } {
  const { schoolId, timeZone, today } = reportedSchool(call);
  const month = call.query.month ?? monthOf(today);
  return { month, timeZone, span: { schoolId, from: firstDayOf(month), to: lastDayOf(month) } };
}

/** Returns a month's figures and one page of its vacancies. */
export async function vacancyReportOf(call: Call<typeof getVacancyReport>): ReplyTo<typeof getVacancyReport> {
  const { db, query } = call;
  const { month, span } = reportedMonth(call);
  const limit = query.limit ?? usualPage;
  const [groups, found] = await Promise.all([groupsOf(db, span), rowsOf(db, span, placeOf(query.cursor), limit + 1)]);
  const { page, cursor } = pageOf(found, limit, (row) => ({ key: `${row.date} ${row.startTime}`, id: row.id }));
  call.nextCursor(cursor);
  return { month, ...figuresOf(groups), days: daysOf(span, groups), rows: page.map(withoutClass) };
}

/** The file has the grade, subject and room; the table on the screen has no space for them. */
function withoutClass({ grade: _grade, subject: _subject, room: _room, ...row }: ReportRow) {
  return row;
}

function placeOf(cursor: string | undefined): Position | null {
  const position = positionOf(cursor);
  if (position !== null && !(isDate(position.key.slice(0, 10)) && isTime(position.key.slice(11))))
    throw wrongField('cursor', 'This cursor does not belong to this list.');
  return position;
}

function figuresOf(groups: readonly Group[]) {
  const standing = groups.filter((group) => !group.isDeleted);
  const counts = countsOf(standing);
  const extraHands = sumOf(standing.filter(({ reason }) => reason === null));
  const reasons = absenceReasons.map((reason) => {
    const count = sumOf(standing.filter((group) => group.reason === reason));
    return { reason, count, percent: percentOf(count, counts.total - extraHands) ?? 0 };
  });
  const noShows = sumOf(standing.filter((group) => group.isNoShow));
  return {
    ...counts,
    unconfirmed: sumOf(standing.filter((group) => group.isUnconfirmed)),
    noShows,
    extraHands,
    deleted: sumOf(groups.filter((group) => group.isDeleted)),
    // A class whose substitute didn't come has the status of a filled one, but no one filled it.
    fillRate: percentOf(counts.filled - noShows, counts.total),
    reasons,
  };
}

function daysOf({ from, to }: Span, groups: readonly Group[]) {
  const days: ({ date: string } & ReturnType<typeof countsOf>)[] = [];
  for (let date = from; date <= to; date = addDays(date, 1))
    days.push({ date, ...countsOf(groups.filter((group) => group.date === date && !group.isDeleted)) });
  return days;
}

function countsOf(groups: readonly Group[]) {
  const having = (status: VacancyStatus) => sumOf(groups.filter((group) => group.status === status));
  return { total: sumOf(groups), open: having('open'), pending: having('pending_approval'), filled: having('filled') };
}

function sumOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the teachers who were absent in a month, with their hours and days. */
export async function teacherReportOf(call: Call<typeof getTeacherReport>): ReplyTo<typeof getTeacherReport> {
  const { month, span } = reportedMonth(call);
  const [teachers, staff] = await Promise.all([absentTeachers(call.db, span), staffOf(call.db, span)]);
  const teachersAbsent = teachers[0]?.teachers ?? 0;
  const top = teachers.map(({ teacherId, name, days, hours, primaryReason }) => ({
    teacherId,
    name,
    days,
    hours: oneDecimal(hours),
    primaryReason,
  }));
  const averageDays = teachersAbsent === 0 ? null : oneDecimal((teachers[0]?.allDays ?? 0) / teachersAbsent);
  return { month, staff, teachersAbsent, percentOfStaff: percentOf(teachersAbsent, staff), averageDays, top };
}

/** Returns the twelve months up to the requested one. */
export async function trendsOf(call: ReportCall): ReplyTo<typeof getTrends> {
  const { db } = call;
  const { month: last, timeZone, span: month } = reportedMonth(call);
  const months = Array.from({ length: trendMonths }, (_, index) => addMonths(last, index + 1 - trendMonths));
  const span = { ...month, from: firstDayOf(months[0] ?? last) };
  const [known, lead, median] = await Promise.all([
    monthsOf(db, span),
    leadDaysOf(db, span, timeZone),
    medianMinutesToFill(db, span),
  ]);
  return {
    months: months.map((name) => ({ month: name, ...rated(known.filter((row) => row.month === name)) })),
    leadTimes: leadTimes.map((leadTime) => ({
      leadTime,
      ...rated(lead.filter(({ days }) => leadTimeOf(days) === leadTime)),
    })),
    medianMinutesToFill: median === null ? null : oneDecimal(median),
  };
}

function rated(rows: readonly { total: number; filled: number }[]) {
  const total = rows.reduce((sum, row) => sum + row.total, 0);
  const filled = rows.reduce((sum, row) => sum + row.filled, 0);
  return { total, filled, fillRate: percentOf(filled, total) };
}
