import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate, formatTimeRange } from '#domain/time.ts';
import { StatusBadge } from '#web/features/vacancies/card/status-badge.tsx';
import { dayWords } from '#web/words/time.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Table } from '#web/ui/table.tsx';

/** Shows a teacher's next absences: time, class and substitute. */
export function ComingUp({ vacancies, now }: { vacancies: readonly Vacancy[]; now: Date }) {
  return (
    <div className="card">
      <Table
        caption="Upcoming absences"
        rows={vacancies}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Title',
            phone: 'title',
            renderCell: ({ id, description, isUrgent }) => (
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Link
                  to={`${paths.teacher.myVacancies}?vacancy=${id}`}
                  className="link inline-flex min-h-6 items-center wrap-anywhere pointer-coarse:min-h-touch"
                >
                  {description}
                </Link>
                {isUrgent ? <Badge tone="urgent">Urgent</Badge> : null}
              </span>
            ),
          },
          {
            head: 'Date',
            renderCell: ({ date, timeZone, startTime, endTime }) => (
              <>
                <span className="block font-medium whitespace-nowrap text-ink max-md:inline">{formatDate(date)}</span>{' '}
                <span className="inline-flex flex-wrap gap-x-3 text-meta text-ink-3 tabular-nums xl:whitespace-nowrap">
                  <span>{dayWords(date, timeZone, now).words}</span>{' '}
                  <span className="whitespace-nowrap">{formatTimeRange(startTime, endTime)}</span>
                </span>
              </>
            ),
          },
          { head: 'Substitute', renderCell: (vacancy) => <span className="wrap-anywhere">{whoInWords(vacancy)}</span> },
          { head: 'Status', phone: 'corner', end: true, renderCell: ({ status }) => <StatusBadge status={status} /> },
        ]}
      />
    </div>
  );
}

function whoInWords({ status, substitute, requester, confirmed, coveredBy }: Vacancy): string {
  if (coveredBy) return `Covered by colleagues: ${coveredBy.join(', ')}`;
  if (status === 'filled')
    return `${substitute?.fullName ?? 'Unable to load substitute information'}${confirmed === false ? ', not confirmed' : ''}`;
  return status === 'pending_approval' && requester ? `Requested by ${requester.fullName}` : 'No one yet';
}
