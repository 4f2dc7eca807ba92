import { FillReport } from '#web/features/reports/fill/fill-report.tsx';
import { useReportDays } from '#web/features/reports/more/span.tsx';
import { useSession } from '#web/session/session.ts';

/** The reports over many days: how classes were filled. */
export function ManyDays({ today }: { today: string }) {
  const [school] = useSession().schools;
  const { days, chooser } = useReportDays(today);
  if (school === undefined) return null;
  return (
    <>
      {chooser}
      <FillReport schoolId={school.id} days={days} />
    </>
  );
}
