import { useId } from 'react';
import { type Closure, schoolDayFrom } from '#domain/closure.ts';
import { addDays, dayName, formatDate } from '#domain/time.ts';
import { chosenDays, chosenJobs, daysOfSpan } from '#web/features/vacancies/post/absence-form.ts';
import type { AbsenceFormState } from '#web/features/vacancies/post/use-absence-form.ts';
import { counted } from '#web/words/time.ts';
import { Checkbox, Radio } from '#web/ui/choice.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { join } from '#web/ui/join.ts';

type DaysFieldProps = { state: AbsenceFormState; closures: readonly Closure[]; today: string };

/**
 * Several days at once: the last one, and all in between. School days are checked, and weekends and closed days aren't.
 * People can change each of them.
 */
export function DaysField({ state, closures, today }: DaysFieldProps) {
  const { values, set } = state;
  const { date, severalDays, lastDate, leftOut, added } = values;
  const days = daysOfSpan(values, closures);
  const isTicked = (day: string, closed: string | null) =>
    closed === null ? !leftOut.includes(day) : added.includes(day);
  const toggle = (day: string, closed: string | null) => {
    const toggled = (list: readonly string[]) =>
      list.includes(day) ? list.filter((other) => other !== day) : [...list, day];
    set(closed === null ? { leftOut: toggled(leftOut) } : { added: toggled(added) });
  };
  const choose = (several: boolean) => {
    // The default is the next day, so there are several.
    set({
      severalDays: several,
      ...(several && lastDate === '' && { lastDate: schoolDayFrom(addDays(date === '' ? today : date, 1), closures) }),
    });
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
                {days.map(({ date: day, closed }) => (
                  <li key={day}>
                    <Checkbox
                      label={
                        <span className={join('tabular-nums', closed !== null && 'font-normal! text-ink-3')}>
                          {dayName(day)}, {formatDate(day)}
                        </span>
                      }
                      hint={closed ?? undefined}
                      checked={isTicked(day, closed)}
                      onChange={() => toggle(day, closed)}
                    />
                  </li>
                ))}
              </ul>
            </FieldGroup>
          )}
          {chosenJobs({ ...values, asOneJob: true }, closures).some((job) => job.length > 1) ? (
            <TogetherField state={state} />
          ) : null}
          <p role="status" className="text-meta text-ink-2">
            {counted(chosenDays(values, closures).length, 'vacancy', 'vacancies')} to post.
          </p>
        </div>
      ) : null}
    </div>
  );
}

/** Asks whether one substitute takes the days together. */
function TogetherField({ state: { values, set } }: Pick<DaysFieldProps, 'state'>) {
  const name = useId();
  return (
    <FieldGroup label="Substitute">
      <Radio
        name={name}
        label="One substitute for all days"
        hint="Consecutive days are one job. A request takes all of them."
        checked={values.asOneJob}
        onChange={() => set({ asOneJob: true })}
      />
      <Radio
        name={name}
        label="Single days are fine"
        hint="Each day can be requested on its own."
        checked={!values.asOneJob}
        onChange={() => set({ asOneJob: false })}
      />
    </FieldGroup>
  );
}
