import { useState } from 'react';
import { bellLimits, bellProblems } from '#domain/bell.ts';
import { dayName, weekdays } from '#domain/time.ts';
import { sending } from '#web/api/sending.ts';
import { ImportBells, type ReadSchedules } from '#web/screens/school-admin/manage-school/cover/import-bells.tsx';
import type { CoverSettings } from '#web/screens/school-admin/manage-school/cover/queries.ts';
import { useSaveSettings } from '#web/screens/school-admin/manage-school/cover/use-save-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input, Select } from '#web/ui/input.tsx';
import { useForm } from '#web/ui/use-form.ts';

type Bell = CoverSettings['bell'];
type Schedule = Bell['schedules'][number];

const schoolDays = weekdays.slice(0, 5);

type BellFormProps = {
  saved: CoverSettings;
  /** Schedules of a file that the form starts with. */
  read?: ReadSchedules | null;
  onClose: () => void;
};

/** Shows the times of every kind of day, and the days on which each applies. It is mounted while it is open. */
export function BellForm({ saved, read = null, onClose }: BellFormProps) {
  const save = useSaveSettings('Bell schedules saved', onClose);
  const form = useForm({
    record: saved,
    valuesOf: ({ bell }: CoverSettings) => ({ bell }),
    names: ['bell'],
    check: ({ bell }) => {
      const [problem] = bellProblems(bell);
      return problem === undefined ? {} : { bell: problem.sentence };
    },
    inWords: () => 'while you were editing',
    pending: save.isPending,
    draft: read === null ? undefined : { read: () => ({ bell: withSchedules(saved.bell, read) }), keep: () => {} },
  });
  const [shown, setShown] = useState(0);
  const { bell } = form.values;
  const setBell = (next: Bell) => form.set({ bell: next });
  const whole = form.field('bell');
  const problems = form.attempt > 0 ? bellProblems(bell) : [];
  const schedule = bell.schedules[shown];
  const setSchedule = (change: Partial<Schedule>) =>
    setBell({ ...bell, schedules: bell.schedules.map((each, nth) => (nth === shown ? { ...each, ...change } : each)) });
  const addSchedule = () => {
    const periods = bell.schedules[0]?.periods.map((each) => ({ ...each })) ?? [];
    setBell({ ...bell, schedules: [...bell.schedules, { name: 'Another day', periods }] });
    setShown(bell.schedules.length);
  };
  return (
    <FormDialog
      wide
      onClose={onClose}
      title="Bell schedules"
      form={form}
      onSubmit={() => save.mutate({ ...saved, bell }, { onError: form.refuse })}
      submitLabel="Save"
      {...sending(save, 'Saving...')}
    >
      <ImportBells
        given={read}
        onRead={(schedules) => {
          setBell(withSchedules(bell, schedules));
          setShown(0);
        }}
      />
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Schedule" className="min-w-48 flex-1">
          <Select value={shown} onChange={({ target }) => setShown(Number(target.value))}>
            {bell.schedules.map(({ name }, nth) => (
              <option key={nth} value={nth}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {bell.schedules.length < bellLimits.schedules ? <Button onClick={addSchedule}>Add a schedule</Button> : null}
      </div>
      {schedule === undefined ? null : (
        <ScheduleFields
          key={shown}
          schedule={schedule}
          errorOf={(field) => problems.find((each) => each.field === `schedules.${shown}.${field}`)?.sentence}
          onChange={setSchedule}
        />
      )}
      <fieldset className="grid gap-3 border-t border-line pt-4">
        <legend className="contents text-label font-semibold text-ink">Every week</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
          {schoolDays.map((day) => (
            <Field key={day} label={dayName(day)}>
              <Select
                value={bell.weekly[day] ?? 0}
                onChange={({ target }) => setBell({ ...bell, weekly: { ...bell.weekly, [day]: Number(target.value) } })}
              >
                {bell.schedules.map((each, nth) => (
                  <option key={nth} value={nth}>
                    {each.name}
                  </option>
                ))}
              </Select>
            </Field>
          ))}
        </div>
      </fieldset>
      <SingleDays bell={bell} onChange={setBell} />
      <div id={whole.id} tabIndex={-1}>
        {whole.error ? <FieldError id="bell-error">{whole.error}</FieldError> : null}
      </div>
    </FormDialog>
  );
}

/**
 * Returns the bells with these schedules. A day keeps its schedule if one of that name exists, and is regular
 * otherwise.
 */
function withSchedules({ schedules: before, weekly, days }: Bell, schedules: ReadSchedules): Bell {
  const sameAs = (nth: number) => {
    const name = before[nth]?.name.toLowerCase();
    return Math.max(
      0,
      schedules.findIndex((each) => each.name.toLowerCase() === name),
    );
  };
  return {
    schedules,
    weekly: Object.fromEntries(Object.entries(weekly).map(([day, nth]) => [day, sameAs(nth)])),
    days: days.map(({ date, schedule }) => ({ date, schedule: sameAs(schedule) })),
  };
}

type ScheduleFieldsProps = {
  schedule: Schedule;
  errorOf: (field: string) => string | undefined;
  onChange: (change: Partial<Schedule>) => void;
};

function ScheduleFields({ schedule, errorOf, onChange }: ScheduleFieldsProps) {
  const { name, periods } = schedule;
  const set = (nth: number, change: Partial<Schedule['periods'][number]>) =>
    onChange({ periods: periods.map((each, at) => (at === nth ? { ...each, ...change } : each)) });
  const last = periods.at(-1);
  return (
    <>
      <Field label="Name of this day">
        <Input maxLength={bellLimits.name} value={name} onChange={({ target }) => onChange({ name: target.value })} />
      </Field>
      <ul aria-label={`Periods of ${name}`} className="grid gap-2">
        {periods.map(({ period, start, end }, nth) => (
          <li
            key={nth}
            className="grid grid-cols-[minmax(4rem,1fr)_minmax(7rem,2fr)_minmax(7rem,2fr)_auto] items-end gap-2 max-sm:grid-cols-2"
          >
            <Field label={<Heading isFirst={nth === 0}>Period</Heading>} error={errorOf(`periods.${nth}.period`)}>
              <Input
                maxLength={bellLimits.period}
                value={period}
                onChange={({ target }) => set(nth, { period: target.value })}
              />
            </Field>
            <Field
              label={
                <Heading isFirst={nth === 0} of={period}>
                  Starts
                </Heading>
              }
              error={errorOf(`periods.${nth}.start`)}
            >
              <Input type="time" value={start} onChange={({ target }) => set(nth, { start: target.value })} />
            </Field>
            <Field
              label={
                <Heading isFirst={nth === 0} of={period}>
                  Ends
                </Heading>
              }
              error={errorOf(`periods.${nth}.end`)}
            >
              <Input type="time" value={end} onChange={({ target }) => set(nth, { end: target.value })} />
            </Field>
            <Button
              variant="plain"
              disabled={periods.length === 1}
              onClick={() => onChange({ periods: periods.filter((_, at) => at !== nth) })}
            >
              Remove<span className="sr-only"> period {period}</span>
            </Button>
          </li>
        ))}
      </ul>
      {periods.length < bellLimits.periods && last !== undefined ? (
        <Button
          className="justify-self-start"
          onClick={() =>
            onChange({ periods: [...periods, { period: String(periods.length + 1), start: last.end, end: last.end }] })
          }
        >
          Add a period
        </Button>
      ) : null}
    </>
  );
}

/**
 * Shows the label of a column: above its first field on wide screens, and of every field on phones, where a period has
 * two rows.
 */
function Heading({ isFirst, of, children }: { isFirst: boolean; of?: string; children: string }) {
  const name = of === undefined ? children : `Period ${of}: ${children}`;
  return (
    <>
      <span className="sr-only">{name}</span>
      <span aria-hidden="true" className={isFirst ? undefined : 'sm:hidden'}>
        {children}
      </span>
    </>
  );
}

function SingleDays({ bell, onChange }: { bell: Bell; onChange: (bell: Bell) => void }) {
  const set = (nth: number, change: Partial<Bell['days'][number]>) =>
    onChange({ ...bell, days: bell.days.map((each, at) => (at === nth ? { ...each, ...change } : each)) });
  return (
    <fieldset className="grid gap-3 border-t border-line pt-4">
      <legend className="contents text-label font-semibold text-ink">Single days</legend>
      {bell.days.map(({ date, schedule }, nth) => (
        <div key={nth} className="flex flex-wrap items-end gap-3">
          <Field label="Date">
            <Input type="date" value={date} onChange={({ target }) => set(nth, { date: target.value })} />
          </Field>
          <Field label="Schedule" className="min-w-40 flex-1">
            <Select value={schedule} onChange={({ target }) => set(nth, { schedule: Number(target.value) })}>
              {bell.schedules.map((each, at) => (
                <option key={at} value={at}>
                  {each.name}
                </option>
              ))}
            </Select>
          </Field>
          <Button variant="plain" onClick={() => onChange({ ...bell, days: bell.days.filter((_, at) => at !== nth) })}>
            Remove<span className="sr-only"> {date}</span>
          </Button>
        </div>
      ))}
      {bell.days.length < bellLimits.days ? (
        <Button
          className="justify-self-start"
          onClick={() =>
            onChange({ ...bell, days: [...bell.days, { date: '', schedule: Math.min(1, bell.schedules.length - 1) }] })
          }
        >
          Add a day
        </Button>
      ) : null}
    </fieldset>
  );
}
