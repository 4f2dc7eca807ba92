import { saidOf, type AvailabilityValue, type DateChoice, type DateStatus, type Week } from '#domain/availability.ts';
import { defaultVacancySettings, type TimeSpan } from '#domain/shift.ts';
import { addDays, dayName } from '#domain/time.ts';

const days = 7;

type OwnWeek<Assignment> = {
  today: string;
  /** The weekly availability. It is null if it was never saved. */
  week: Week | null;
  singleDates: readonly { date: string; status: DateStatus; part: 'morning' | 'afternoon' | null }[];
  assignments: readonly Assignment[];
};

type Day<Assignment> = {
  date: string;
  /** 'Mon'. */
  name: string;
  /** The availability on that day: 'All Day', 'Off', 'Not set'. */
  words: string;
  /** The part of the day in which the substitute is available. */
  span: TimeSpan | null;
  assignments: Assignment[];
};

/** Returns the next seven days, today first: availability and assignments. */
export function nextDays<Assignment extends { date: string }>({
  today,
  week,
  singleDates,
  assignments,
}: OwnWeek<Assignment>): Day<Assignment>[] {
  return Array.from({ length: days }, (_, offset) => {
    const date = addDays(today, offset);
    const single = singleDates.find((each) => each.date === date);
    const said = saidOf(date, week, single?.part ?? single?.status ?? null);
    return {
      date,
      name: dayName(date).slice(0, 3),
      ...(said === null
        ? { words: 'Not set', span: null }
        : said.of === 'date'
          ? ofDate[said.status]
          : ofWeekday[said.value]),
      assignments: assignments.filter((assignment) => assignment.date === date),
    };
  });
}

const { fullDayStart, fullDayEnd, morningStart, morningEnd, afternoonStart, afternoonEnd } = defaultVacancySettings;
const wholeDay = { start: fullDayStart, end: fullDayEnd };

const ofWeekday: Record<AvailabilityValue, { words: string; span: TimeSpan | null }> = {
  unavailable: { words: 'Off', span: null },
  morning: { words: 'Morning', span: { start: morningStart, end: morningEnd } },
  afternoon: { words: 'Afternoon', span: { start: afternoonStart, end: afternoonEnd } },
  all_day: { words: 'All Day', span: wholeDay },
};

const ofDate: Record<DateChoice, { words: string; span: TimeSpan | null }> = {
  unavailable: { words: 'Off', span: null },
  available: { words: 'Available', span: wholeDay },
  preferred: { words: 'Preferred', span: wholeDay },
  morning: ofWeekday.morning,
  afternoon: ofWeekday.afternoon,
};
