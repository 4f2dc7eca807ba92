import type { School } from '#contract/schools.ts';
import { type Closure, closedOn } from '#domain/closure.ts';
import { customTimesLabel, type OfferedShift, shiftName, shiftTypes } from '#domain/shift.ts';
import { formatShortDate, formatTime, isDate, localTime } from '#domain/time.ts';
import { absenceReasons, vacancyLimits } from '#domain/vacancy.ts';
import { PlanFilesField } from '#web/features/vacancies/plans/plan-files-field.tsx';
import { SmsReach } from '#web/features/vacancies/post/sms-reach.tsx';
import { chosenJobs, isForToday } from '#web/features/vacancies/post/absence-form.ts';
import { ClassFields } from '#web/features/vacancies/post/class-fields.tsx';
import type { AbsenceFormState } from '#web/features/vacancies/post/use-absence-form.ts';
import { Duration, ShiftLine } from '#web/features/vacancies/card/vacancy-card.tsx';
import { dayWords } from '#web/words/time.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
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
  /** The absent teacher. It is null until an administrator has chosen one. */
  teacherId: number | null;
  /** No teacher is absent, so there is no reason, and there are no uploaded plans. */
  isExtraHands?: boolean;
};

/** The value of the option for changed times. The shift itself stays chosen. */
const customTimes = 'custom';

/**
 * Shows the fields about the time: date, shift, and times with the day line. A shift fills in its times, which can be
 * changed.
 */
