import { type Queryable, sql } from '#server/db/database.ts';

export type DayCounts = { open: number; pending: number; filled: number };

/**
 * The active schools with their own date and month now. Dates are worked out once for each zone that a school is in,
 * not for each school: that takes a tenth of the time with 100,000 of them.
 */
const schoolsAt = (now: Date) => sql`zones as materialized (select z.time_zone, t.today, date_trunc('month', t.today)::date as month
    from (select distinct time_zone from schools) z cross join lateral (select (${now}::timestamptz at time zone z.time_zone)::date as today) t),
  mine as materialized (select s.id, z.today, z.month from schools s join zones z on z.time_zone = s.time_zone where s.is_active)`;

export async function countSchools(db: Queryable): Promise<{ total: number; active: number }> {
  const [row] = await db.query<{ total: number; active: number }>(sql`select count(*)::int as total, (count(*) filter (where is_active))::int as active from schools`);
  return row ?? { total: 0, active: 0 };
}

/** Today over all active schools, each by its own date, out of the tally of their days. */
export async function todayOfAll(db: Queryable, now: Date): Promise<DayCounts> {
  const [row] = await db.query<DayCounts>(sql`with ${schoolsAt(now)}
    select coalesce(sum(d.open), 0)::int as open, coalesce(sum(d.pending), 0)::int as pending, coalesce(sum(d.filled), 0)::int as filled
    from mine join school_days d on d.school_id = mine.id and d.date = mine.today
    where d.date between (select min(today) from zones) and (select max(today) from zones)`);
  return row ?? { open: 0, pending: 0, filled: 0 };
}

/** This month over all active schools, each by its own date, out of the tally of their months. */
export async function monthOfAll(db: Queryable, now: Date): Promise<{ total: number; filled: number }> {
  const [row] = await db.query<{ total: number; filled: number }>(sql`with ${schoolsAt(now)}
    select coalesce(sum(m.open + m.pending + m.filled), 0)::int as total, coalesce(sum(m.filled), 0)::int as filled
    from mine join school_months m on m.school_id = mine.id and m.month = mine.month
    where m.month between (select min(month) from zones) and (select max(month) from zones)`);
  return row ?? { total: 0, filled: 0 };
}

export type TroubledSchool = DayCounts & { id: number; name: string; city: string | null; state: string | null };

/** The active schools with rooms that nobody covers today, the most first. */
export async function schoolsInTrouble(db: Queryable, now: Date, limit: number): Promise<TroubledSchool[]> {
  return db.query<TroubledSchool>(sql`with ${schoolsAt(now)}
    select s.id, s.name, s.city, s.state, d.open, d.pending, d.filled
    from mine join school_days d on d.school_id = mine.id and d.date = mine.today join schools s on s.id = mine.id
    where d.open + d.pending > 0 and d.date between (select min(today) from zones) and (select max(today) from zones)
    order by d.open + d.pending desc, lower(s.name), s.id limit ${limit}`);
}

/** How the rooms of these schools stand today; a school without an absence is not in it. */
export async function todayAt(db: Queryable, schoolIds: readonly number[], now: Date): Promise<Map<number, DayCounts>> {
  const rows = await db.query<DayCounts & { id: number }>(sql`select s.id, d.open, d.pending, d.filled
    from schools s join school_days d on d.school_id = s.id and d.date = (${now}::timestamptz at time zone s.time_zone)::date
    where s.id = any(${schoolIds}::bigint[])`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** How many teachers each of these schools has, and substitutes who chose it. */
export async function peopleOf(db: Queryable, schoolIds: readonly number[]): Promise<Map<number, { teachers: number; substitutes: number }>> {
  const rows = await db.query<{ id: number; teachers: number; substitutes: number }>(sql`select s.id,
      (select count(*) from users u where u.school_id = s.id and u.role = 'teacher' and u.deleted_at is null)::int as teachers,
      (select count(*) from substitute_schools l where l.school_id = s.id and l.is_selected)::int as substitutes
    from unnest(${schoolIds}::bigint[]) as s (id)`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export type Loss = { name: string; teachers: number; admins: number; substitutes: number; vacancies: number; upcomingAssignments: number; messages: number };

/** What goes with a school, or null where there is none. */
export async function lossOf(db: Queryable, id: number, now: Date): Promise<Loss | null> {
  const [row] = await db.query<Loss>(sql`select s.name,
      (select count(*) from users where school_id = s.id and role = 'teacher' and deleted_at is null)::int as teachers,
      (select count(*) from users where school_id = s.id and role = 'school_admin' and deleted_at is null)::int as admins,
      (select count(*) from substitute_schools where school_id = s.id and is_selected)::int as substitutes,
      (select coalesce(sum(open + pending + filled), 0) from school_days where school_id = s.id)::int as vacancies,
      (select coalesce(sum(filled), 0) from school_days where school_id = s.id and date >= (${now}::timestamptz at time zone s.time_zone)::date)::int as "upcomingAssignments",
      (select count(*) from messages where school_id = s.id)::int as messages
    from schools s where s.id = ${id}`);
  return row ?? null;
}

export type LastBackups = { last: { at: string; bytes: number } | null; failure: { at: string; error: string } | null };

/** The last good daily backup, and the newest failure where none was good since. */
export async function lastBackups(db: Queryable): Promise<LastBackups> {
  const [good] = await db.query<{ id: number; at: Date; bytes: number }>(sql`select id, at, bytes from backups where error is null order by id desc limit 1`);
  const [newest] = await db.query<{ at: Date; error: string | null }>(sql`select at, error from backups order by id desc limit 1`);
  return {
    last: good === undefined ? null : { at: good.at.toISOString(), bytes: good.bytes },
    failure: newest === undefined || newest.error === null ? null : { at: newest.at.toISOString(), error: newest.error },
  };
}
