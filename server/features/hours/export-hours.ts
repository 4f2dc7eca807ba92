import { Readable } from 'node:stream';
import type { exportHours, exportHoursSummary } from '#contract/hours.ts';
import { creditLines, type ExportFrame, type ExportLine, type ExportMap, exportRows } from '#domain/hours-export.ts';
import { audit } from '#server/db/audit.ts';
import type { Queryable } from '#server/db/database.ts';
import { creditedPeriods } from '#server/features/cover/queries.ts';
import { hourSchool, periodOfSchool } from '#server/features/hours/list-hours.ts';
import { peopleOf } from '#server/features/hours/load.ts';
import { type Asked, inReadingOrder, type Line, linesOf } from '#server/features/hours/view.ts';
import { csvChunks, csvHead } from '#server/http/csv.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** The number of substitutes calculated at a time, so the file starts right away and other calls get their turn. */
const peopleAtOnce = 750;

/** Returns a pay period of the caller's school to export, and records the export in the audit log. */
export async function exportedPeriod(
  call: Call<typeof exportHours> | Call<typeof exportHoursSummary>,
): Promise<{ asked: Asked; frame: ExportFrame }> {
  const { db, query } = call;
  const school = hourSchool(call, 'hours.read');
  const { pay, period } = await periodOfSchool(db, school.schoolId, query.date ?? school.today);
  const { from, to } = period;
  await db.inTransaction((tx) =>
    audit(tx, call, {
      act: 'hours.export',
      subject: ['school', school.schoolId],
      schoolId: school.schoolId,
      detail: { from, to },
    }),
  );
  const frame = { unit: period.locked?.unit ?? pay.settings.unit, schoolName: school.schoolName, from, to };
  return { asked: { ...school, pay, period }, frame };
}

/**
 * Returns the approved lines of a period as the school's payroll file, by substitute, and after them the periods that
 * teachers covered for colleagues. It is calculated while it is sent. A day depends only on its own substitute's days,
 * so the sums are those of the screen.
 */
export async function hoursAsCsv(call: Call<typeof exportHours>): ReplyTo<typeof exportHours> {
  const { asked, frame } = await exportedPeriod(call);
  const map = asked.pay.export;
  return csvHead(call.reply, `hours-${frame.from}-to-${frame.to}`).send(
    Readable.from(
      csvChunks(
        map.columns.map(({ heading }) => heading),
        rowsOf(call.db, asked, map, frame, call.now),
      ),
    ),
  );
}

async function* rowsOf(db: Queryable, asked: Asked, map: ExportMap, frame: ExportFrame, now: Date) {
  for await (const { approved } of linesInParts(db, asked, now)) yield* exportRows(map, frame, approved);
  yield* exportRows(map, frame, await coveredLines(db, asked, frame, now));
}

/**
 * Returns the approved lines of a period, one group of substitutes after the other, and the number of lines that aren't
 * approved.
 */
export async function* linesInParts(
  db: Queryable,
  asked: Asked,
  now: Date,
): AsyncGenerator<{ approved: Line[]; open: number }> {
  const people = await peopleOf(db, { schoolId: asked.schoolId, span: asked.period });
  for (let from = 0; from < people.length; from += peopleAtOnce) {
    const some = people.slice(from, from + peopleAtOnce);
    const lines = await linesOf(db, { ...asked, substituteId: some }, now);
    const places = new Map(some.map((id, place) => [id, place]));
    const approved = inReadingOrder(lines.filter(({ state }) => state !== 'open')).map(({ line }) => line);
    const placeOf = (id: number) => places.get(id) ?? 0;
    yield {
      approved: approved.toSorted((one, other) => placeOf(one.substituteId) - placeOf(other.substituteId)),
      open: lines.length - approved.length,
    };
  }
}

/** Returns the periods of a span that teachers covered for colleagues, as lines. */
export async function coveredLines(
  db: Queryable,
  asked: Asked,
  { unit }: ExportFrame,
  now: Date,
): Promise<ExportLine[]> {
  const { accountCode } = asked.pay.settings;
  const covered = await creditedPeriods(db, asked.schoolId, { ...asked.period, accountCode }, now);
  return creditLines(covered, unit);
}
