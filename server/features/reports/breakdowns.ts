import { gradeName } from '#domain/class.ts';
import { Readable } from 'node:stream';
import type { exportBreakdown, getBreakdowns } from '#contract/breakdowns.ts';
import { type Breakdown, breakdownFacts, breakdownLimits, breakdownsOf, type ValueKind } from '#domain/breakdowns.ts';
import { grades } from '#domain/grade.ts';
import { dayName, formatTime, weekdays } from '#domain/time.ts';
import { type Asked, type BreakdownRow, breakdownRows } from '#server/features/reports/breakdown-queries.ts';
import { reportedDays, reportedSchool } from '#server/features/reports/reports.ts';
import { csvChunks, csvHead } from '#server/http/csv.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

type BreakdownCall = Pick<Call, 'actor' | 'session' | 'now'> & {
  query: { from?: string | undefined; to?: string | undefined };
};

function askedFor(call: BreakdownCall): Asked {
  const { schoolId, timeZone, today } = reportedSchool(call);
  return { schoolId, timeZone, today, ...reportedDays(call.query, today) };
}

/** Returns the tables of a report on the caller's school. */
export async function breakdownsOfSchool(call: Call<typeof getBreakdowns>): ReplyTo<typeof getBreakdowns> {
  const asked = askedFor(call);
  const tables = await Promise.all(
    breakdownsOf(call.query.report ?? 'absences').map(async (table) => {
      const rows = await breakdownRows(call.db, table, asked, breakdownLimits.shown);
      return {
        table,
        found: rows[0]?.found ?? 0,
        rows: rows.map((row) => ({ key: row.key, name: nameIn(table, row), values: row.values })),
      };
    }),
  );
  return { from: asked.from, to: asked.to, tables };
}

/** Returns a table with all its rows, as a file. */
export async function breakdownAsCsv(call: Call<typeof exportBreakdown>) {
  const asked = askedFor(call);
  const { table = 'absence_weekdays' } = call.query;
  const { of, values } = breakdownFacts[table];
  const rows = await breakdownRows(call.db, table, asked, breakdownLimits.file);
  const name = `${table.replaceAll('_', '-')}-${asked.from}-to-${asked.to}`;
  return csvHead(call.reply, name).send(
    Readable.from(
      csvChunks(
        [of, ...values.map(({ head, kind }) => (kind === 'percent' ? `${head} (%)` : head))],
        rows.map((row) => [nameIn(table, row), ...row.values.map((value, at) => inFile(value, values[at]?.kind))]),
      ),
    ),
  );
}

/** Hours in a file have two decimals. */
function inFile(value: number | string | null, kind: ValueKind | undefined): number | string | null {
  return kind === 'minutes' && typeof value === 'number' ? Math.round((value / 60) * 100) / 100 : value;
}

function nameIn(table: Breakdown, { key, name }: BreakdownRow): string {
  if (table === 'uncovered_times') return formatTime(`${key.padStart(2, '0')}:00`);
  if (table === 'absence_weekdays' || table === 'uncovered_weekdays')
    return dayName(weekdays[Number(key) - 1] ?? 'monday');
  if (table === 'absence_grades' || table === 'uncovered_grades') return gradeIn(key);
  if (table === 'absence_subjects' || table === 'uncovered_subjects') return name === '' ? 'No subject' : name;
  return table === 'absence_departments' && name === '' ? 'No department' : name;
}

function gradeIn(key: string): string {
  const grade = grades.find((each) => each === key);
  return grade === undefined ? 'No grade, or several' : gradeName(grade);
}
