import { noPreferences } from '#domain/preferences.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import type { StoredPreferences } from '#server/db/sql/substitutes.ts';
import { type AvailabilityDate, columns, preferencesOf } from '#server/features/availability/queries.ts';

/** Sets a substitute's date exception, replacing an earlier one. */
export async function setDate(
  db: Queryable,
  substituteId: number,
  { date, status, part, notes }: Pick<AvailabilityDate, 'date' | 'status' | 'part' | 'notes'>,
): Promise<AvailabilityDate> {
  const [row] =
    await db.query<AvailabilityDate>(sql`insert into availability_dates (substitute_id, date, status, part, notes)
        values (${substituteId}, ${date}, ${status}, ${part}, ${notes})
    on conflict (substitute_id, date) do update set status = excluded.status, part = excluded.part,
      notes = excluded.notes returning ${columns}`);
  if (row === undefined) throw new Error('An insert returned no row.');
  return row;
}

/** Removes a date exception. Returns false if there was none. */
export async function clearDate(db: Queryable, substituteId: number, date: string): Promise<boolean> {
  return (
    (await db.execute(sql`delete from availability_dates
      where substitute_id = ${substituteId} and date = ${date}::date`)) > 0
  );
}

/** Sets the same exception for each date in a range, inclusive. Null removes them. Returns how many dates changed. */
export async function setRange(
  db: Queryable,
  substituteId: number,
  { from, to }: { from: string; to: string },
  said: Pick<AvailabilityDate, 'status' | 'part' | 'notes'> | null,
): Promise<number> {
  if (said === null)
    return db.execute(sql`delete from availability_dates
      where substitute_id = ${substituteId} and date between ${from}::date and ${to}::date`);
  return db.execute(sql`insert into availability_dates (substitute_id, date, status, part, notes)
    select ${substituteId}, day::date, ${said.status}, ${said.part}, ${said.notes}
      from generate_series(${from}::date, ${to}::date, interval '1 day') day
    on conflict (substitute_id, date) do update set status = excluded.status, part = excluded.part,
      notes = excluded.notes`);
}

/** Locks a substitute's job preferences until the transaction ends, and returns them. */
export async function lockPreferences(tx: Tx, substituteId: number): ReturnType<typeof preferencesOf> {
  await tx.execute(sql`insert into job_preferences (substitute_id, days, notice_hours)
    values (${substituteId}, ${noPreferences.days}, ${noPreferences.noticeHours}) on conflict do nothing`);
  await tx.query(sql`select from job_preferences where substitute_id = ${substituteId} for update`);
  return preferencesOf(tx, substituteId);
}

/** Saves which classes a substitute wants to be offered. */
export async function setPreferences(
  tx: Tx,
  substituteId: number,
  { days, noticeHours, grades, subjects, miles, zip }: StoredPreferences,
): Promise<void> {
  await tx.execute(sql`update job_preferences
      set days = ${days}, notice_hours = ${noticeHours}, grades = ${grades}::text[],
    subjects = ${subjects}::text[], miles = ${miles}, zip = ${zip} where substitute_id = ${substituteId}`);
}
