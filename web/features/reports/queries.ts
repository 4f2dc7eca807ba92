import { infiniteQueryOptions, keepPreviousData, queryOptions, type InfiniteData } from '@tanstack/react-query';
import { getBoard } from '#contract/board.ts';
import { getDashboard, getMonthTotals, getTeacherReport, getTrends, getVacancyReport } from '#contract/reports.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { call, callPage } from '#web/api/client.ts';

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
export const dashboardQuery = queryOptions({
  // The key is below the badges' key: the cards count vacancies and people, and changes to either refresh the badges.
  queryKey: ['badges', 'dashboard'],
  queryFn: ({ signal }) => call(getDashboard, { signal }),
});

/** Returns the board of a day, with the counts of its week. */
export function boardQuery(date: string) {
  return queryOptions({
    queryKey: ['board', date],
    queryFn: ({ signal }) => call(getBoard, { query: { date }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Returns a month's figures, and the rows of its table a page at a time. */
export function vacancyReportQuery(month: string) {
  return infiniteQueryOptions({
    queryKey: [...key, 'month', month],
    queryFn: ({ pageParam, signal }) =>
      callPage(getVacancyReport, {
        query: { month, limit: pageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

/** Returns a month's absences by teacher. */
export function teacherReportQuery(month: string) {
  return queryOptions({
    queryKey: [...key, 'teachers', month],
    queryFn: ({ signal }) => call(getTeacherReport, { query: { month }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Returns the totals of a month. The key is below the vacancies' key, because most changes of hours are changes of vacancies. */
export function monthTotalsQuery(month: string) {
  return queryOptions({
    queryKey: [...key, 'totals', month],
    queryFn: ({ signal }) => call(getMonthTotals, { query: { month }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Returns the twelve months up to this one. */
export function trendsQuery(month: string) {
  return queryOptions({
    queryKey: [...key, 'trends', month],
    queryFn: ({ signal }) => call(getTrends, { query: { month }, signal }),
    placeholderData: keepPreviousData,
  });
}
