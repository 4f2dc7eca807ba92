import { type InfiniteData } from '@tanstack/react-query';
import { countVacancies, getVacancy, listVacancies, type Vacancy } from '#contract/vacancies.ts';
import type { ShiftType } from '#domain/shift.ts';
import type { VacancyStatus } from '#domain/vacancy.ts';
import { pages, reading } from '#web/api/reading.ts';

// A count pill shows "99+" from 100 on, so with this many on the first page it needs no separate count.
const pageSize = 100;

export type VacancyFilter = {
  status?: VacancyStatus;
  /** Limits the list to vacancies dated today or later, by each school's own date. */
  upcoming?: true;
  /** Limits the list to vacancies dated before today, by each school's own date. */
  past?: true;
  /** Limits the list to vacancies of this day or later. */
  from?: string;
  /** Limits the list to vacancies of this day or earlier. */
  to?: string;
  schoolId?: number;
  shiftType?: ShiftType;
  /** Limits the list to vacancies that fit the calling substitute's availability. */
  fits?: true;
  /** Limits the list to vacancies that the calling substitute declined. */
  declined?: true;
  /** Limits the list to vacancies that the calling substitute covers or has requested. */
  mine?: true;
  /** Limits the list to vacancies with these words in the title, description, reason or people's names. */
  search?: string;
  order?: 'soonest' | 'latest';
  /** The page size if only the first few are shown. */
  limit?: number;
};

export type VacancyPages = InfiniteData<{ rows: Vacancy[]; next: string | null }>;

/** Vacancies that the caller may see, filtered by the server, a page at a time, by default soonest first. */
export function vacanciesQuery(filter: VacancyFilter) {
  return pages(['vacancies', 'list', filter], listVacancies, { limit: pageSize, ...filter });
}

/** Returns all vacancies on the loaded pages. */
export function rowsOf(list: VacancyPages | undefined): Vacancy[] {
  return list?.pages.flatMap((page) => page.rows) ?? [];
}

/** One vacancy, for an address that names it. */
export function vacancyQuery(id: number) {
  return reading(['vacancies', 'one', id], getVacancy, { params: { id } });
}

/** The number of a teacher's absences by reason and in total, and of vacancies in each state. */
export const vacancyCountsQuery = reading(['vacancies', 'counts'], countVacancies);
