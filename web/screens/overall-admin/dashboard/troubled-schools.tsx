import type { Overview } from '#web/features/overview/overview.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { EmptyState } from '#web/ui/page-state.tsx';
import { Table } from '#web/ui/table.tsx';
import { grouped } from '#domain/grouped.ts';

/** Shows the schools with uncovered classes today, most first. `absences` is the number of all classes today. */
export function TroubledSchools({ schools, absences }: { schools: Overview['inTrouble']; absences: number }) {
  return (
    <section aria-labelledby="in-trouble">
      <SectionHeader id="in-trouble" title="Uncovered classes today" />
      {schools.length === 0 ? (
        <EmptyState
          level={3}
          icon={icons.personCheck}
          title={absences === 0 ? 'No absences today' : 'Every class is covered today'}
        >
          A school appears here while one of today’s classes is uncovered or has a request to review.
        </EmptyState>
      ) : (
        <div className="card">
          <Table
            caption="Schools with uncovered classes today, most first"
            rows={schools}
            keyOf={(school) => school.id}
            columns={[
              {
                head: 'School',
                phone: 'title',
                renderCell: ({ name, city, state }) => (
                  <>
                    <Link
                      to={`${paths.overallAdmin.schools}?${new URLSearchParams({ search: name })}`}
                      className="link wrap-anywhere pointer-coarse:inline-flex pointer-coarse:min-h-touch pointer-coarse:items-center"
                    >
                      {name}
                    </Link>
                    <span className="block text-meta font-regular text-ink-3">
                      {[city, state].filter(Boolean).join(', ')}
                    </span>
                  </>
                ),
              },
              {
                head: 'Uncovered',
                phone: 'labeled',
                end: true,
                renderCell: ({ open, pending, uncovered = open + pending }) => <Figure value={uncovered} strong />,
              },
              {
                head: 'Requested',
                phone: 'labeled',
                end: true,
                renderCell: ({ pending }) => <Figure value={pending} />,
              },
              { head: 'Filled', phone: 'labeled', end: true, renderCell: ({ filled }) => <Figure value={filled} /> },
            ]}
          />
        </div>
      )}
    </section>
  );
}

function Figure({ value, strong = false }: { value: number; strong?: boolean }) {
  return (
    <span className={strong && value > 0 ? 'font-semibold text-urgent tabular-nums' : 'tabular-nums'}>
      {grouped(value)}
    </span>
  );
}
