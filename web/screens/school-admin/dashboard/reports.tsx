import { addMonths, formatMonth, isMonth, monthOf } from '#domain/time.ts';
import { FoldedReports } from '#web/features/reports/more/folded.tsx';
import { VacancyReport } from '#web/screens/school-admin/dashboard/vacancy-report.tsx';
import { useParam } from '#web/navigation/use-param.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/choice.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { MonthNavigator } from '#web/ui/month-navigator.tsx';
import { part } from '#web/ui/part.tsx';
import { WhenSeen } from '#web/ui/when-seen.tsx';

const ManyDays = part(() => import('#web/screens/school-admin/dashboard/many-days.tsx'), 'ManyDays', {
  fallback: <Skeleton className="h-72 rounded-card" />,
});

/** Shows the reports over many days, folded below those of a month. */
function MoreReports({ today }: { today: string }) {
  return (
    <FoldedReports
      // On paper, each report has its own heading.
      title={<span className="print:hidden">More reports</span>}
      about="How classes were filled, absences, cancellations and no-shows, uncovered hours, and substitutes."
      show="Show more reports"
      hide="Hide more reports"
    >
      {(report) => <ManyDays today={today} report={report} />}
    </FoldedReports>
  );
}

// The teacher report loads when someone chooses it.
const TeacherReport = part(() => import('#web/screens/school-admin/dashboard/teacher-report.tsx'), 'TeacherReport', {
  fallback: <Skeleton className="h-72 rounded-card" />,
});
// The monthly totals are as expensive as payroll, so they load only for people who scroll to them.
const MonthTotals = part(() => import('#web/screens/school-admin/dashboard/month-totals.tsx'), 'MonthTotals', {
  fallback: <Skeleton className="h-28 rounded-card" />,
});

const kinds = [
  { value: 'vacancies', label: 'Vacancy Report' },
  { value: 'teachers', label: 'Teacher Absence Report' },
] as const;
type Kind = (typeof kinds)[number]['value'];

/**
 * Shows the reports for a calendar month by the school's own dates. Those over many days are collapsed below. The
 * report and the month are in the address.
 */
export function Reports({ today }: { today: string }) {
  return (
    <>
      <MonthlyReports today={today} />
      <MoreReports today={today} />
    </>
  );
}

function MonthlyReports({ today }: { today: string }) {
  TeacherReport.useAhead();
  const [askedKind, chooseKind] = useParam('report');
  const [askedMonth, chooseMonth] = useParam('month');
  const current = monthOf(today);
  const month = askedMonth !== null && isMonth(askedMonth) ? askedMonth : current;
  const kind: Kind = kinds.find(({ value }) => value === askedKind)?.value ?? 'vacancies';
  const beside = (months: number) => {
    const to = addMonths(month, months);
    return isMonth(to) ? () => chooseMonth(to === current ? null : to) : undefined;
  };
  return (
    <section aria-labelledby="reports" data-printed="report" className="grid gap-4 print:block">
      <h2 id="reports" tabIndex={-1} className="-mb-1 print:hidden">
        Monthly reports
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <div className="max-md:w-full max-md:[&>*]:auto-cols-auto">
          <Segmented
            label="Report"
            options={kinds}
            value={kind}
            onChange={(value) => chooseKind(value === 'vacancies' ? null : value)}
          />
        </div>
        <div className="flex flex-wrap items-center justify-end gap-x-2 max-md:w-full">
          {month === current ? null : (
            <Button variant="plain" onClick={() => chooseMonth(null)} className="max-md:order-last max-md:w-full">
              This month
            </Button>
          )}
          <div className="max-md:flex-1 md:min-w-64">
            <MonthNavigator month={formatMonth(month)} onPrevious={beside(-1)} onNext={beside(1)} />
          </div>
        </div>
      </div>
      <WhenSeen className="min-h-28 print:hidden">{() => <MonthTotals month={month} />}</WhenSeen>
      {kind === 'vacancies' ? <VacancyReport month={month} /> : <TeacherReport month={month} />}
    </section>
  );
}
