import type { School } from '#contract/schools.ts';
import type { Closure } from '#domain/closure.ts';
import { type OfferedShift, shiftName, shiftTypes } from '#domain/shift.ts';
import { isDate } from '#domain/time.ts';
import { absenceReasons, vacancyLimits } from '#domain/vacancy.ts';
import { SmsReach } from '#web/features/vacancies/post/sms-reach.tsx';
import { chosenDays } from '#web/features/vacancies/post/absence-form.ts';
import type { AbsenceFormState } from '#web/features/vacancies/post/use-absence-form.ts';
import { Duration, ShiftLine } from '#web/features/vacancies/card/vacancy-card.tsx';
import { dayWords } from '#web/words/time.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Input, PrefixedInput, Select, Textarea } from '#web/ui/input.tsx';

type AbsenceFieldsProps = {
  state: AbsenceFormState;
  shifts: readonly OfferedShift[];
  closures?: readonly Closure[];
  school: Pick<School, 'name' | 'showReason' | 'bookFirst'> | undefined;
  timeZone: string;
  today: string;
  now: Date;
};

/** When: date, shift, times with the day line. Choosing a shift fills in its times, which can then be changed. */
export function WhenFields({ state, shifts, timeZone, today, now }: AbsenceFieldsProps) {
  const { values } = state;
  const fillTimes = (type: string) => {
    const shift = shifts.find((known) => known.type === type);
    if (!shift) return;
    state.set({ startTime: shift.start, endTime: shift.end });
  };
  // A shift that the school has taken back since stays visible, and can only be changed away from.
  const unlisted = shifts.some((shift) => shift.type === values.shiftType)
    ? undefined
    : shiftTypes.find((type) => type === values.shiftType);
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">When</legend>
      <div className="grid gap-4 md:grid-cols-[2fr_3fr]">
        <Field {...state.field('date')} label="Date">
          <Input type="date" min={today} {...state.text('date')} />
        </Field>
        <Field {...state.field('shiftType')} label="Shift Type">
          <Select
            {...state.text('shiftType')}
            onChange={(event) => {
              state.text('shiftType').onChange(event);
              fillTimes(event.target.value);
            }}
          >
            <option value="" disabled>
              Choose shift type
            </option>
            {unlisted ? (
              <option value={unlisted}>{shifts.length > 0 ? 'No longer offered' : shiftName(unlisted)}</option>
            ) : null}
            {shifts.map((shift) => (
              <option key={shift.type} value={shift.type}>
                {shift.label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {/* Side by side only where "08:00 AM" and its clock are seen whole. */}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-4 md:grid-cols-[2fr_3fr]">
        <Field {...state.field('startTime')} label="Start Time">
          <Input type="time" {...state.text('startTime')} />
        </Field>
        <Field {...state.field('endTime')} label="End Time">
          <Input type="time" {...state.text('endTime')} />
        </Field>
      </div>
      <div>
        <ShiftLine start={values.startTime} end={values.endTime} />
        <p className="mt-0.5 flex justify-between gap-2 text-meta text-ink-3 tabular-nums">
          <span>{isDate(values.date) ? dayWords(values.date, timeZone, now).words : 'No date yet'}</span>
          <span className="font-semibold text-ink">
            {values.startTime < values.endTime ? <Duration start={values.startTime} end={values.endTime} /> : 'TBD'}
          </span>
        </p>
      </div>
    </fieldset>
  );
}

/** Why and what: reason, title, description, lesson plans. */
export function WhatFields({ state, school }: AbsenceFieldsProps) {
  return (
    <>
      <Field
        {...state.field('absenceReason')}
        label="Absence Reason"
        hint={
          school?.showReason === false
            ? 'Your school does not show it to substitutes.'
            : 'Substitutes see it. Choose Personal if you would rather not say.'
        }
      >
        <Select {...state.text('absenceReason')}>
          {absenceReasons.map((reason) => (
            <option key={reason}>{reason}</option>
          ))}
        </Select>
      </Field>
      <Field
        {...state.field('description')}
        label="Title"
        hint="Class and subject, the way you would say it to a colleague"
      >
        <Input maxLength={vacancyLimits.title} autoComplete="off" {...state.text('description')} />
      </Field>
      <Field
        {...state.field('additionalNotes')}
        label="Description"
        hint="Room, times, what to know. No names of children: every substitute can read it."
      >
        <Textarea rows={4} maxLength={vacancyLimits.description} {...state.text('additionalNotes')} />
      </Field>
      <PlansField state={state} />
    </>
  );
}

/** The link to the lesson plans. */
export function PlansField({ state }: Pick<AbsenceFieldsProps, 'state'>) {
  return (
    <Field
      {...state.field('googleDocLink')}
      label="Lesson Plans Document Link"
      optional
      hint="Only the substitute who covers the class and your school's administrators get it."
    >
      <PrefixedInput
        prefix={<Icon shape={icons.link} size="small" />}
        type="url"
        inputMode="url"
        placeholder="https://docs.google.com/…"
        autoComplete="off"
        {...state.text('googleDocLink')}
      />
    </Field>
  );
}

/** May need changes. */
export function ChangesTick({ state }: Pick<AbsenceFieldsProps, 'state'>) {
  return <Checkbox label="May need changes" hint="Times or room could still move" {...state.tick('mayNeedChanges')} />;
}

/** The flags of a vacancy. A school that books the first who asks does so for every vacancy: no tick then. */
export function FlagFields({ state, closures, school }: AbsenceFieldsProps) {
  const { values } = state;
  const isTold = values.notifyAllSubstitutes || values.selectedSubstitutes.length > 0;
  return (
    <>
      <ChangesTick state={state} />
      <Checkbox
        label="Urgent"
        hint="Red border, first of its day, SMS to those who opted in"
        {...state.tick('isUrgent')}
      />
      {values.isUrgent && isTold ? (
        <SmsReach
          to={values.notifyAllSubstitutes ? null : values.selectedSubstitutes}
          days={Math.max(1, chosenDays(values, closures).length)}
          className="-mt-1 pl-7.5 text-meta font-medium text-ink empty:hidden"
        />
      ) : null}
      {school?.bookFirst ? (
        <p className="text-meta text-ink-3">Your school books the first request automatically.</p>
      ) : (
        <Checkbox
          label="Book the first request automatically"
          hint="You won't need to approve it"
          {...state.tick('bookFirst')}
        />
      )}
    </>
  );
}
