import { breakdownReports, type BreakdownReport } from '#domain/breakdowns.ts';
import { FillReport } from '#web/features/reports/fill/fill-report.tsx';
import { PrintedHead } from '#web/screens/school-admin/dashboard/printed-head.tsx';
import { useReportDays } from '#web/features/reports/more/span.tsx';
import { Breakdowns } from '#web/screens/school-admin/dashboard/breakdowns.tsx';
import { useSession } from '#web/session/session.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { Tabs } from '#web/ui/tabs.tsx';

const names: Record<BreakdownReport, string> = {
  absences: 'Absences',
  missed: 'Cancellations and no-shows',
  uncovered: 'Uncovered hours',
  substitutes: 'Substitutes',
};

const tabs = [
  { id: 'fill', label: 'Fill' },
  ...breakdownReports.map((report) => ({ id: report, label: names[report] })),
] as const;
type Tab = 'fill' | BreakdownReport;

/** Shows the reports over many days: the fill report, and tables on demand. */
export function ManyDays({ today, report }: { today: string; report: string }) {
  const [school] = useSession().schools;
  const [, choose] = useParam('more');
  const { days, chooser } = useReportDays(today);
  const current: Tab = tabs.find(({ id }) => id === report)?.id ?? 'fill';
  if (school === undefined) return null;
  return (
    <Tabs<Tab> label="Reports" tabs={tabs} current={current} onChange={choose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 print:block">
        {chooser}
        {current === 'fill' ? (
          <>
            <PrintedHead title="Fill report" />
            <FillReport schoolId={school.id} days={days} />
          </>
        ) : (
          <Breakdowns key={current} report={current} title={names[current]} days={days} />
        )}
      </div>
    </Tabs>
  );
}
