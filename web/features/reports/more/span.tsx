import { addDays } from '#domain/time.ts';
import { useParam } from '#web/navigation/use-param.ts';
import type { Days } from '#web/features/reports/fill/queries.ts';
import { Segmented } from '#web/ui/choice.tsx';

const spans = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 12 months' },
] as const;
type Span = (typeof spans)[number]['value'];

type ReportDays = { days: Days; chooser: React.ReactNode };

/** Returns the days of a report, through yesterday, and the control that sets their number. The address has them. */
export function useReportDays(today: string, most = 365): ReportDays {
  const [asked, choose] = useParam('days');
  const offered = spans.filter(({ value }) => Number(value) <= most);
  const span: Span = offered.find(({ value }) => value === asked)?.value ?? '90';
  const to = addDays(today, -1);
  return {
    days: { from: addDays(to, 1 - Number(span)), to },
    chooser: (
      <div className="max-md:w-full print:hidden max-md:[&>*]:auto-cols-auto">
        <Segmented
          label="Days"
          options={offered}
          value={span}
          onChange={(value) => choose(value === '90' ? null : value)}
        />
      </div>
    ),
  };
}
