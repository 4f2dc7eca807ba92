import { Readable } from 'node:stream';
import type { exportFillBySchool, exportFillReport, getFillBySchool, getFillReport } from '#contract/fill-report.ts';
import { channelNames } from '#domain/channel-names.ts';
import { type FillTable, fillRateOf, timeToFill } from '#domain/fill-report.ts';
import { can } from '#domain/permissions.ts';
import { storedReasonsInWords } from '#domain/ranking.ts';
import { leadTimeNames, leadTimeOf, leadTimes, oneDecimal } from '#domain/report.ts';
import { dayName, formatTime, localDate, localTime, weekdays } from '#domain/time.ts';
import { extraHands } from '#domain/vacancy.ts';
import { notAllowed, notFound } from '#server/core/refused.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import {
  answersOf,
  type FillCell,
  fillCells,
  fillOfSchools,
  offersOf,
  timesToFill,
  unfilledOf,
} from '#server/features/reports/fill-queries.ts';
import type { Span } from '#server/features/reports/queries.ts';
import { reportedDays } from '#server/features/reports/reports.ts';
import { csvChunks, csvHead } from '#server/http/csv.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** The unfilled classes that the screen shows. */
const shownUnfilled = 50;
/**
 * The maximum number of rows in a file. No school has more in the longest span, except of offers, of which the file
 * has the latest.
 */
const mostRows = 50_000;
/** The schools that the owner sees. */
const shownSchools = 100;
/** The longest span over all schools, in days. */
const longestOfAll = 100;
/** The curve of answers needs at least this many notified people, and messages per class at least this many fills. */
const fewest = { notified: 20, fills: 8 } as const;

type FillCall = Pick<Call, 'actor' | 'db' | 'now'> & {
  params: { id: number };
  query: { from?: string | undefined; to?: string | undefined };
};
type School = { name: string; timeZone: string };

/**
 * Returns the school and the days that a call asks for.
 *
 * @throws {Refused} not_found for a school that the caller doesn't run.
 */
async function askedFor({ actor, db, now, params, query }: FillCall): Promise<{ school: School; span: Span }> {
  const [school] = can(actor, 'fill.read', { schoolId: params.id }) ? await schoolOf(db, params.id) : [];
  if (school === undefined) throw notFound('school');
  return { school, span: { schoolId: params.id, ...reportedDays(query, localDate(now, school.timeZone)) } };
}

function schoolOf(db: Queryable, id: number): Promise<School[]> {
  return db.query<School>(sql`select name, time_zone as "timeZone" from schools
    where id = ${id} and deletion_began_at is null`);
}

/** Returns how well a school's classes were filled. */
export async function fillReportOf(call: Call<typeof getFillReport>): ReplyTo<typeof getFillReport> {
  const { db } = call;
  const { school, span } = await askedFor(call);
  const [cells, times, answers, rows] = await Promise.all([
    fillCells(db, span, school.timeZone),
    timesToFill(db, span),
    answersOf(db, span),
    unfilledOf(db, span, shownUnfilled),
  ]);
  const { total, filled } = summed(cells);
  const { median, p90 } = timeToFill(times.fills, times);
  const { classes, filled: filledClasses, sent, notified, points } = answers;
  return {
    schoolName: school.name,
    from: span.from,
    to: span.to,
    all: fillRateOf(filled, total),
    ...ratesOf(cells),
    timeToFill: { fills: times.fills, median: rounded(median), p90: rounded(p90) },
    messages: {
      classes,
      filled: filledClasses,
      sent,
      perFill: filledClasses < fewest.fills || sent === 0 ? null : oneDecimal(sent / filledClasses),
    },
    answers: { notified, isTooEarly: notified < fewest.notified, points },
    unfilled: total - filled,
    rows: rows.map(({ postedAt: _postedAt, ...row }) => row),
  };
}

function rounded(minutes: number | null): number | null {
  return minutes === null ? null : oneDecimal(minutes);
}

function summed(cells: readonly { total: number; filled: number }[]): { total: number; filled: number } {
  return cells.reduce((sum, cell) => ({ total: sum.total + cell.total, filled: sum.filled + cell.filled }), {
    total: 0,
    filled: 0,
  });
}

function rated(cells: readonly { total: number; filled: number }[]) {
  const { total, filled } = summed(cells);
  return fillRateOf(filled, total);
}

function ratesOf(cells: readonly FillCell[]) {
  return {
    leadTimes: leadTimes.map((leadTime) => ({
      leadTime,
      ...rated(cells.filter(({ days }) => leadTimeOf(days) === leadTime)),
    })),
    weekdays: weekdays
      .map((_, index) => ({ weekday: index + 1, ...rated(cells.filter(({ weekday }) => weekday === index + 1)) }))
      .filter(({ total }) => total > 0),
  };
}

/** Returns a table of the report as a file. */
export async function fillReportAsCsv(call: Call<typeof exportFillReport>) {
  const { school, span } = await askedFor(call);
  const { table = 'rates' } = call.query;
  const [header, rows] = await tableOf(call.db, table, span, school.timeZone);
  const name = `fill-${table}-${span.from}-to-${span.to}`;
  return csvHead(call.reply, name).send(Readable.from(csvChunks(header, rows)));
}

