import { type ClassFacts, proposedClass } from './class.ts';
import { type Closure, closedOn, schoolDayFrom } from './closure.ts';
import { withoutSubstituteNotes } from './note.ts';
import {
  defaultTimes,
  type OfferedShift,
  offeredShifts,
  type ShiftType,
  type TimeSpan,
  type VacancySettings,
} from './shift.ts';
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
  /** The current date and time at the school. */
  today: string;
  time: string;
}

/** A day of absence: its date, and the shift's times or the rest of the shift. */
interface ProposedDay extends TimeSpan {
  date: string;
}

/** A prefilled absence that can be posted unchanged. */
export interface ProposedAbsence extends ClassFacts {
  /** It is null if today is not a school day, or too little of every shift is left. `shiftType` may differ from the usual one. */
  today: (ProposedDay & { shiftType: ShiftType | null }) | null;
  /** The first school day after today. */
  next: ProposedDay;
  /** It is null if the school offers no shift. */
  shiftType: ShiftType | null;
  description: string;
  additionalNotes: string;
  googleDocLink: string | null;
}

/** With fewer minutes left today, a substitute could not cover the absence. */
const LEAST_MINUTES = 30;
/** The rest of a day starts at the next quarter of an hour. */
const QUARTER = 15;

/** The default description of an absence, true at every school. */
const anyDescription = 'Check in at the front office. They have the room and the schedule.';

/**
 * Returns the absence that a teacher most likely posts: the shift, class, room and plans of the last one, otherwise the profile's
 * defaults.
 */
export function proposedAbsence({ teacher, last, settings, closures, today, time }: ProposalFacts): ProposedAbsence {
  const offered = offeredShifts(settings);
  const shiftType = (offered.find(({ type }) => type === last?.shiftType) ?? offered[0])?.type ?? null;
  const { start, end } = defaultTimes(settings, shiftType);
  const description = last?.description ?? classOf(teacher);
  const additionalNotes = withoutSubstituteNotes(last?.additionalNotes ?? '') || anyDescription;
  return {
    today: closedOn(today, closures) === null ? restOfToday({ offered, shiftType, today, time, start, end }) : null,
    next: { date: schoolDayFrom(addDays(today, 1), closures), start, end },
    shiftType,
    description,
    additionalNotes,
    ...proposedClass({ teacher, last }, description, additionalNotes),
    googleDocLink: last?.googleDocLink ?? null,
  };
}

/** Returns the day for which an absence with these times is repeated: the rest of today, otherwise the next school day. */
export function dayAgain(
  { start, end }: TimeSpan,
  { today, time, closures }: Pick<ProposalFacts, 'today' | 'time' | 'closures'>,
): ProposedDay {
  const left = closedOn(today, closures) === null ? remaining(today, { start, end }, time) : null;
  return left ?? { date: schoolDayFrom(addDays(today, 1), closures), start, end };
}

/**
 * Returns the rest of the usual shift today. Once that shift is over, it returns the longest rest of another shift,
 * because a teacher whose last absence was a morning can still get ill at noon. If two rests are equally long, the half
 * day wins over the full day. Returns null if too little of every shift is left.
 */
function restOfToday({
  offered,
  shiftType,
  today,
  time,
  ...usual
}: TimeSpan & { offered: readonly OfferedShift[]; shiftType: ShiftType | null; today: string; time: string }) {
  const rests = [{ type: shiftType, ...usual }, ...offered.filter(({ type }) => type !== shiftType)].flatMap(
    ({ type, ...span }) => {
      const rest = remaining(today, span, time);
      return rest === null ? [] : [{ ...rest, shiftType: type }];
    },
  );
  const [first] = rests;
  if (first === undefined || first.shiftType === shiftType) return first ?? null;
  const minutes = ({ start, end }: TimeSpan) => minutesOf(end) - minutesOf(start);
  return rests.reduce((best, rest) => (minutes(rest) >= minutes(best) ? rest : best));
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
