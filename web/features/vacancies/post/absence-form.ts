import { keysOf } from '#domain/keys.ts';
import * as z from 'zod/mini';
import type { School } from '#contract/schools.ts';
import { newVacancy } from '#contract/absences.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import type { ClassFacts } from '#domain/class.ts';
import { grades } from '#domain/grade.ts';
import { defaultTimes, defaultVacancySettings, offeredShifts, type OfferedShift } from '#domain/shift.ts';
import { type Closure, closedOn } from '#domain/closure.ts';
import { consecutiveDays } from '#domain/job-days.ts';
import { dayAgain, type ProposedAbsence } from '#domain/proposal.ts';
import { addDays, isDate } from '#domain/time.ts';
import { withoutSubstituteNotes } from '#domain/note.ts';
import { absenceReasons, vacancyLimits } from '#domain/vacancy.ts';
import { isUploading } from '#web/features/vacancies/plans/uploading.ts';
import { problemsOf } from '#web/ui/problems.ts';

const { shape } = newVacancy;

/** An empty picker value means not chosen, rather than malformed. */
function chosen(sentence: string) {
  return z.string().check(z.minLength(1, { error: sentence }));
}

/**
 * Returns the form of an absence: the contract's fields with the specification's errors, and two more rules of the
 * server: a date before `today` (the school's local date), or an end that isn't after the start.
 */
export function absenceSchema(today: string, closures: readonly Closure[] = []) {
  return z
    .object({
      date: z.pipe(
        chosen('Please choose a date.'),
        shape.date.check(z.refine((date) => date >= today, { error: 'Date cannot be in the past' })),
      ),
      shiftType: z.pipe(z.string(), shape.shiftType),
      startTime: z.pipe(chosen('Please choose a time.'), shape.startTime),
      endTime: z.pipe(chosen('Please choose a time.'), shape.endTime),
      absenceReason: shape.absenceReason,
      description: shape.description,
      /** Empty means none. */
      grade: z.pipe(
        z.enum(['', ...grades]),
        z.transform((grade) => grade || null),
      ),
      subject: shape.subject,
      room: shape.room,
      needsSubject: z.boolean(),
      needsGrade: z.boolean(),
      additionalNotes: shape.additionalNotes,
      googleDocLink: shape.googleDocLink,
      /** The files with the plans, with a placeholder for each that is still being uploaded. */
      planFileIds: z
        .array(z.string())
        .check(z.refine((ids) => !ids.some(isUploading), { error: 'Wait until the files are uploaded.' })),
      mayNeedChanges: z.boolean(),
      isUrgent: z.boolean(),
      bookFirst: z.boolean(),
      notifyAllSubstitutes: z.boolean(),
      selectedSubstitutes: z.array(z.int()),
      offerFirst: z.array(z.int()),
      severalDays: z.boolean(),
      /** The last of several days. */
      lastDate: z.string(),
      /** Days between the first and the last without an absence. */
      leftOut: z.array(z.string()),
      /** Days without school on which there is an absence anyway. */
      added: z.array(z.string()),
      /** One substitute takes consecutive days together. */
      asOneJob: z.boolean(),
    })
    .check(
      z.refine((days) => daysProblem(days, closures) === null, {
        path: ['lastDate'],
        error: ({ input }) => (hasDays(input) ? (daysProblem(input, closures) ?? '') : ''),
        when: ({ value }) => hasDays(value),
      }),
    )
    .check(
      z.refine(({ startTime, endTime }) => startTime < endTime, {
        error: endSentence,
        path: ['endTime'],
        when: ({ value }) => hasTimes(value),
      }),
    );
}

/**
 * Errors per field. Rules that compare two fields are checked separately, because the schema skips them while any other
 * field is empty.
 */
export function absenceProblems(
  today: string,
  values: AbsenceValues,
  closures: readonly Closure[] = [],
): Partial<Record<AbsenceField, string>> {
  const found = problemsOf(absenceSchema(today, closures), values, absenceFields);
  const days = values.date === '' ? null : daysProblem(values, closures);
  if (days !== null) found.lastDate ??= days;
  if (hasTimes(values) && values.startTime >= values.endTime) found.endTime ??= endSentence;
  return found;
}

const endSentence = 'The end must be after the start.';

type Days = {
  date: string;
  severalDays: boolean;
  lastDate: string;
  leftOut: readonly string[];
  added: readonly string[];
};

/** The maximum number of days listed for a span: twice as many as can be posted at once. */
const longestSpan = 2 * vacancyLimits.daysAtOnce;

