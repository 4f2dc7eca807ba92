import type { School } from '#contract/schools.ts';
import type { columnShifts } from '#domain/availability.ts';
import { offeredShifts } from '#domain/shift.ts';
import { formatTimeRange } from '#domain/time.ts';
import type { GridColumns } from '#web/screens/substitute/my-availability/week.ts';
import { choiceWords } from '#web/words/availability.ts';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';

const halves = ['morning', 'afternoon', 'all_day'] as const satisfies readonly (keyof typeof columnShifts)[];

/**
 * Shows the times of the shifts: as a sentence on phones, where the grid has no column headings, and by school if they
 * differ.
 */
export function ShiftTimes({ schools, columns }: { schools: readonly School[]; columns: GridColumns }) {
  const sentences = halves.flatMap((half) => {
    const { isEnabled, times } = columns[half];
    if (times.length === 0) return isEnabled ? [] : [`${choiceWords[half]} is not offered by your schools.`];
    // Breaks between two time spans, never inside one.
    const spans = times.map(({ start, end }) => formatTimeRange(start, end).replaceAll(' ', '\u00A0')).join(' or ');
    return [`${choiceWords[half]} ${spans}${isEnabled ? '' : ', not offered by your schools'}.`];
  });
  const differ = halves.some((half) => columns[half].times.length > 1);
  return (
    <>
      {sentences.length > 0 ? (
        <p className="text-meta text-ink-3 md:hidden">
          {sentences.map((sentence) => (
            <span key={sentence} className="block">
              {sentence}{' '}
            </span>
          ))}
        </p>
      ) : null}
      {differ ? (
        <details className="group text-meta text-ink-3 print:hidden">
          <summary className="inline-flex min-h-7 items-center gap-1.5 rounded-control font-medium text-ink-2 pointer-coarse:min-h-touch">
            Times at each school
            <Icon shape={icons.chevronDown} size="small" className="group-open:rotate-180" />
          </summary>
          <ul className="mt-1 grid gap-1">
            {schools.map(({ id, name, vacancySettings }) => (
              <li key={id}>
                <b>{name}</b>:{' '}
                {vacancySettings
                  ? offeredShifts(vacancySettings)
                      .map((shift) => shift.label)
                      .join(', ') || 'no shifts set'
                  : 'no shifts set'}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
