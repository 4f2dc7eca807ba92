import { type AvailabilityValue, availabilityValues } from '#domain/availability.ts';
import { formatTimeRange, type Weekday, weekdays } from '#domain/time.ts';
import type { GridColumns, WeekForm } from '#web/screens/substitute/my-availability/week.ts';
import { choiceWords } from '#web/words/availability.ts';
import { FieldError } from '#web/ui/field.tsx';
import { join } from '#web/ui/join.ts';

const dayWords: Record<Weekday, string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};

/** The widths of the four segments on phones: the longest label gets the most. */
const segments = 'max-md:grid max-md:grid-cols-[1.4fr_1fr_1.2fr_0.9fr]';
const trackEnds = ['max-md:rounded-l-control', '', '', 'max-md:rounded-r-control'];

/**
 * Shows the weekly availability: each day is one native radio group. From 768 px on, it is a table. Below that, each
 * day is a row of four segments with the same radios (with explicit roles, because a CSS grid layout removes a table's
 * semantics).
 */
export function WeekTable({ form, columns }: { form: WeekForm; columns: GridColumns }) {
  return (
    <table role="table" className="w-full table-fixed border-collapse text-label max-md:block">
      <caption className="sr-only">Your availability in a usual week</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row" className="align-bottom">
          <th role="columnheader" scope="col" className="w-[17%] px-5 py-4 text-start">
            <span className="sr-only">Day</span>
          </th>
          {availabilityValues.map((value) => (
            <th
              key={value}
              role="columnheader"
              scope="col"
              className={join('px-1 py-4 text-center', isOff(columns, value) && 'bg-subtle text-ink-3')}
            >
              {choiceWords[value]}
              {headLines(columns, value).map((line) => (
                <span key={line} className="block text-meta font-regular text-ink-3 tabular-nums">
                  {/* Breaks only at the dash, so times stay whole. */}
                  {line.replaceAll(/ (?=[AP]M|–)/g, '\u00A0')}
                </span>
              ))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {weekdays.map((day) => (
          <tr
            key={day}
            role="row"
            className={join(
              'border-line md:border-t max-md:px-4 max-md:pt-3 max-md:pb-3.5 max-md:not-first:border-t',
              segments,
            )}
          >
            <th role="rowheader" scope="row" className="ps-5 text-start max-md:col-span-4 max-md:px-0 max-md:pb-2">
              {dayWords[day]}
              {isOff(columns, form.week[day]) ? (
                <span className="block text-meta font-medium text-pending">
                  {choiceWords[form.week[day]]} is no longer offered
                </span>
              ) : null}
              {form.noteOf(day) ? <FieldError id={`availability-${day}-error`}>{form.noteOf(day)}</FieldError> : null}
            </th>
            {availabilityValues.map((value, at) => (
              <td
                key={value}
                role="cell"
                className={join(
                  'p-0 max-md:bg-subtle max-md:p-[3px]',
                  trackEnds[at],
                  isOff(columns, value) && 'bg-subtle',
                )}
              >
                <Choice day={day} value={value} form={form} columns={columns} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ChoiceProps = { day: Weekday; value: AvailabilityValue; form: WeekForm; columns: GridColumns };

function Choice({ day, value, form, columns }: ChoiceProps) {
  const checked = !form.isBlank && form.week[day] === value;
  const off = isOff(columns, value);
  return (
    <label
      className={join(
        'segment relative grid min-h-12 place-items-center text-center text-ink-2 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus',
        'max-md:min-h-touch max-md:rounded-[6px] max-md:text-meta max-md:font-medium max-[22.5rem]:text-caption max-md:has-focus-visible:outline-offset-2 max-md:forced-colors:border',
        value === 'unavailable'
          ? 'max-md:has-checked:bg-raised max-md:has-checked:text-ink max-md:has-checked:shadow-[inset_0_0_0_1.5px_var(--color-line-control)]'
          : 'has-checked:bg-accent-soft max-md:has-checked:bg-accent max-md:has-checked:text-on-accent',
        off ? 'max-md:line-through' : 'cursor-pointer',
        off && !checked && 'text-ink-3',
      )}
    >
      {/* A selected option that is no longer offered can be changed, but not chosen again. */}
      <input
        {...(checked ? { id: `availability-${day}` } : {})}
        type="radio"
        name={`availability-${day}`}
        value={value}
        checked={checked}
        disabled={off && !checked}
        aria-label={[`${dayWords[day]}: ${choiceWords[value]}`, ...headLines(columns, value)].join(', ')}
        onChange={() => form.choose(day, value)}
        className="dot cursor-[inherit] max-md:absolute max-md:inset-0 max-md:size-full max-md:opacity-0"
      />
      <span aria-hidden="true" className="md:hidden">
        {choiceWords[value]}
      </span>
    </label>
  );
}

function isOff(columns: GridColumns, value: AvailabilityValue): boolean {
  return value !== 'unavailable' && !columns[value].isEnabled;
}

/** Returns the line under a column's heading: the schools' times of the shift, or a note that no school offers it. */
function headLines(columns: GridColumns, value: AvailabilityValue): string[] {
  if (value === 'unavailable') return ['No offers'];
  const { isEnabled, times } = columns[value];
  const spans = times.map(({ start, end }) => formatTimeRange(start, end));
  return isEnabled ? spans : [...spans, 'Not offered'];
}
