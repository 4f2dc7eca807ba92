import { availabilityValues, parseGeneralAvailability } from '#domain/availability.ts';
import { dayName, weekdays } from '#domain/time.ts';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';
import { choiceWords } from '#web/words/availability.ts';

/** Shows a substitute's weekly availability, read-only: a row for each day, a mark in the column of its choice. */
export function WeekGrid({ name, stored }: { name: string; stored: string | null }) {
  const week = parseGeneralAvailability(stored);
  if (week === null)
    return (
      <p className="rounded-control bg-subtle px-4 py-3.5 text-label">
        {name} hasn’t saved a weekly availability yet. Until then, no day is ruled out.
      </p>
    );
  return (
    <table className="w-full table-fixed border-collapse text-label max-md:text-meta">
      <caption className="sr-only">Weekly availability of {name}</caption>
      <thead>
        <tr className="text-meta text-ink-3">
          <th scope="col" className="w-[25%] py-2 text-start font-medium text-ink-3">
            Day
          </th>
          {availabilityValues.map((value) => (
            <th
              key={value}
              scope="col"
              className="py-2 text-center font-medium text-ink-3 max-md:text-caption max-md:tracking-tighter"
            >
              {choiceWords[value]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdays.map((day) => (
          <tr key={day} className="border-t border-line">
            <th scope="row" className="py-2.5 text-start font-semibold">
              {dayName(day)}
            </th>
            {availabilityValues.map((value) => (
              <td key={value} className="text-center">
                {week[day] === value ? (
                  <span
                    className={join(
                      'inline-grid size-7 place-items-center rounded-pill',
                      value === 'unavailable' ? 'bg-subtle text-ink-2' : 'bg-filled-soft text-filled',
                    )}
                  >
                    <Icon shape={value === 'unavailable' ? icons.close : icons.check} size="small" />
                    <span className="sr-only">{choiceWords[value]}</span>
                  </span>
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
