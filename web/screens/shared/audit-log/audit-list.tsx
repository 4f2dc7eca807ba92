import { auditChangeLines } from '#domain/audit-changes.ts';
import { auditSentence } from '#domain/audit.ts';
import { formatDate, localDate, localTime, formatTime } from '#domain/time.ts';
import type { AuditRow } from '#web/screens/shared/audit-log/audit.ts';
import { Table } from '#web/ui/table.tsx';

type AuditListProps = {
  rows: readonly AuditRow[];
  timeZone: string;
  /** Hides the school's name if all rows are from the same school. */
  withSchool: boolean;
};

/** Acts as sentences, each with its time and, for the owner, its school. */
export function AuditList({ rows, timeZone, withSchool }: AuditListProps) {
  const momentOf = ({ at }: AuditRow) => {
    const instant = new Date(at);
    return (
      <time dateTime={at} className="md:whitespace-nowrap">
        {formatDate(localDate(instant, timeZone))}{' '}
        <span className="text-ink-3">at {formatTime(localTime(instant, timeZone))}</span>
      </time>
    );
  };
  return (
    <div className="card">
      <Table
        caption="Administrative actions, newest first"
        rows={rows}
        keyOf={(row) => row.id}
        columns={[
          {
            head: 'What happened',
            phone: 'title',
            renderCell: (row) => (
              <>
                <span className="font-medium wrap-anywhere">{auditSentence(row)}</span>
                <Changes row={row} />
              </>
            ),
          },
          ...(withSchool
            ? [
                {
                  head: 'School',
                  phone: 'line' as const,
                  renderCell: ({ schoolName }: AuditRow) => <span className="wrap-anywhere">{schoolName ?? ''}</span>,
                },
              ]
            : []),
          { head: 'When', renderCell: momentOf },
        ]}
      />
    </div>
  );
}

/** Shows the changes, with old and new values. */
function Changes({ row }: { row: AuditRow }) {
  const lines = auditChangeLines(row);
  if (lines.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-0.5 text-meta font-normal text-ink-2">
      {lines.map(({ name, from, to }, at) => (
        <li key={at} className="max-w-[80ch] wrap-anywhere whitespace-pre-line">
          {name}: {from} <span aria-hidden>→</span>
          <span className="sr-only">changed to</span> {to}
        </li>
      ))}
    </ul>
  );
}