/** Each day from the first to the last, with its closure, if any. A longer span is cut one day after the limit. */
export function daysOfSpan(
  { date, lastDate }: Pick<Days, 'date' | 'lastDate'>,
  closures: readonly Closure[],
): { date: string; closed: string | null }[] {
  const days: { date: string; closed: string | null }[] = [];
  if (!isDate(date) || !isDate(lastDate)) return days;
  for (let day = date; day <= lastDate && days.length <= longestSpan; day = addDays(day, 1))
    days.push({ date: day, closed: closedOn(day, closures) });
  return days;
}

/**
 * Returns the days to post: the single day, or the school days that weren't left out and the other days that were
 * added.
 */
export function chosenDays(days: Days, closures: readonly Closure[] = []): string[] {
  if (!days.severalDays) return [days.date];
  return daysOfSpan(days, closures).flatMap(({ date, closed }) =>
    (closed === null ? !days.leftOut.includes(date) : days.added.includes(date)) ? [date] : [],
  );
}

/**
 * Returns whether the absence is for today. A day on which the school is closed counts only if someone added it on
 * purpose.
 */
export function isForToday(days: Days, today: string, closures: readonly Closure[]): boolean {
  return (days.severalDays || closedOn(today, closures) === null) && chosenDays(days, closures).includes(today);
}

/**
 * Returns an absence that the teacher already has on one of the form's days. While the form has its proposed day,
 * today's absence counts, too, because it may be the reason for that day.
 */
export function absenceToCheck<Known extends { date: string }>(
  absences: readonly Known[],
  { days, today, isProposedDay }: { days: readonly string[]; today: string; isProposedDay: boolean },
): Known | undefined {
  return (
    absences.find(({ date }) => days.includes(date)) ?? absences.find(({ date }) => isProposedDay && date === today)
  );
}

/** Returns the chosen days by job, as they are offered: consecutive days together, or each day alone. */
export function chosenJobs(days: Days & { asOneJob: boolean }, closures: readonly Closure[]): string[][] {
  const dates = chosenDays(days, closures);
  return days.asOneJob ? consecutiveDays(dates, closures) : dates.map((date) => [date]);
}

function daysProblem(days: Days, closures: readonly Closure[]): string | null {
  if (!days.severalDays) return null;
  if (!isDate(days.lastDate)) return 'Please choose a date.';
  if (days.lastDate < days.date) return 'The last day can’t be before the first.';
  const count = chosenDays(days, closures).length;
  const isTooLong = daysOfSpan(days, closures).length > longestSpan;
  if (count === 0 && !isTooLong) return 'Choose at least one day.';
  return count > vacancyLimits.daysAtOnce || isTooLong
    ? `At most ${vacancyLimits.daysAtOnce} days can be posted at once.`
    : null;
}

function hasDays(value: unknown): value is Days {
  return (
    typeof value === 'object' &&
    value !== null &&
    'date' in value &&
    value.date !== '' &&
    'severalDays' in value &&
    'lastDate' in value &&
    'leftOut' in value &&
    'added' in value
  );
}

function hasTimes(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'startTime' in value &&
    'endTime' in value &&
    value.startTime !== '' &&
    value.endTime !== ''
  );
}

type Input = z.input<ReturnType<typeof absenceSchema>>;
/** The values of the form's controls: always defined, possibly empty text. */
export type AbsenceValues = { [Name in keyof Input]-?: NonNullable<Input[Name]> };
export type Absence = z.output<ReturnType<typeof absenceSchema>>;

/** The fields in page order, and what to do about each before the form can be submitted: if it is empty, and if not. */
const toDo = {
  date: ['choose a date', 'check the date'],
  lastDate: ['choose the last day', 'check the days'],
  shiftType: ['choose a shift type', 'choose a shift type'],
  startTime: ['add a start time', 'check the start time'],
  endTime: ['add an end time', 'check the end time'],
  absenceReason: ['choose an absence reason', 'choose an absence reason'],
  description: ['add a title', 'check the title'],
  grade: ['add a grade', 'check the grade'],
  subject: ['add a subject', 'check the subject'],
  room: ['add a room', 'check the room'],
  additionalNotes: ['add a description', 'check the description'],
  googleDocLink: ['add a link to the lesson plans', 'check the link to the lesson plans'],
  planFileIds: ['wait until the files are uploaded', 'wait until the files are uploaded'],
} as const satisfies Partial<Record<keyof AbsenceValues, readonly [ifEmpty: string, ifNot: string]>>;
export type AbsenceField = keyof typeof toDo;
export const absenceFields = keysOf(toDo);

