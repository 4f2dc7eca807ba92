import type { Vacancy } from '#contract/vacancies.ts';
import { formatLongDate, formatTimeRange, localDate, localTime } from '#domain/time.ts';
import { counted, hasEnded } from '#web/words/time.ts';

/** Returns 'Good morning, Daniel', by the school's local time. */
export function greeting(
  { fullName, username }: { fullName: string; username: string },
  now: Date,
  timeZone: string,
): string {
  const time = localTime(now, timeZone);
  const part = time < '12:00' ? 'morning' : time < '18:00' ? 'afternoon' : 'evening';
  const [firstName = ''] = fullName.trim().split(/\s+/);
  return `Good ${part}, ${firstName || username}`;
}

type Today = {
  now: Date;
  timeZone: string;
  isApproved: boolean;
  hasSchool: boolean;
  /** The first day from today on when one of their schools is open. */
  nextSchoolDay?: string | undefined;
  /** Assignments from today on, soonest first. */
  assignments: readonly Vacancy[];
  /** Requests, soonest first. */
  requests: readonly Vacancy[];
  /** Open vacancies, soonest first. It is undefined if unknown. */
  open: readonly Vacancy[] | undefined;
  /** Whether there are more open ones than these. */
  openHasMore: boolean;
};

/** Returns one sentence with the date and the most important fact about it. */
export function todayInOneSentence(today: Today): string {
  return `${formatLongDate(localDate(today.now, today.timeZone))}. ${sentenceOf(today)}`;
}

function sentenceOf({
  now,
  timeZone,
  isApproved,
  hasSchool,
  nextSchoolDay = '',
  assignments,
  requests,
  open,
  openHasMore,
}: Today): string {
  const assigned = assignments.find((vacancy) => isToday(vacancy, now));
  if (assigned) {
    const { schoolName, startTime, endTime, confirmed } = assigned;
    const when = formatTimeRange(startTime, endTime);
    return confirmed === false
      ? `${schoolName} wants to know if you can come today, ${when}.`
      : `You teach at ${schoolName} today, ${when}.`;
  }
  const stillToday = (vacancy: Vacancy) => isToday(vacancy, now) && !hasEnded(vacancy, now);
  const asked = requests.find(stillToday);
  if (asked) return `Your request for today at ${asked.schoolName} is waiting for an answer.`;
  const booked = assignments.length > 0 ? 'Nothing booked for the rest of today' : 'Nothing booked yet';
  if (!isApproved) return 'You can get everything ready while your account is reviewed.';
  if (!hasSchool) return 'Choose your schools to see what is open.';
  if (open === undefined) return `${booked}.`;
  const openToday = open.filter(stillToday);
  const urgent = openToday.filter((vacancy) => vacancy.isUrgent);
  // Today's urgent ones come first. If the list contains nothing else, there may be more of them.
  const atLeast = (some: readonly Vacancy[]) => (openHasMore && some.length === open.length ? 'at least ' : '');
  if (urgent.length > 0)
    return `${booked}; ${atLeast(urgent)}${counted(urgent.length, 'urgent position')} for today at your schools.`;
  if (openToday.length > 0)
    return `${booked}; ${atLeast(openToday)}${counted(openToday.length, 'position')} still open for today.`;
  return nextSchoolDay > localDate(now, timeZone)
    ? `No school today. The next school day is ${formatLongDate(nextSchoolDay)}.`
    : `${booked}, and nothing is open for today.`;
}

/** Returns whether a vacancy's date is today at its school. */
export function isToday({ date, timeZone }: Pick<Vacancy, 'date' | 'timeZone'>, now: Date): boolean {
  return date === localDate(now, timeZone);
}
