import { Readable } from 'node:stream';
import type { ReplyInput } from '#contract/endpoint.ts';
import type { exportHours } from '#contract/hours.ts';
import { exportRows } from '#domain/hours-export.ts';
import { audit } from '#server/db/audit.ts';
import { hourSchool, periodOfSchool } from '#server/features/hours/list-hours.ts';
import { inReadingOrder, linesOf } from '#server/features/hours/view.ts';
import { csvChunks, csvHead } from '#server/http/csv.ts';
import type { Call } from '#server/http/route.ts';

/** The approved lines of a period as the school's payroll file. */
export async function hoursAsCsv(call: Call<typeof exportHours>): Promise<ReplyInput<typeof exportHours>> {
  const { db, actor, query, now, reply } = call;
  const school = hourSchool(call, 'hours.read');
  const { pay, period } = await periodOfSchool(db, school.schoolId, query.date ?? school.today);
  const lines = await linesOf(db, { ...school, pay, period }, now);
  const approved = inReadingOrder(lines.filter(({ state }) => state !== 'open')).map(({ line }) => line);
  const { from, to } = period;
  await db.inTransaction((tx) =>
    audit(
      tx,
      {
        actorId: actor.id,
        act: 'hours.export',
        subjectType: 'school',
        subjectId: school.schoolId,
        schoolId: school.schoolId,
        detail: { from, to, lines: approved.length },
      },
      now,
    ),
  );
  const frame = { unit: period.locked?.unit ?? pay.settings.unit, schoolName: school.schoolName, from, to };
  return csvHead(reply, `hours-${from}-to-${to}`).send(
    Readable.from(
      csvChunks(
        pay.export.columns.map(({ heading }) => heading),
        exportRows(pay.export, frame, approved),
      ),
    ),
  );
}
