import * as z from 'zod/mini';
import type { School } from '#contract/schools.ts';
import { newVacancy } from '#contract/absences.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { defaultTimes, defaultVacancySettings, offeredShifts, type OfferedShift } from '#domain/shift.ts';
import { isDate, workdaysBetween } from '#domain/time.ts';
import { withoutSubstituteNotes } from '#domain/note.ts';
import { absenceReasons, vacancyLimits } from '#domain/vacancy.ts';
import { problemsOf } from '#web/ui/problems.ts';

const { shape } = newVacancy;

/** An empty picker value means not chosen, rather than malformed. */
function chosen(sentence: string) {
  return z.string().check(z.minLength(1, { error: sentence }));
}

/**
 * The form of an absence: the contract's fields with the specification's errors, and what the server would also refuse:
 * a date before `today` (the school's local date), or an end that isn't after the start.
 */
export function absenceSchema(today: string) {
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
      additionalNotes: shape.additionalNotes,
      googleDocLink: shape.googleDocLink,
      mayNeedChanges: z.boolean(),
      isUrgent: z.boolean(),
      bookFirst: z.boolean(),
      notifyAllSubstitutes: z.boolean(),
      selectedSubstitutes: z.array(z.int()),
      severalDays: z.boolean(),
      /** The last of several days. */
      lastDate: z.string(),
      /** Days between the first and the last without an absence. */
      leftOut: z.array(z.string()),
    })
    .check(
      z.refine((days) => daysProblem(days) === null, {
        path: ['lastDate'],
        error: ({ input }) => (hasDays(input) ? (daysProblem(input) ?? '') : ''),
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
export function absenceProblems(today: string, values: AbsenceValues): Partial<Record<AbsenceField, string>> {
  const found = problemsOf(absenceSchema(today), values, absenceFields);
  const days = values.date === '' ? null : daysProblem(values);
  if (days !== null) found.lastDate ??= days;
  if (hasTimes(values) && values.startTime >= values.endTime) found.endTime ??= endSentence;
  return found;
}

const endSentence = 'The end must be after the start.';

type Days = { date: string; severalDays: boolean; lastDate: string; leftOut: readonly string[] };

/** The weekdays that a form suggests. If there are more than allowed, one more than that. */
export function proposedDays({ date, lastDate }: Pick<Days, 'date' | 'lastDate'>): string[] {
  return isDate(date) && isDate(lastDate) ? workdaysBetween(date, lastDate, vacancyLimits.daysAtOnce + 1) : [];
}

/** The days to post: the only one, or the suggested ones that weren't removed. */
export function chosenDays(days: Days): string[] {
  return !days.severalDays ? [days.date] : proposedDays(days).filter((date) => !days.leftOut.includes(date));
}

function daysProblem(days: Days): string | null {
  if (!days.severalDays) return null;
  if (!isDate(days.lastDate)) return 'Please choose a date.';
  if (days.lastDate < days.date) return 'The last day can’t be before the first.';
  const count = chosenDays(days).length;
  if (count === 0) return 'Choose at least one day.';
  return count > vacancyLimits.daysAtOnce ? `At most ${vacancyLimits.daysAtOnce} days can be posted at once.` : null;
}

function hasDays(value: unknown): value is Days {
  return (
    typeof value === 'object' &&
    value !== null &&
    'date' in value &&
    value.date !== '' &&
    'severalDays' in value &&
    'lastDate' in value &&
    'leftOut' in value
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

/** The fields in page order. */
export const absenceFields = [
  'date',
  'lastDate',
  'shiftType',
  'startTime',
  'endTime',
  'absenceReason',
  'description',
  'additionalNotes',
  'googleDocLink',
] as const satisfies readonly (keyof AbsenceValues)[];

export type AbsenceField = (typeof absenceFields)[number];

/** An empty form's values on this day. Source: create-vacancy defaults of the specification. */
export function emptyAbsence(today: string): AbsenceValues {
  const times = defaultTimes(defaultVacancySettings, null);
  return {
    date: today,
    shiftType: '',
    startTime: times.start,
    endTime: times.end,
    absenceReason: absenceReasons[0],
    description: '',
    additionalNotes: '',
    googleDocLink: '',
    mayNeedChanges: false,
    isUrgent: false,
    bookFirst: false,
    notifyAllSubstitutes: true,
    selectedSubstitutes: [],
    severalDays: false,
    lastDate: '',
    leftOut: [],
  };
}

/** The form values of an existing vacancy. */
export function absenceOf(vacancy: Vacancy): AbsenceValues {
  const { date, shiftType, startTime, endTime, description, additionalNotes, mayNeedChanges, isUrgent, bookFirst } =
    vacancy;
  return {
    date,
    shiftType,
    startTime,
    endTime,
    description,
    additionalNotes,
    mayNeedChanges,
    isUrgent,
    bookFirst,
    absenceReason: vacancy.absenceReason ?? absenceReasons[0],
    googleDocLink: vacancy.googleDocLink ?? '',
    notifyAllSubstitutes: false,
    selectedSubstitutes: [],
    severalDays: false,
    lastDate: '',
    leftOut: [],
  };
}

/** The next absence based on this one: everything but its date, urgency and substitutes' additions. */
export function repeated(vacancy: Vacancy, today: string): AbsenceValues {
  const targets = vacancy.targetSubstituteIds ?? [];
  return {
    ...absenceOf(vacancy),
    date: today,
    isUrgent: false,
    additionalNotes: withoutSubstituteNotes(vacancy.additionalNotes),
    notifyAllSubstitutes: targets.length === 0,
    selectedSubstitutes: targets,
  };
}

/** The shifts that a school offers, with labels and times. Empty while the school is loading. */
export function shiftsOf(school: School | undefined): OfferedShift[] {
  return school?.vacancySettings === undefined ? [] : offeredShifts(school.vacancySettings);
}

const toDo: Record<AbsenceField, string> = {
  date: 'choose a date',
  lastDate: 'check the days',
  shiftType: 'choose a shift type',
  startTime: 'check the start time',
  endTime: 'check the end time',
  absenceReason: 'choose an absence reason',
  description: 'check the title',
  additionalNotes: 'check the description',
  googleDocLink: 'check the link to the lesson plans',
};

/** Why the form can't be submitted yet: "Choose a shift type and add a title to publish." Null if it can. */
export function whyNotYet(
  problems: Partial<Record<AbsenceField, string>>,
  values: AbsenceValues,
  act: string,
): string | null {
  const wanting = absenceFields.filter((name) => problems[name] !== undefined);
  if (wanting.length === 0) return null;
  const [first = '', ...rest] = wanting.map((name) =>
    values[name].trim() === '' ? toDo[name].replace('check the', 'add a') : toDo[name],
  );
  const last = rest.pop();
  const all = last === undefined ? first : `${[first, ...rest].join(', ')} and ${last}`;
  return `${all.charAt(0).toUpperCase()}${all.slice(1)} to ${act}.`;
}
