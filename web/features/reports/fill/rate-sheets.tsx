import { HowCounted } from '#web/features/reports/fill/how-counted.tsx';
import { dayName, weekdays as weekdayKeys } from '#domain/time.ts';
import type { FillReport } from '#web/features/reports/fill/queries.ts';
import { Sheet } from '#web/features/reports/sheet.tsx';
import { percentWords } from '#web/features/reports/words.ts';
import { BarTable } from '#web/ui/bar-table.tsx';

/** The share of filled classes of a group. */
export type Rate = FillReport['all'];

/** Returns '91%', or a note that there are too few classes. */
export function rateWords({ fillRate, isTooEarly }: Pick<Rate, 'fillRate' | 'isTooEarly'>): string {
  return isTooEarly ? 'Too early to tell' : percentWords(fillRate);
}

/** Returns '85% to 95%', the interval of the true rate. */
export function rangeWords({ low, high }: Pick<Rate, 'low' | 'high'>): string {
  return low === null || high === null ? '–' : `${Math.round(low)}% to ${Math.round(high)}%`;
}

/** The meaning of all intervals. */
const intervalWords =
  'The range is the 95% Wilson interval. With so few classes, the true rate may be anywhere in it. While it is wider than 30 points, we show “Too early to tell”.';

type RateSheetProps = {
  id: string;
  title: string;
  rows: readonly (Rate & { key: string | number; name: string })[];
  children: string;
};

/** Fill rates of several groups as bars with their intervals. `children` explain how the groups are counted. */
export function RateSheet({ id, title, rows, children }: RateSheetProps) {
  return (
    <Sheet id={id} title={title}>
      <BarTable
        caption={title}
        heads={['Group and range', 'Fill rate', 'Filled']}
        rows={rows.map(({ key, name, ...rate }) => ({
          key,
          name: (
            <>
              {name}
              {rate.total === 0 ? null : <span className="block text-meta text-ink-3">{rangeWords(rate)}</span>}
            </>
          ),
          share: rate.isTooEarly ? 0 : (rate.fillRate ?? 0) / 100,
          values: [rate.total === 0 ? '–' : rateWords(rate), `${rate.filled} of ${rate.total}`],
        }))}
      />
      <HowCounted of={title}>
        {children} {intervalWords}
      </HowCounted>
    </Sheet>
  );
}

export function WeekdayRates({ weekdays }: { weekdays: FillReport['weekdays'] }) {
  return (
    <RateSheet
      id="fill-weekdays"
      title="Fill rate by weekday"
      rows={weekdays.map(({ weekday, ...rate }) => ({
        key: weekday,
        name: dayName(weekdayKeys[weekday - 1] ?? 'monday'),
        ...rate,
      }))}
    >
      A class counts on its date, and as filled if a substitute was booked and wasn’t a no-show.
    </RateSheet>
  );
}
