import '#web/screens/school-admin/dashboard/day-sheet.css';
import { extraHands } from '#domain/vacancy.ts';
import { formatLongDate, formatTimeRange } from '#domain/time.ts';
import { inOneLine, withoutSubstitute } from '#web/screens/school-admin/dashboard/board-words.ts';
import { densityOf } from '#web/screens/school-admin/dashboard/paper.ts';
import type { BoardLine } from '#web/features/reports/queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { join } from '#web/ui/join.ts';
import { Table } from '#web/ui/table.tsx';

type DaySheetProps = { lines: readonly BoardLine[]; day: string; timeZone: string; now: Date };

/** Shows the day on paper: a table that fits on a page, where each substitute signs in and out. */
export function DaySheet({ lines, day, timeZone, now }: DaySheetProps) {
  const at = { date: day, timeZone, now };
  return (
    <div data-density={densityOf(lines)}>
      <p className="px-3 pt-3 pb-1 text-label text-ink-2">
        {inOneLine(lines)}
        {lines.some(({ confirmed }) => confirmed === false) ? ' * Unconfirmed' : null}
      </p>
      <Table
        caption={`Absences on ${formatLongDate(day)}`}
        rows={lines}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Times',
            renderCell: ({ startTime, endTime }) => (
              <span className="whitespace-nowrap text-ink tabular-nums">{formatTimeRange(startTime, endTime)}</span>
            ),
          },
          {
            head: 'Room',
            renderCell: ({ room }) => <span className="whitespace-nowrap">{room?.replace(/^Room /, '')}</span>,
          },
          { head: 'Absent', phone: 'title', renderCell: (line) => <Absent line={line} /> },
          { head: 'Substitute', renderCell: (line) => <Covers line={line} at={at} /> },
          { head: 'Phone', renderCell: (line) => <Phone line={line} /> },
          { head: 'In', phone: 'hidden', onPaper: true, renderCell: () => <Signature /> },
          { head: 'Out', phone: 'hidden', onPaper: true, renderCell: () => <Signature /> },
        ]}
      />
    </div>
  );
}

type Cell = { line: BoardLine };

function Absent({ line: { teacherName, description, absenceReason, isUrgent } }: Cell) {
  return (
    <>
      <span className="one-line block wrap-anywhere">{absenceReason === null ? extraHands : teacherName}</span>{' '}
      <span className="one-line flex flex-wrap items-center gap-x-2 text-meta font-regular wrap-anywhere text-ink-3">
        {description}
        {isUrgent ? <Badge tone="urgent">Urgent</Badge> : null}
      </span>
    </>
  );
}

type CoversProps = Cell & { at: { date: string; timeZone: string; now: Date } };

function Covers({ line, at }: CoversProps) {
  const { substitute, status, section, confirmed, inside } = line;
  if (substitute === null)
    return (
      <span className={join('wrap-anywhere', inside === null && 'text-ink-3')}>{withoutSubstitute(line, at)}</span>
    );
  if (status === 'pending_approval') return <span className="wrap-anywhere">Requested by {substitute.fullName}</span>;
  if (section === 'uncovered') return <span className="wrap-anywhere">No-show: {substitute.fullName}</span>;
  return (
    <span className="wrap-anywhere">
      <span className="font-medium text-ink">{substitute.fullName}</span>
      {confirmed === false ? (
        <>
          {' '}
          *<span className="sr-only"> unconfirmed</span>
        </>
      ) : null}
    </span>
  );
}

function Phone({ line: { substitute } }: Cell) {
  if (substitute === null) return null;
  if (substitute.phone === null) return <span className="text-ink-3">No phone number</span>;
  return <span className="whitespace-nowrap tabular-nums">{substitute.phone}</span>;
}

/** Shows a blank for a time or initials. */
function Signature() {
  return <span className="sign inline-block w-12 border-b border-ink-2">{'\u00A0'}</span>;
}
