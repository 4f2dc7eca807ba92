import { addDays, formatDate, weekdayOf, workdaysBetween } from '#domain/time.ts';
import { chosenDays, proposedDays } from '#web/features/vacancies/post/absence-form.ts';
import type { AbsenceFormState } from '#web/features/vacancies/post/use-absence-form.ts';
import { counted } from '#web/words/time.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/**
 * Several days at once: the last day, and the days in between, each of which can be removed. The form's date is the
 * first.
 */
export function DaysField({ state, today }: { state: AbsenceFormState; today: string }) {
  const { values, set } = state;
  const { date, severalDays, lastDate, leftOut } = values;
  const days = proposedDays(values);
  const setLeftOut = (left: string[]) => set({ leftOut: left });
  const choose = (several: boolean) => {
    // The default is the next day, so there are several.
    set({ severalDays: several, ...(several && lastDate === '' && { lastDate: nextWorkday(date, today) }) });
  };
  return (
    <div className="grid gap-3">
      <Checkbox
        label="Several days"
        hint="One vacancy for each day, posted together"
        checked={severalDays}
        onChange={(event) => choose(event.target.checked)}
      />
      {severalDays ? (
        <div className="grid gap-3 rounded-control bg-subtle p-4 max-md:p-3.5">
          <Field {...state.field('lastDate')} label="Last Day">
            <Input type="date" min={date || today} {...state.text('lastDate')} />
          </Field>
          {days.length === 0 ? null : (
            <FieldGroup label="Days">
              <ul className="grid gap-x-4 sm:grid-cols-2">
                {days.map((day) => (
                  <li key={day}>
                    <Checkbox
                      label={
                        <span className="tabular-nums">
                          {named(day)}, {formatDate(day)}
                        </span>
                      }
                      checked={!leftOut.includes(day)}
                      onChange={(event) =>
                        setLeftOut(event.target.checked ? leftOut.filter((other) => other !== day) : [...leftOut, day])
                      }
                    />
                  </li>
                ))}
              </ul>
            </FieldGroup>
          )}
          <p role="status" className="text-meta text-ink-2">
            {counted(chosenDays(values).length, 'vacancy', 'vacancies')} to post.
          </p>
        </div>
      ) : null}
    </div>
  );
}

function nextWorkday(date: string, today: string): string {
  const from = addDays(date === '' ? today : date, 1);
  return workdaysBetween(from, addDays(from, 7), 1)[0] ?? from;
}

function named(date: string): string {
  const weekday = weekdayOf(date);
  return weekday.charAt(0).toUpperCase() + weekday.slice(1);
}
