import { useQuery } from '@tanstack/react-query';
import { formatCents, formatMinutes } from '#domain/pay.ts';
import { formatMonth } from '#domain/time.ts';
import { HowCounted } from '#web/features/reports/fill/how-counted.tsx';
import { monthTotalsQuery } from '#web/features/reports/queries.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { CountPanel } from '#web/ui/count-panel.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { counted } from '#web/words/time.ts';

/**
 * Shows the totals of a month: absence days, days covered, and substitutes' work. Hidden if it fails to load, because
 * it is an extra.
 */
export function MonthTotals({ month }: { month: string }) {
  const { data, isPending, isPlaceholderData } = useQuery(monthTotalsQuery(month));
  if (isPending) return <Skeleton className="h-37 rounded-card max-md:h-65" />;
  if (data === undefined) return null;
  const { absenceDays, coveredDays, coveredPeriods, substitutes, minutes, cents } = data;
  const share = absenceDays === 0 ? [] : [`${Math.round((coveredDays / absenceDays) * 100)}%`];
  const inside = coveredPeriods === 0 ? [] : [`${counted(coveredPeriods, 'period')} by colleagues`];
  return (
    <section aria-label={`${formatMonth(data.month)} in total`} aria-busy={isPlaceholderData} className="print:hidden">
      <CountPanel
        counts={[
          { label: 'Absence days', value: absenceDays },
          { label: 'Days covered', value: coveredDays, note: [...share, ...inside].join(' · ') },
          {
            label: 'Hours worked',
            link: cents === null ? <ToHours>Hours worked</ToHours> : undefined,
            value: minutes === 0 ? 0 : formatMinutes(minutes),
            note: `by ${counted(substitutes, 'substitute')}`,
          },
          ...(cents === null
            ? []
            : [{ label: 'Cost', link: <ToHours>Cost</ToHours>, value: dollars(cents), note: 'approved or not' }]),
        ]}
      />
      <HowCounted of={`${formatMonth(data.month)} in total`}>
        A full day counts as 1, and a morning or afternoon as 0.5. A date never counts more than 1 for a teacher. A day
        is covered if it has a substitute who shows up, or colleagues in every period. Hours and cost are for classes
        that are over, approved or not, as on the Hours screen. Cost is rounded to the dollar. Corrections count in the
        month that pays them.
      </HowCounted>
    </section>
  );
}

/** Returns '$2,538', without cents, because a year's cost would otherwise be wider than a phone. */
function dollars(cents: number): string {
  return formatCents(Math.round(cents / 100) * 100).replace(/\.00$/, '');
}

function ToHours({ children }: { children: string }) {
  return (
    <Link to={paths.schoolAdmin.hours} className="text-inherit no-underline">
      {children}
    </Link>
  );
}
