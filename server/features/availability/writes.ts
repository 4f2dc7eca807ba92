import { type Queryable, sql } from '#server/db/database.ts';
import { type AvailabilityDate, columns } from '#server/features/availability/queries.ts';

/** Sets a substitute's date exception, replacing an earlier one. */
export async function setDate(
  db: Queryable,
  substituteId: number,
  { date, status, notes }: Pick<AvailabilityDate, 'date' | 'status' | 'notes'>,
): Promise<AvailabilityDate> {
  const [row] =
    await db.query<AvailabilityDate>(sql`insert into availability_dates (substitute_id, date, status, notes) values (${substituteId}, ${date}, ${status}, ${notes})
    on conflict (substitute_id, date) do update set status = excluded.status, notes = excluded.notes returning ${columns}`);
  if (row === undefined) throw new Error('An insert returned no row.');
  return row;
}

/** Removes a date exception. False if there was none. */
export async function clearDate(db: Queryable, substituteId: number, date: string): Promise<boolean> {
  return (
    (await db.execute(
      sql`delete from availability_dates where substitute_id = ${substituteId} and date = ${date}::date`,
    )) > 0
  );
}
