import type { DatePart, DateStatus } from '#domain/availability.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { clearDate } from '#server/features/availability/writes.ts';

/** A previous date exception: its half day or status, or 'none'. */
export type DateBefore = DatePart | Exclude<DateStatus, 'unavailable'> | 'none';

/**
 * Marks a date as unavailable, and keeps its note. Returns the exception that it replaced, or null if the date was
 * already unavailable.
 */
export async function markUnavailable(tx: Tx, substituteId: number, date: string): Promise<DateBefore | null> {
  const [known] = await tx.query<{ before: DateBefore | 'unavailable' }>(sql`select coalesce(part, status) as before
    from availability_dates where substitute_id = ${substituteId} and date = ${date} for update`);
  if (known?.before === 'unavailable') return null;
  await tx.execute(sql`insert into availability_dates (substitute_id, date, status)
      values (${substituteId}, ${date}, 'unavailable')
    on conflict (substitute_id, date) do update set status = 'unavailable', part = null`);
  return known?.before ?? 'none';
}

/** Undoes `markUnavailable`, unless the person has changed the date since. */
export async function unmarkUnavailable(tx: Tx, substituteId: number, date: string, before: DateBefore): Promise<void> {
  const [known] = await tx.query(sql`select from availability_dates
    where substitute_id = ${substituteId} and date = ${date} and status = 'unavailable' for update`);
  if (known === undefined) return;
  if (before === 'none') {
    await clearDate(tx, substituteId, date);
    return;
  }
  const isHalf = before === 'morning' || before === 'afternoon';
  await tx.execute(sql`update availability_dates
      set status = ${isHalf ? 'available' : before}, part = ${isHalf ? before : null}::text
    where substitute_id = ${substituteId} and date = ${date}`);
}
