import { Backups } from '#web/screens/overall-admin/dashboard/backups.tsx';
import { FoldedReports } from '#web/features/reports/more/folded.tsx';
import { part } from '#web/ui/part.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { TextCodes } from '#web/screens/overall-admin/dashboard/text-codes.tsx';

const OwnerFill = part(() => import('#web/screens/overall-admin/dashboard/owner-fill.tsx'), 'OwnerFill', {
  fallback: <Skeleton className="h-72 rounded-card" />,
});

/** Shows the fill report, and monitoring for the operator of FirstBell: backups and the cost of text messages. */
export function Operation() {
  return (
    <>
      <FoldedReports
        title="Fill report"
        about="How well classes were filled, by school and weekday."
        show="Show fill report"
        hide="Hide fill report"
      >
        {() => <OwnerFill />}
      </FoldedReports>
      <Backups />
      <TextCodes />
    </>
  );
}
