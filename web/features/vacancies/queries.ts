import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query';
import { getReach } from '#contract/absences.ts';
import {
  countVacancies,
  getVacancy,
  listCandidates,
  listVacancies,
  listVacancyHistory,
  type Vacancy,
} from '#contract/vacancies.ts';
import type { ShiftType } from '#domain/shift.ts';
import type { VacancyStatus } from '#domain/vacancy.ts';
import { call, callPage } from '#web/api/client.ts';

// A count pill reads "99+" from 100 on: with this many on the first page it is right without a count of its own.
const pageSize = 100;

export type VacancyFilter = {
  status?: VacancyStatus;
  /** Dated today or later, by each school's own date. */
  upcoming?: true;
  /** Dated before today, by each school's own date. */
  past?: true;
  /** Dated this day or later. */
  from?: string;
  /** Dated this day or earlier. */
  to?: string;
  schoolId?: number;
  shiftType?: ShiftType;
  /** Only what fits the availability of the calling substitute. */
  fits?: true;
  /** Only what the calling substitute declined. */
  declined?: true;
  /** Those that the calling substitute covers or has asked for. */
  mine?: true;
  /** Words of title, description, reason or people's names. */
  search?: string;
  order?: 'soonest' | 'latest';
  /** Rows on a page, where only the first few are shown. */
  limit?: number;
};

export type VacancyPages = InfiniteData<{ rows: Vacancy[]; next: string | null }>;

/** Vacancies that the caller may see, narrowed by the server, a page at a time; soonest first unless said otherwise. */
export function vacanciesQuery(filter: VacancyFilter) {
  return infiniteQueryOptions({
    queryKey: ['vacancies', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      callPage(listVacancies, {
        query: { limit: pageSize, ...filter, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
}

/** All vacancies of the pages that are here. */
export function rowsOf(pages: VacancyPages | undefined): Vacancy[] {
  return pages?.pages.flatMap((page) => page.rows) ?? [];
}

/** One vacancy, for what an address names directly. */
export function vacancyQuery(id: number) {
  return queryOptions({
    queryKey: ['vacancies', 'one', id],
    queryFn: ({ signal }) => call(getVacancy, { params: { id }, signal }),
  });
}

/** To how many substitutes an open vacancy is on offer at present, and why not to the others. */
export function reachQuery(id: number) {
  return queryOptions({
    queryKey: ['vacancies', 'reach', id],
    queryFn: ({ signal }) => call(getReach, { params: { id }, signal }),
  });
}

/** How many absences a teacher had by reason and in all, and how many vacancies stand in each state. */
export const vacancyCountsQuery = queryOptions({
  queryKey: ['vacancies', 'counts'],
  queryFn: ({ signal }) => call(countVacancies, { signal }),
});

/** Who did what to a vacancy when, oldest first. */
export function vacancyHistoryQuery(id: number) {
  return queryOptions({
    queryKey: ['vacancies', 'history', id],
    queryFn: ({ signal }) => call(listVacancyHistory, { params: { id }, signal }),
  });
}

const candidatesAtOnce = 20;

/** Whom an admin may assign to a vacancy, best fit first, narrowed to a name by the server, a page at a time. */
export function candidatesQuery(id: number, search: string) {
  return infiniteQueryOptions({
    queryKey: ['vacancies', 'candidates', id, search],
    queryFn: ({ pageParam, signal }) =>
      callPage(listCandidates, {
        params: { id },
        query: {
          limit: candidatesAtOnce,
          ...(search === '' ? {} : { search }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
}
