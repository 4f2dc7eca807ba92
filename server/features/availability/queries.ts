import type * as z from 'zod/mini';
import type { availabilityRecord } from '#contract/availability.ts';
import { noPreferences } from '#domain/preferences.ts';
import { addDays } from '#domain/time.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import type { StoredPreferences } from '#server/db/sql/substitutes.ts';

/** A date exception, which overrides a substitute's weekly availability. */
export type AvailabilityDate = z.output<typeof availabilityRecord>;

export const columns = sql`id, substitute_id as "substituteId", date, status, part, notes`;

/** Returns a substitute's date exceptions between two dates, inclusive. */
export async function datesOf(
  db: Queryable,
  substituteId: number,
  from: string,
  to: string,
): Promise<AvailabilityDate[]> {
  return db.query<AvailabilityDate>(sql`select ${columns} from availability_dates
    where substitute_id = ${substituteId} and date between ${from}::date and ${to}::date order by date`);
}

/**
 * Returns a substitute's date exceptions from now on for a year, as their schools see them: without notes, because
 * substitutes don't expect schools to read them.
 */
export async function comingDatesOf(db: Queryable, substituteId: number, now: Date): Promise<AvailabilityDate[]> {
  // Somewhere on Earth, it is still the day before UTC's date.
  const from = addDays(now.toISOString().slice(0, 10), -1);
  const dates = await datesOf(db, substituteId, from, addDays(from, 366));
  return dates.map((entry) => ({ ...entry, notes: null }));
}

/** Job preferences with the version of their last change. It is 1 before the first one. */
type OwnPreferences = StoredPreferences & { version: number };

/** Returns the classes that a substitute wants to be offered. */
export async function preferencesOf(db: Queryable, substituteId: number): Promise<OwnPreferences> {
  const [row] = await db.query<OwnPreferences>(
    sql`select days, notice_hours as "noticeHours", grades, subjects, miles, zip, version from job_preferences
        where substitute_id = ${substituteId}`,
  );
  return row ?? { ...noPreferences, zip: null, version: 1 };
}
