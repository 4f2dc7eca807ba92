import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#web/api/loaded.tsx';
import { part } from '#web/ui/part.tsx';
import { badgesQuery } from '#web/session/badges.ts';
import { type Overview, overviewQuery } from '#web/features/overview/overview.ts';
import { TroubledSchools } from '#web/screens/overall-admin/dashboard/troubled-schools.tsx';
import { furtherPlaces } from '#web/navigation/menus.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { Banner } from '#web/ui/banner.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { CountPanel } from '#web/ui/count-panel.tsx';
import { grouped } from '#domain/grouped.ts';
import { PageHeader, SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Loading, Skeleton, SkeletonRows } from '#web/ui/loading.tsx';

/** This section is below the most important part, so its code loads later. */
const Operation = part(() => import('#web/screens/overall-admin/dashboard/operation.tsx'), 'Operation');

const linkClass = 'link inline-flex min-h-6 items-center text-label pointer-coarse:min-h-touch';

/** Shows the figures of all schools: today's coverage, their number, and the ones that need attention. */
export function OverallDashboard() {
  const overview = useQuery(overviewQuery);
  return (
    <>
      <PageHeader title="Dashboard">All schools, each by its own date</PageHeader>
      <WaitingAdministrators />
      <Loaded query={overview} what="the figures" skeleton={<Shape />}>
        {(figures) => <Figures {...figures} />}
      </Loaded>
      <Operation />
      <nav aria-label="Administration" className="flex flex-wrap gap-2">
        {furtherPlaces.overall_admin.map(({ to, label, icon }) => (
          <Link key={to} to={to} className={buttonClass('outlined', 'max-md:flex-1 max-md:min-h-touch')}>
            <Icon shape={icon} size="small" />
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}

/** Renders nothing if no one is waiting. The same count as in the sidebar. */
function WaitingAdministrators() {
  const { data: badges, isPending } = useQuery(badgesQuery);
  const count = badges?.pendingApprovals ?? 0;
  if (isPending) return <Loading when label="Loading pending approvals" skeleton={null} />;
  if (count === 0) return null;
  return (
    <Banner
      tone="pending"
      icon={icons.shield}
      title={
        count === 1
          ? 'A school administrator is waiting for your approval'
          : `${grouped(count)} school administrators are waiting for your approval`
      }
      actions={
        <Link to={paths.overallAdmin.pendingApprovals} className={buttonClass()}>
          Pending Approvals
        </Link>
      }
    />
  );
}

function Figures({ totalSchools, activeSchools, inactiveSchools, today, month, inTrouble }: Overview) {
  const { open, pending, filled, uncovered = open + pending, total: absences = open + pending + filled } = today;
  return (
    <>
      <section aria-labelledby="today">
        <SectionHeader id="today" title="Today and this month" />
        <CountPanel
          counts={[
            {
              label: 'Uncovered today',
              value: inFigures(uncovered),
              note: pending > 0 ? `${inFigures(pending)} requested` : undefined,
              noteIsPending: true,
            },
            {
              label: 'Filled today',
              value: inFigures(filled),
              note: absences === 0 ? 'No absences today' : `of ${inFigures(absences)}`,
            },
            {
              label: 'Fill rate this month',
              value: month.fillRate === null ? 'None yet' : `${month.fillRate}%`,
              note:
                month.fillRate === null
                  ? 'No absences this month'
                  : `${inFigures(month.filled)} of ${inFigures(month.total)} filled`,
            },
          ]}
        />
      </section>
      <TroubledSchools schools={inTrouble} absences={absences} />
      <section aria-labelledby="schools">
        <SectionHeader
          id="schools"
          title="Schools"
          link={
            <Link to={paths.overallAdmin.schools} className={linkClass}>
              Manage schools
            </Link>
          }
        />
        <CountPanel
          counts={[
            { label: 'Total schools', value: inFigures(totalSchools) },
            { label: 'Active', value: inFigures(activeSchools) },
            { label: 'Inactive', value: inFigures(inactiveSchools) },
          ]}
        />
      </section>
    </>
  );
}

/** 0 stays a number, which the panel shows in gray. */
function inFigures(count: number): number | string {
  return count < 1000 ? count : grouped(count);
}

function Shape() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-24 rounded-card" />
      <SkeletonRows plain />
    </div>
  );
}
