import { addDays, localTime } from '#domain/time.ts';
import { wrongField } from '#server/core/refused.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import type { Log } from '#server/core/log.ts';

/**
 * The first day on which this process and the database disagree about a time zone, and the local times of each at noon
 * UTC.
 */
export type ZoneDifference = { zone: string; date: string; here: string; database: string };

const years = 3;
const noon = (date: string) => new Date(`${date}T12:00:00Z`);

/**
 * Compares the time zones of Node and PostgreSQL, which each have their own data: their local times on every day of
 * this year and the next two, in each zone that has a school. One of them may predate a change in the law.
 */
export async function zoneDifferences(db: Queryable, now: Date): Promise<ZoneDifference[]> {
  const first = `${now.getUTCFullYear()}-01-01`;
  const last = `${now.getUTCFullYear() + years - 1}-12-31`;
  const zones = await db.query<{ zone: string; times: string[] }>(sql`
      select z.zone, array(select to_char(noon at time zone z.zone, 'HH24:MI')
      from generate_series(${noon(first)}::timestamptz, ${noon(last)}::timestamptz, interval '24 hours') noon
        order by noon) as times
    from (select distinct time_zone as zone from schools) z order by 1`);
  return zones.flatMap(({ zone, times }) => firstDifference(zone, first, times) ?? []);
}

/**
 * Returns the first difference between Node and these local times at noon UTC, for the days from `first` on. Returns
 * null if there is none.
 */
export function firstDifference(zone: string, first: string, times: readonly string[]): ZoneDifference | null {
  let date = first;
  for (const database of times) {
    const here = timeHere(date, zone);
    if (here !== database) return { zone, date, here, database };
    date = addDays(date, 1);
  }
  return null;
}

function timeHere(date: string, zone: string): string {
  try {
    return localTime(noon(date), zone);
  } catch {
    return 'not known';
  }
}

/**
 * Refuses a time zone that Node knows but this database doesn't. One such school would make statements about all
 * schools fail.
 *
 * @throws {Refused} bad_input at `timeZone`.
 */
export async function refuseUnknownZone(db: Queryable, zone: string): Promise<void> {
  const known = await db.query(sql`select from pg_timezone_names where lower(name) = lower(${zone}) limit 1`);
  if (known.length === 0) throw wrongField('timeZone', 'Choose a time zone.');
}

/** Logs differences, or that they couldn't be checked. Nothing waits for it or fails because of it. */
export async function warnOfOtherZones(db: Queryable, log: Log, now: Date): Promise<void> {
  try {
    for (const difference of await zoneDifferences(db, now)) {
      log.warn(
        difference,
        'Node and PostgreSQL disagree about a time zone: update the older of the two (Node includes its own data; PostgreSQL uses its own or the system’s tzdata)',
      );
    }
  } catch (error) {
    log.warn({ err: error }, 'the time zones of Node and PostgreSQL could not be compared');
  }
}
