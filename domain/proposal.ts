import { type ClassFacts, proposedClass } from './class.ts';
import { type Closure, closedOn, schoolDayFrom } from './closure.ts';
import { withoutSubstituteNotes } from './note.ts';
import { defaultTimes, offeredShifts, overlaps, type ShiftType, type TimeSpan, type VacancySettings } from './shift.ts';
import { addDays, addMinutes, minutesOf } from './time.ts';

/** A teacher's defaults and last absence, from which a new absence is prefilled. */
export interface ProposalFacts {
  teacher: { fullName: string; subjects: string | null; department: string | null };
  last:
    | (ClassFacts & {
        shiftType: ShiftType;
        description: string;
        additionalNotes: string;
        googleDocLink: string | null;
      })
    | null;
  settings: VacancySettings;
  closures: readonly Closure[];
  /** The teacher's absences from today on. */
  absences: readonly ProposedDay[];
  /** The current date and time at the school. */
  today: string;
  time: string;
}

/** A day of absence: its date, and the shift's times or the rest of the shift. */
interface ProposedDay extends TimeSpan {
  date: string;
}

/** A day of absence and its shift, which may differ from the usual one. */
interface ProposedShift extends ProposedDay {
  shiftType: ShiftType | null;
}

/** A prefilled absence that can be posted unchanged. */
export interface ProposedAbsence extends ClassFacts {
  /** It is null if today is not a school day, or too little of every shift is left or without an absence. */
  today: ProposedShift | null;
  /**
   * The first school day after today on which the teacher isn't already absent, or the part of it without an absence.
   */
  next: ProposedShift;
  /** It is null if the school offers no shift. */
  shiftType: ShiftType | null;
  description: string;
  additionalNotes: string;
  googleDocLink: string | null;
}

/** With fewer minutes left of a day, a substitute could not cover the absence. */
const LEAST_MINUTES = 30;
/** A break of up to an hour between two absences is the teacher's lunch, so no substitute is needed then. */
const MOST_BREAK_MINUTES = 60;
/** The rest of a day starts at the next quarter of an hour. */
const QUARTER = 15;

/** The default description of an absence, true at every school. */
const anyDescription = 'Check in at the front office. They have the room and the schedule.';

/**
 * Returns the absence that a teacher is most likely to post: the shift, class, room and plans of the last one,
 * otherwise the profile's defaults.
 */
export function proposedAbsence({
  teacher,
  last,
  settings,
  closures,
  absences,
  today,
  time,
}: ProposalFacts): ProposedAbsence {
  const offered = offeredShifts(settings);
  const shiftType = (offered.find(({ type }) => type === last?.shiftType) ?? offered[0])?.type ?? null;
  const { start, end } = defaultTimes(settings, shiftType);
  const shifts = [{ type: shiftType, start, end }, ...offered.filter(({ type }) => type !== shiftType)];
  const description = last?.description ?? classOf(teacher);
  const additionalNotes = withoutSubstituteNotes(last?.additionalNotes ?? '') || anyDescription;
  return {
    today: closedOn(today, closures) === null ? restOfDay(today, { shifts, absences, time }) : null,
    next: nextDay(today, { shifts, absences, closures }),
    shiftType,
    description,
    additionalNotes,
    ...proposedClass({ teacher, last }, description, additionalNotes),
    googleDocLink: last?.googleDocLink ?? null,
  };
}

/**
 * Returns the day for which an absence with these times is repeated: the rest of today, otherwise the next school day,
 * without the hours of the teacher's absences.
 */
export function dayAgain(
  times: TimeSpan,
  { today, time, closures, absences }: Pick<ProposalFacts, 'today' | 'time' | 'closures' | 'absences'>,
): ProposedDay {
  const facts = { shifts: [{ type: null, ...times }], absences };
  const left = closedOn(today, closures) === null ? restOfDay(today, { ...facts, time }) : null;
  const { date, start, end } = left ?? nextDay(today, { ...facts, closures });
  return { date, start, end };
}

type Shifts = { shifts: readonly (TimeSpan & { type: ShiftType | null })[]; absences: readonly ProposedDay[] };

/**
 * Returns the first school day after a date with enough time left. The search ends at the latest on a day without an
 * absence.
 */
function nextDay(date: string, { closures, ...facts }: Shifts & { closures: readonly Closure[] }): ProposedShift {
  const day = schoolDayFrom(addDays(date, 1), closures);
  return restOfDay(day, facts) ?? nextDay(day, { closures, ...facts });
}

/**
 * Returns the rest of the usual shift on a day: after `time`, if it is given, and without the teacher's absences. Once
 * that shift is over or taken, it returns the longest rest of another shift, because a teacher whose last absence was a
 * morning can still get ill at noon. If two rests are equally long, the half day wins over the full day. Returns null
 * if too little of every shift is left.
 */
function restOfDay(date: string, { shifts, absences, time }: Shifts & { time?: string }): ProposedShift | null {
  const taken = absences.filter((absence) => absence.date === date);
  const rests = shifts.flatMap(({ type, start, end }) => {
    const left = time === undefined ? { date, start, end } : remaining(date, { start, end }, time);
    const free = left && longestFree(left, taken);
    return free === null ? [] : [{ date, ...free, shiftType: type }];
  });
  const [first] = rests;
  if (first === undefined || first.shiftType === shifts[0]?.type) return first ?? null;
  return rests.reduce((best, rest) => (minutesIn(rest) >= minutesIn(best) ? rest : best));
}

/**
 * Returns the longest part of a span outside the absences, the earliest if several are. Returns null if each is too
 * short.
 */
function longestFree({ start, end }: TimeSpan, absences: readonly TimeSpan[]): TimeSpan | null {
  const taken = absences.filter((absence) => overlaps(absence, { start, end }));
  if (taken.length === 0) return { start, end };
  const parts = taken.reduce<TimeSpan[]>(
    (free, absence) =>
      free.flatMap((part) => [
        { start: part.start, end: absence.start < part.end ? absence.start : part.end },
        { start: absence.end > part.start ? absence.end : part.start, end: part.end },
      ]),
    [{ start, end }],
  );
  return parts
    .filter((part) => minutesIn(part) >= LEAST_MINUTES && !isBreak(part, absences))
    .reduce<TimeSpan | null>((best, part) => (best && minutesIn(best) >= minutesIn(part) ? best : part), null);
}

/** Returns whether a free part is only the break between two absences. */
function isBreak(part: TimeSpan, absences: readonly TimeSpan[]): boolean {
  return (
    minutesIn(part) <= MOST_BREAK_MINUTES &&
    absences.some(({ end }) => end <= part.start) &&
    absences.some(({ start }) => start >= part.end)
  );
}

function minutesIn({ start, end }: TimeSpan): number {
  return minutesOf(end) - minutesOf(start);
}

/** Returns today's shift, or the rest of it. Returns null if too little is left. */
function remaining(date: string, { start, end }: TimeSpan, time: string): ProposedDay | null {
  if (time < start) return { date, start, end };
  if (minutesOf(end) - minutesOf(time) < LEAST_MINUTES + QUARTER) return null;
  const past = minutesOf(time) % QUARTER;
  return { date, start: addMinutes(time, past === 0 ? 0 : QUARTER - past), end };
}

function classOf({ fullName, subjects, department }: ProposalFacts['teacher']): string {
  const taught = (subjects ?? '').trim() || (department ?? '').trim();
  return taught === '' ? `${fullName}'s class` : `${taught}, ${fullName}`;
}
