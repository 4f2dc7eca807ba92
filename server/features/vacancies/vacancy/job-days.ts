import { daysTogether, type DayTimes, type JobDay } from '#domain/job-days.ts';
import { localTime } from '#domain/time.ts';
import { classTeacherOf } from '#domain/vacancy.ts';
import type { Action } from '#domain/permissions.ts';
import { idsOf } from '#server/core/ids.ts';
import type { Queryable } from '#server/db/database.ts';
import { bookedAt, vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';

/**
 * Returns the other days of its multi-day job that an action on this day also applies to. The result is empty for a
 * vacancy outside a job.
 */
export function otherDaysOf(row: Pick<VacancyRow, 'id' | 'jobDays'>, now: Date, action?: Action): JobDay[] {
  if (row.jobDays === null) return [];
  return daysTogether(row, row.jobDays, now, action).filter(({ id }) => id !== row.id);
}

/**
 * Returns the number that limits count a vacancy under: that of its job's first day, because each day represents the
 * job.
 */
export function countedId({ id, jobDays }: Pick<VacancyRow, 'id' | 'jobDays'>): number {
  return jobDays?.[0]?.id ?? id;
}

/** Returns whether other days of a vacancy's job are left. */
export function isJobDay({ jobDays }: Pick<VacancyRow, 'jobDays'>): boolean {
  return jobDays !== null && jobDays.length > 1;
}

/**
 * Returns the vacancy with the dates that its notifications name: those of all days that move or are offered together.
 */
export function withDates<Row extends Pick<VacancyRow, 'id' | 'jobDays' | 'date'>>(
  row: Row,
  now: Date,
  action?: Action,
): Row {
  const others = otherDaysOf(row, now, action);
  return others.length === 0 ? row : { ...row, together: [row.date, ...others.map(({ date }) => date)].toSorted() };
}

/** Returns all days that an action on this one applies to, by start, as their reader sees them. */
export function dayTimes(
  row: Pick<VacancyRow, 'id' | 'jobDays' | 'date' | 'startsAt' | 'endsAt' | 'timeZone'>,
  now: Date,
  action?: Action,
): DayTimes[] {
  const own = { date: row.date, startsAt: row.startsAt.getTime(), endsAt: row.endsAt.getTime() };
  return [own, ...otherDaysOf(row, now, action)]
    .toSorted((a, b) => a.startsAt - b.startsAt)
    .map(({ date, startsAt, endsAt }) => ({
      date,
      startTime: localTime(new Date(startsAt), row.timeZone),
      endTime: localTime(new Date(endsAt), row.timeZone),
    }));
}

/** Returns the other open days of a vacancy's job, which a request for it includes. */
export async function otherOpenDays(db: Queryable, row: VacancyRow, now: Date): Promise<VacancyRow[]> {
  const others = row.status === 'open' ? otherDaysOf(row, now) : [];
  return others.length === 0 ? [] : vacanciesOf(db, idsOf(others), null, now);
}

/** Returns the other days of a vacancy's job, with the facts that work limits count. */
export function alongside(row: VacancyRow, now: Date) {
  const teacherId = classTeacherOf(row);
  return otherDaysOf(row, now).map(({ date, startsAt, endsAt }) => ({
    date,
    teacherId,
    minutes: Math.round((endsAt - startsAt) / 60_000),
  }));
}

/** Returns the substitutes who are booked on another day of a vacancy's job, with the first such date. */
export async function bookedOnOtherDays(
  db: Queryable,
  row: VacancyRow,
  substituteIds: readonly number[],
  now: Date,
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const { date, startsAt, endsAt } of otherDaysOf(row, now)) {
    const booked = await bookedAt(db, substituteIds, new Date(startsAt), new Date(endsAt));
    for (const id of booked) if (!found.has(id)) found.set(id, date);
  }
  return found;
}