type Cells = readonly (string | number | null)[];
type At = (instant: Date | null) => string | null;
type RowOf<Query extends (...input: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Query>>[number];

async function tableOf(
  db: Queryable,
  table: FillTable,
  span: Span,
  timeZone: string,
): Promise<[header: readonly string[], rows: Iterable<Cells>]> {
  const at: At = (instant) =>
    instant === null ? null : `${localDate(instant, timeZone)} ${localTime(instant, timeZone)}`;
  if (table === 'rates') return [rateHeads, rateRows(await fillCells(db, span, timeZone))];
  if (table === 'unfilled')
    return [unfilledHeads, (await unfilledOf(db, span, mostRows)).map((row) => unfilledCells(row, at))];
  return [offerHeads, (await offersOf(db, span, mostRows)).map((row) => offerCells(row, at))];
}

const unfilledHeads = [
  'Date',
  'Start',
  'End',
  'Teacher',
  'Class',
  'Reason',
  'Posted',
  'Notified',
  'Saw it',
  'Declined',
  'Requests',
  'Covered by colleagues',
  'No-show',
];

function unfilledCells(row: RowOf<typeof unfilledOf>, at: At): Cells {
  return [
    row.date,
    formatTime(row.startTime),
    formatTime(row.endTime),
    row.teacherName,
    row.description,
    row.absenceReason ?? extraHands,
    at(row.postedAt),
    row.notified,
    row.saw,
    row.declined,
    row.requests,
    row.isCoveredInside ? 'Yes' : 'No',
    row.isNoShow ? 'Yes' : 'No',
  ];
}

function offerCells(row: RowOf<typeof offersOf>, at: At): Cells {
  return [
    row.date,
    row.teacherName,
    row.description,
    row.substituteName,
    row.round,
    row.wave,
    row.rank,
    storedReasonsInWords(row.reasons, row.date).replaceAll(' · ', '; '),
    row.channels.map((channel) => channelNames[channel]).join('; '),
    at(row.sentAt),
    at(row.deliveredAt),
    at(row.seenAt),
    at(row.remindedAt),
    row.answer === null ? null : answerNames[row.answer],
    at(row.answeredAt),
    row.answeredAt === null ? null : Math.round((row.answeredAt.getTime() - row.sentAt.getTime()) / 1000),
  ];
}

const answerNames = { yes: 'Requested', declined: 'Declined' } as const;

const rateHeads = ['By', 'Group', 'Classes', 'Filled', 'Fill rate (%)', '95% from', '95% to', 'Enough classes'];
const offerHeads = [
  'Date',
  'Teacher',
  'Class',
  'Substitute',
  'Round',
  'Wave',
  'Rank',
  'Reasons',
  'Sent by',
  'Offered',
  'Delivered',
  'Opened',
  'Reminded',
  'Answer',
  'Answered',
  'Seconds to answer',
];

function rateRows(cells: readonly FillCell[]): Cells[] {
  const row = (by: string, group: string, rate: ReturnType<typeof rated>): Cells => [
    by,
    group,
    rate.total,
    rate.filled,
    rate.fillRate,
    rate.low,
    rate.high,
    rate.isTooEarly ? 'No' : 'Yes',
  ];
  const rates = ratesOf(cells);
  return [
    row('All', 'All classes', rated(cells)),
    ...rates.leadTimes.map((rate) => row('Lead time', leadTimeNames[rate.leadTime], rate)),
    ...rates.weekdays.map((rate) => row('Weekday', dayName(weekdays[rate.weekday - 1] ?? 'monday'), rate)),
  ];
}

/** Returns how well the classes of all schools were filled. Each school's tallies are by its own dates. */
export async function fillBySchool(call: Call<typeof getFillBySchool>): ReplyTo<typeof getFillBySchool> {
  const { actor, db, query, now } = call;
  if (!can(actor, 'fill.readAll', null)) throw notAllowed();
  const days = reportedDays(query, localDate(now, 'UTC'), longestOfAll);
  const found = await fillOfSchools(db, days, shownSchools);
  return {
    ...days,
    all: rated(found.weekdays),
    weekdays: found.weekdays.map(({ weekday, ...cell }) => ({ weekday, ...rated([cell]) })),
    schools: found.schools,
    rows: found.rows.map(({ id, name, city, state, ...cell }) => ({ id, name, city, state, ...rated([cell]) })),
  };
}

const schoolHeads = ['School', 'City', 'State', 'Classes', 'Filled', 'Unfilled', ...rateHeads.slice(4)];

/** Returns the rates of all schools that had classes as a file, those with the most unfilled classes first. */
export async function fillBySchoolAsCsv({ actor, db, query, now, reply }: Call<typeof exportFillBySchool>) {
  if (!can(actor, 'fill.readAll', null)) throw notAllowed();
  const days = reportedDays(query, localDate(now, 'UTC'), longestOfAll);
  const { rows } = await fillOfSchools(db, days, mostRows);
  const cells = rows.map(({ name, city, state, ...cell }): Cells => {
    const { total, filled, fillRate, low, high, isTooEarly } = rated([cell]);
    return [name, city, state, total, filled, total - filled, fillRate, low, high, isTooEarly ? 'No' : 'Yes'];
  });
  return csvHead(reply, `fill-by-school-${days.from}-to-${days.to}`).send(Readable.from(csvChunks(schoolHeads, cells)));
}
