import type { InfiniteData } from '@tanstack/react-query';
import { getBoard } from '#contract/board.ts';
import { getDashboard, getMonthTotals, getTeacherReport, getTrends, getVacancyReport } from '#contract/reports.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { pages, reading, keepsPrevious } from '#web/api/reading.ts';
import { refetchAtEnd } from '#web/api/refetch-in.ts';

// The key is below the vacancies' key, so every change to a vacancy refetches the figures.
const key = ['vacancies', 'reports'] as const;

/** The server's maximum, because a report is also printed in full. */
const pageSize = 200;

export type Dashboard = ReplyOf<typeof getDashboard>;
export type Board = ReplyOf<typeof getBoard>;
/** One class of a day's board. */
export type BoardLine = Board['lines'][number];
export type VacancyReport = ReplyOf<typeof getVacancyReport>;
export type VacancyReportPages = InfiniteData<{ rows: VacancyReport; next: string | null }>;
export type Trends = ReplyOf<typeof getTrends>;

/** The counts of the cards. */
export const dashboardQuery = reading(
  // The key is below the badges' key: the cards count vacancies and people, and changes to either refresh the badges.
  ['badges', 'dashboard'],
  getDashboard,
);

const heldMs = 5000;

/** Returns the board of a day, with the counts of its week. */
export function boardQuery(date: string) {
  return reading(
    ['board', date],
    getBoard,
    { query: { date } },
    {
      ...keepsPrevious,
      refetchInterval: ({ state: { data } }) => {
        if (data === undefined) return false;
        // No event says when an offer that could be undone has gone out.
        if (data.lines.some(({ next }) => next === 'held')) return heldMs;
        return refetchAtEnd(
          data.lines.map((line) => ({ ...line, date: data.date, timeZone: data.timeZone })),
          Date.now(),
        );
      },
      // A hidden tab is up to date when its reader comes back.
      refetchIntervalInBackground: true,
    },
  );
}

/** Returns a month's figures, and the rows of its table a page at a time. */
export function vacancyReportQuery(month: string) {
  return pages([...key, 'month', month], getVacancyReport, { month, limit: pageSize }, keepsPrevious);
}

/** Returns a month's absences by teacher. */
export function teacherReportQuery(month: string) {
  return reading([...key, 'teachers', month], getTeacherReport, { query: { month } }, keepsPrevious);
}

/**
 * Returns the totals of a month. The key is below the vacancies' key, because most changes of hours are changes of
 * vacancies.
 */
export function monthTotalsQuery(month: string) {
  return reading([...key, 'totals', month], getMonthTotals, { query: { month } }, keepsPrevious);
}

/** Returns the twelve months up to this one. */
export function trendsQuery(month: string) {
  return reading([...key, 'trends', month], getTrends, { query: { month } }, keepsPrevious);
}