/** Returns an empty form's values on this day. Source: create-vacancy defaults of the specification. */
export function emptyAbsence(today: string): AbsenceValues {
  const times = defaultTimes(defaultVacancySettings, null);
  return {
    date: today,
    shiftType: '',
    startTime: times.start,
    endTime: times.end,
    absenceReason: absenceReasons[0],
    description: '',
    grade: '',
    subject: '',
    room: '',
    needsSubject: false,
    needsGrade: false,
    additionalNotes: '',
    googleDocLink: '',
    planFileIds: [],
    mayNeedChanges: false,
    isUrgent: false,
    bookFirst: false,
    notifyAllSubstitutes: true,
    selectedSubstitutes: [],
    offerFirst: [],
    severalDays: false,
    lastDate: '',
    leftOut: [],
    added: [],
    asOneJob: true,
  };
}

/**
 * Returns an empty form with the proposed title, class and description. If the school offers only one shift, the form
 * starts with its times.
 */
export function beginningAbsence(
  today: string,
  proposal: ProposedAbsence | undefined,
  shifts: readonly OfferedShift[] = [],
): AbsenceValues {
  const [only] = shifts.length === 1 ? shifts : [];
  const empty = { ...emptyAbsence(today), ...(only && { startTime: only.start, endTime: only.end }) };
  return proposal === undefined
    ? empty
    : {
        ...empty,
        description: proposal.description,
        grade: proposal.grade ?? '',
        subject: proposal.subject ?? '',
        room: proposal.room ?? '',
        additionalNotes: proposal.additionalNotes,
      };
}

/** Returns the class fields with the current input. */
export function typedClass({ grade, subject, room }: AbsenceValues): ClassFacts {
  return { grade: grade === '' ? null : grade, subject: subject.trim() || null, room: room.trim() || null };
}

/**
 * Returns a form filled from a complete proposal; an absence today is urgent. It is for today if possible and not
 * skipped, otherwise for the next school day.
 */
export function proposedValues(proposal: ProposedAbsence, today: string, isToday: boolean): AbsenceValues {
  const { date, start, end, shiftType } = (isToday ? proposal.today : null) ?? proposal.next;
  return {
    ...beginningAbsence(today, proposal),
    date,
    startTime: start,
    endTime: end,
    shiftType: shiftType ?? '',
    googleDocLink: proposal.googleDocLink ?? '',
    isUrgent: date === today,
  };
}

/** Returns the form values of an existing vacancy. */
export function absenceOf(vacancy: Vacancy): AbsenceValues {
  const { date, shiftType, startTime, endTime, description, additionalNotes, mayNeedChanges, isUrgent, bookFirst } =
    vacancy;
  return {
    ...emptyAbsence(date),
    shiftType,
    startTime,
    endTime,
    description,
    additionalNotes,
    mayNeedChanges,
    isUrgent,
    bookFirst,
    grade: vacancy.grade ?? '',
    subject: vacancy.subject ?? '',
    room: vacancy.room ?? '',
    needsSubject: vacancy.needsSubject ?? false,
    needsGrade: vacancy.needsGrade ?? false,
    absenceReason: vacancy.absenceReason ?? absenceReasons[0],
    googleDocLink: vacancy.googleDocLink ?? '',
    planFileIds: vacancy.planFileIds ?? [],
    notifyAllSubstitutes: false,
  };
}

/**
 * Returns the next absence like this one: everything except its date, its urgency and a substitute's message. It is for
 * the rest of today, or for the next school day, in hours without another absence.
 */
export function repeated(vacancy: Vacancy, when: Parameters<typeof dayAgain>[1]): AbsenceValues {
  const targets = vacancy.targetSubstituteIds ?? [];
  const day = dayAgain({ start: vacancy.startTime, end: vacancy.endTime }, when);
  return {
    ...absenceOf(vacancy),
    date: day.date,
    startTime: day.start,
    endTime: day.end,
    isUrgent: false,
    // Files may have been deleted since. The form offers the ones that still exist.
    planFileIds: [],
    additionalNotes: withoutSubstituteNotes(vacancy.additionalNotes),
    notifyAllSubstitutes: targets.length === 0,
    selectedSubstitutes: targets,
  };
}

/** Returns the shifts that a school offers, with labels and times. The result is empty while the school is loading. */
export function shiftsOf(school: School | undefined): OfferedShift[] {
  return school?.vacancySettings === undefined ? [] : offeredShifts(school.vacancySettings);
}

/** Returns why the form can't be submitted yet: "Choose a shift type and add a title to publish." Null if it can. */
export function whyNotYet(
  problems: Partial<Record<AbsenceField, string>>,
  values: AbsenceValues,
  act: string,
): string | null {
  const wanting = absenceFields.filter((name) => problems[name] !== undefined);
  if (wanting.length === 0) return null;
  const [first = '', ...rest] = wanting.map((name) => toDo[name][String(values[name]).trim() === '' ? 0 : 1]);
  const last = rest.pop();
  const all = last === undefined ? first : `${[first, ...rest].join(', ')} and ${last}`;
  return `${all.charAt(0).toUpperCase()}${all.slice(1)} to ${act}.`;
}
