import { FoldedReports } from '#web/features/reports/more/folded.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { part } from '#web/ui/part.tsx';

const ManyDays = part(() => import('#web/screens/school-admin/dashboard/many-days.tsx'), 'ManyDays', {
  fallback: <Skeleton className="h-72 rounded-card" />,
});

/** Shows the reports over many days, folded below those of a month. */
export function MoreReports({ today }: { today: string }) {
  return (
    <FoldedReports
      title="More reports"
      about="How classes were filled, absences, cancellations and no-shows, uncovered hours, and substitutes."
      show="Show more reports"
      hide="Hide more reports"
    >
      {(report) => <ManyDays today={today} report={report} />}
    </FoldedReports>
  );
}