export function WhenFields(props: AbsenceFieldsProps) {
  const { state, shifts, timeZone, today, now } = props;
  const { values } = state;
  const fillTimes = (type: string) => {
    const shift = shifts.find((known) => known.type === type);
    if (!shift) return;
    state.set({ startTime: shift.start, endTime: shift.end });
  };
  // A label never contradicts the times: if they differ from the shift's, it names them.
  const chosen = shifts.find(({ type }) => type === values.shiftType);
  const times = { start: values.startTime, end: values.endTime };
  const hasCustomTimes =
    chosen !== undefined &&
    times.start < times.end &&
    times.start !== '' &&
    (times.start !== chosen.start || times.end !== chosen.end);
  // A shift that the school no longer offers stays visible, but can't be chosen again.
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
            {...(hasCustomTimes && { value: customTimes })}
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
            {hasCustomTimes ? <option value={customTimes}>{customTimesLabel(times)}</option> : null}
            {shifts.map((shift) => (
              <option key={shift.type} value={shift.type}>
                {shift.label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {/* Side by side only if "08:00 AM" and its clock icon fit. */}
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
            <Duration start={values.startTime} end={values.endTime} />
          </span>
        </p>
      </div>
      <UnlikelyTime {...props} />
    </fieldset>
  );
}

/** Warns that no one can be there from the start, or that the school is closed that day. */
function UnlikelyTime({ state, closures = [], timeZone, today, now }: AbsenceFieldsProps) {
  const { date, startTime, endTime, severalDays } = state.values;
  if (!isDate(date) || severalDays) return null;
  const closed = closedOn(date, closures);
  const isLate = date === today && startTime !== '' && startTime < localTime(now, timeZone) && startTime < endTime;
  if (closed === null && !isLate) return null;
  return (
    <Banner tone="pending" live>
      {closed === null
        ? null
        : closed === 'Weekend'
          ? `${formatShortDate(date)} is on a weekend. `
          : `The school is closed on ${formatShortDate(date)}: ${closed}. `}
      {isLate ? `${formatTime(startTime)} has already passed.` : null}
    </Banner>
  );
}

/**
 * Suggests posting an absence of today as urgent. The same button undoes it. It says nothing about a day on which the
 * school is closed, unless someone added that day on purpose.
 */
export function UrgentToday({
  state,
  today,
  closures = [],
  isExtraHands = false,
}: Pick<AbsenceFieldsProps, 'state' | 'today' | 'closures' | 'isExtraHands'>) {
  const { isUrgent } = state.values;
  // The button stays even if the box is checked elsewhere, because a button that was just pressed must keep the focus.
  if (!isForToday(state.values, today, closures)) return null;
  return (
    <Banner
      tone="pending"
      live
      title={isUrgent ? 'Posted as urgent' : `This ${isExtraHands ? 'job' : 'absence'} is for today`}
      actions={
        <Button onClick={() => state.set({ isUrgent: !isUrgent })}>{isUrgent ? 'Not urgent' : 'Mark as urgent'}</Button>
      }
    >
      {isUrgent
        ? 'It’s listed first on its day, and goes out as a text message to those who opted in.'
        : `Urgent ${isExtraHands ? 'jobs' : 'absences'} are listed first and go out as text messages to those who opted in.`}
    </Banner>
  );
}

/** Shows the fields about the class: reason, title, description and lesson plans. */
export function WhatFields({ state, school, teacherId, isExtraHands = false }: AbsenceFieldsProps) {
  return (
    <>
      {isExtraHands ? null : (
        <Field
          {...state.field('absenceReason')}
          label="Absence Reason"
          hint={
            school?.showReason === false
              ? 'Your school doesn’t show it to substitutes.'
              : 'Substitutes see it. Choose Personal if you would rather not say.'
          }
        >
          <Select {...state.text('absenceReason')}>
            {absenceReasons.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </Select>
        </Field>
      )}
      <Field
        {...state.field('description')}
        label="Title"
        hint={
          isExtraHands
            ? 'The job, such as Testing proctor or Kindergarten aide'
            : 'Class and subject, the way you would say it to a colleague'
        }
      >
        <Input maxLength={vacancyLimits.title} autoComplete="off" {...state.text('description')} />
      </Field>
      <ClassFields state={state} />
      <Field
        {...state.field('additionalNotes')}
        label="Description"
        hint="Room, times, what to know. Leave out children’s names: every substitute can read this."
      >
        <Textarea rows={4} maxLength={vacancyLimits.description} {...state.text('additionalNotes')} />
      </Field>
      <PlansField state={state} teacherId={teacherId} />
    </>
  );
}

/** Shows the link to the lesson plans, and files with them. */
export function PlansField({ state, teacherId }: Pick<AbsenceFieldsProps, 'state' | 'teacherId'>) {
  return (
    <>
      <Field
        {...state.field('googleDocLink')}
        label="Lesson Plans Document Link"
        optional
        hint="Only the substitute who covers the class and your school's administrators can open it."
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
      {teacherId === null ? null : (
        <PlanFilesField
          key={teacherId}
          teacherId={teacherId}
          {...state.field('planFileIds')}
          label="Lesson plan files"
          hint="PDF, Word (.docx) or images, up to 5 files of 10 MB. Only the substitute who covers the class can open them."
          ids={state.values.planFileIds}
          onChange={(planFileIds) => state.set({ planFileIds })}
        />
      )}
    </>
  );
}

/** Shows the checkbox 'May need changes'. */
export function ChangesTick({ state }: Pick<AbsenceFieldsProps, 'state'>) {
  return (
    <Checkbox label="May need changes" hint="Times or room could still change" {...state.tick('mayNeedChanges')} />
  );
}

/** Shows the flags of a vacancy. If the school books the first request automatically, there is no checkbox for it. */
export function FlagFields({ state, closures, school }: AbsenceFieldsProps) {
  const { values } = state;
  const isTold = values.notifyAllSubstitutes || values.selectedSubstitutes.length > 0;
  return (
    <>
      <ChangesTick state={state} />
      <Checkbox
        label="Urgent"
        hint="Red border, first on its day, text message to those who opted in"
        {...state.tick('isUrgent')}
      />
      {values.isUrgent && isTold ? (
        <SmsReach
          to={values.notifyAllSubstitutes ? null : values.selectedSubstitutes}
          days={Math.max(1, chosenJobs(values, closures ?? []).length)}
          className="-mt-1 pl-8 text-meta font-medium text-ink empty:hidden"
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
