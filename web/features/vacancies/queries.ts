import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query';
import { getSchool } from '#contract/schools.ts';
import { listUsers } from '#contract/users.ts';
import { countVacancies, getVacancy, listVacancies, listVacancyHistory, type Vacancy } from '#contract/vacancies.ts';
import type { VacancyStatus } from '#domain/vacancy.ts';
import { call, callPage } from '#web/api/client.ts';

/** Under this key lie all lists and single vacancies of the cache. */
export const vacanciesKey = ['vacancies'] as const;

// A count pill reads "99+" from 100 on: with this many on the first page it is right without a count of its own.
const pageSize = 100;

type VacancyFilter = {
  status?: VacancyStatus;
  /** Dated today or later. */
  upcoming?: true;
  /** Dated this day or earlier. */
  to?: string;
  /** Those that the calling substitute covers or has asked for. */
  mine?: true;
  order?: 'soonest' | 'latest';
  /** Rows on a page, where only the first few are shown. */
  limit?: number;
};

export type VacancyPages = InfiniteData<{ rows: Vacancy[]; next: string | null }>;

/** Vacancies that the caller may see, narrowed by the server, a page at a time; soonest first unless said otherwise. */
export function vacanciesQuery(filter: VacancyFilter) {
  return infiniteQueryOptions({
    queryKey: [...vacanciesKey, 'list', filter],
    queryFn: ({ pageParam, signal }) => callPage(listVacancies, { query: { limit: pageSize, ...filter, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
}

/** One vacancy, for what an address names directly. */
export function vacancyQuery(id: number) {
  return queryOptions({ queryKey: [...vacanciesKey, 'one', id], queryFn: ({ signal }) => call(getVacancy, { params: { id }, signal }) });
}

/** How many absences a teacher had by reason and in all, and how many vacancies stand in each state. */
export const vacancyCountsQuery = queryOptions({ queryKey: [...vacanciesKey, 'counts'], queryFn: ({ signal }) => call(countVacancies, { signal }) });

/** Who did what to a vacancy when, oldest first. */
export function vacancyHistoryQuery(id: number) {
  return queryOptions({ queryKey: [...vacanciesKey, 'history', id], queryFn: ({ signal }) => call(listVacancyHistory, { params: { id }, signal }) });
}

/** The caller's school, with the shifts that it offers. */
export function ownSchoolQuery(id: number) {
  return queryOptions({ queryKey: ['school', id], queryFn: ({ signal }) => call(getSchool, { params: { id }, signal }) });
}

const mostSubstitutes = 200;

/** The approved substitutes of the caller's school by name: the first 200 that match, and whether there are more. */
export function schoolSubstitutesQuery(search: string) {
  return queryOptions({
    queryKey: ['people', 'substitutes-to-notify', search],
    queryFn: ({ signal }) =>
      callPage(listUsers, { query: { role: 'substitute', approval: 'approved', isActive: true, limit: mostSubstitutes, ...(search === '' ? {} : { search }) }, signal }),
  });
}
