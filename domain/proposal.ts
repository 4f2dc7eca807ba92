import { type Closure, closedOn, schoolDayFrom } from './closure.ts';
import { withoutSubstituteNotes } from './note.ts';
import { defaultTimes, offeredShifts, type ShiftType, type TimeSpan, type VacancySettings } from './shift.ts';
import { addDays, addMinutes, minutesOf } from './time.ts';

/** What is known of a teacher and of their last absence when they are absent again. */
export interface ProposalFacts {
  teacher: { fullName: string; subjects: string | null; department: string | null };
  last: { shiftType: ShiftType; description: string; additionalNotes: string; googleDocLink: string | null } | null;
  settings: VacancySettings;
  closures: readonly Closure[];
  /** The school's date and time now. */
  today: string;
  time: string;
}

/** A day of absence: its date, and the shift's times or what is left of them. */
export interface ProposedDay extends TimeSpan {
  date: string;
}

/** An absence that can be posted as it is. */
export interface ProposedAbsence {
  /** Null on a day without school, and once too little is left of the shift. */
  today: ProposedDay | null;
  /** The first school day after today. */
  next: ProposedDay;
  /** Null where the school offers no shift. */
  shiftType: ShiftType | null;
  description: string;
  additionalNotes: string;
  googleDocLink: string | null;
}

/** An absence with fewer minutes left today is none that a substitute could cover. */
const LEAST_MINUTES = 30;
/** What is left of a day begins at the next quarter of an hour. */
const QUARTER = 15;

/** What an absence says of itself where nothing is known yet: true at every school. */
const anyDescription = 'Check in at the front office. They have the room and the schedule.';

/** The absence that a teacher most likely posts: the shift, class, room and plans of the last one, else what the profile knows. */
export function proposedAbsence({ teacher, last, settings, closures, today, time }: ProposalFacts): ProposedAbsence {
  const offered = offeredShifts(settings);
  const shiftType = (offered.find(({ type }) => type === last?.shiftType) ?? offered[0])?.type ?? null;
  const { start, end } = defaultTimes(settings, shiftType);
  return {
    today: closedOn(today, closures) === null ? remaining(today, { start, end }, time) : null,
    next: { date: schoolDayFrom(addDays(today, 1), closures), start, end },
    shiftType,
    description: last?.description ?? classOf(teacher),
    additionalNotes: withoutSubstituteNotes(last?.additionalNotes ?? '') || anyDescription,
    googleDocLink: last?.googleDocLink ?? null,
  };
}

/** A shift of today, or what is left of it; null once too little is left. */
export function remaining(date: string, { start, end }: TimeSpan, time: string): ProposedDay | null {
  if (time < start) return { date, start, end };
  if (minutesOf(end) - minutesOf(time) < LEAST_MINUTES + QUARTER) return null;
  const past = minutesOf(time) % QUARTER;
  return { date, start: addMinutes(time, past === 0 ? 0 : QUARTER - past), end };
}

function classOf({ fullName, subjects, department }: ProposalFacts['teacher']): string {
  const taught = (subjects ?? '').trim() || (department ?? '').trim();
  return taught === '' ? `${fullName}'s class` : `${taught}, ${fullName}`;
}
