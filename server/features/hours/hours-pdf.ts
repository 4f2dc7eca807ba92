import { create as contentDisposition } from 'content-disposition';
import { Readable } from 'node:stream';
import type { exportHoursSummary } from '#contract/hours.ts';
import type { ExportFrame } from '#domain/hours-export.ts';
import { added, type HourSum, merged, noHours, sumsByCode, sumsByPerson } from '#domain/hours-summary.ts';
import { formatCents, formatMinutes, type PayUnit } from '#domain/pay.ts';
import { formatDate, localDate } from '#domain/time.ts';
import { finishedPages, isShownInPdf, openPdf, type Pdf, type PdfColumn, PdfLayout } from '#server/core/pdf.ts';
import type { Queryable } from '#server/db/database.ts';
import { coveredLines, exportedPeriod, linesInParts } from '#server/features/hours/export-hours.ts';
import type { Asked } from '#server/features/hours/view.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/**
 * Returns the approved lines of a period as a summary to print, with one row per person. The days are calculated and
 * the pages written while the file is sent, and its sums are those of the screen and of the payroll file.
 */
export async function hoursAsPdf(call: Call<typeof exportHoursSummary>): ReplyTo<typeof exportHoursSummary> {
  const { asked, frame } = await exportedPeriod(call);
  return call.reply
    .type('application/pdf')
    .header('cache-control', 'no-store')
    .header('content-disposition', contentDisposition(`hours-${frame.from}-to-${frame.to}.pdf`))
    .send(Readable.from(fileOf(call.db, asked, frame, call.now)));
}

async function* fileOf(db: Queryable, asked: Asked, frame: ExportFrame, now: Date): AsyncGenerator<Buffer> {
  const span = `${formatDate(frame.from)} – ${formatDate(frame.to)}`;
  const pdf = await openPdf({ title: `Hours, ${span}`, author: frame.schoolName });
  const layout = new PdfLayout(pdf, `${frame.schoolName} · Hours, ${span}`);
  layout.title(`Hours, ${span}`);
  layout.line(frame.schoolName);
  layout.line(stateOf(asked, now));
  const paid = payColumns(asked, frame.unit);
  const columns = columnsOf('Substitute', paid);
  layout.heading('Substitutes');
  layout.beginTable(columns.all);
  let total = { ...noHours, people: 0, open: 0, allShown: true };
  let codes: HourSum[] = [];
  for await (const { approved, open } of linesInParts(db, asked, now)) {
    const people = sumsByPerson(approved);
    for (const person of people) {
      layout.row(columns.all, columns.cells(person));
      total = added({ ...total, allShown: total.allShown && isShownInPdf(person.name) }, person);
      yield* finishedPages(pdf);
    }
    total = { ...total, people: total.people + people.length, open: total.open + open };
    codes = merged([...codes, ...sumsByCode(approved)]);
  }
  const counted = `${total.people} ${total.people === 1 ? 'substitute' : 'substitutes'}`;
  layout.endTable(columns.all, columns.cells({ ...total, name: counted, employeeId: null }));
  if (codes.length > 0) yield* table({ pdf, layout }, 'Pay codes', columnsOf('Pay code', paid), codes);
  const covered = sumsByPerson(await coveredLines(db, asked, frame, now));
  if (covered.length > 0)
    yield* table(
      { pdf, layout },
      'Periods covered by colleagues, not included above',
      columnsOf('Teacher', coverColumns(covered)),
      covered,
    );
  const notes = notesOf(total);
  if (notes.length > 0) layout.heading('Notes');
  for (const note of notes) layout.line(note);
  layout.end();
  yield* finishedPages(pdf);
}

function notesOf({ open, allShown }: { open: number; allShown: boolean }): string[] {
  const unapproved = `${open} ${open === 1 ? 'line is' : 'lines are'} not approved and not in this summary.`;
  const missing = 'Some names have letters that this file can’t show. The payroll file has them as they were entered.';
  return [...(open > 0 ? [unapproved] : []), ...(allShown ? [] : [missing])];
}

async function* table(
  { pdf, layout }: { pdf: Pdf; layout: PdfLayout },
  title: string,
  columns: Columns,
  sums: readonly HourSum[],
): AsyncGenerator<Buffer> {
  layout.heading(title);
  layout.beginTable(columns.all);
  for (const sum of sums) {
    layout.row(columns.all, columns.cells(sum));
    yield* finishedPages(pdf);
  }
  layout.endTable(columns.all, columns.cells({ ...sums.reduce(added, noHours), name: 'Total', employeeId: null }));
}

/** Returns a sentence that says whether the sums can still change. */
function stateOf({ period, zone }: Asked, now: Date): string {
  const { locked } = period;
  return locked === null
    ? `As of ${formatDate(localDate(now, zone))}. This pay period isn’t locked yet.`
    : `Locked by ${locked.by} on ${formatDate(localDate(locked.at, zone))}.`;
}

type Columns = { all: PdfColumn[]; cells: (sum: HourSum) => string[] };
type Part = { column: PdfColumn; cell: (sum: HourSum) => string };

const numbers = {
  days: { column: { head: 'Days', width: 45, right: true }, cell: ({ days }) => String(days) },
  covered: { column: { head: 'Periods', width: 65, right: true }, cell: ({ lines }) => String(lines) },
  hours: { column: { head: 'Hours', width: 65, right: true }, cell: ({ minutes }) => formatMinutes(minutes) },
  paidDays: { column: { head: 'Paid days', width: 65, right: true }, cell: ({ units }) => String(units / 2) },
  periods: { column: { head: 'Periods', width: 65, right: true }, cell: ({ units }) => String(units) },
  amount: { column: { head: 'Amount', width: 85, right: true }, cell: ({ cents }) => formatCents(cents) },
} satisfies Record<string, Part>;

/** Returns the columns of the school's pay. */
function payColumns({ pay, period }: Asked, unit: PayUnit): Part[] {
  const hasMoney = period.locked?.hasMoney ?? pay.settings.regularCents !== null;
  const units = { hour: [], day: [numbers.paidDays], period: [numbers.periods] }[unit];
  return [numbers.days, numbers.hours, ...units, ...(hasMoney ? [numbers.amount] : [])];
}

/** Returns the columns of periods that colleagues covered. A school may credit only the time. */
function coverColumns(covered: readonly HourSum[]): Part[] {
  const hasMoney = covered.some(({ cents }) => cents !== 0);
  return [numbers.covered, numbers.hours, ...(hasMoney ? [numbers.amount] : [])];
}

/** Returns a column of names, a column of employee IDs if they are people, and these columns. */
function columnsOf(of: 'Substitute' | 'Teacher' | 'Pay code', parts: readonly Part[]): Columns {
  const names: Part[] =
    of === 'Pay code'
      ? [{ column: { head: of, width: 280 }, cell: ({ name }) => name }]
      : [
          { column: { head: of, width: 190 }, cell: ({ name }) => name },
          { column: { head: 'Employee ID', width: 90 }, cell: ({ employeeId }) => employeeId ?? '' },
        ];
  const all = [...names, ...parts];
  return { all: all.map(({ column }) => column), cells: (sum) => all.map(({ cell }) => cell(sum)) };
}
