import { addDays, firstDayOf, lastDayOf, localDate, monthOf } from '#domain/time.ts';
import { type Queryable, sql } from '#server/db/database.ts';

export type DayCounts = { open: number; pending: number; filled: number };

/** The dates that can be today somewhere on earth. */
function datesAround(now: Date): { first: string; last: string } {
  const utc = localDate(now, 'UTC');
  return { first: addDays(utc, -1), last: addDays(utc, 1) };
}

export async function countSchools(db: Queryable): Promise<{ total: number; active: number }> {
  const [row] = await db.query<{ total: number; active: number }>(sql`select count(*)::int as total, (count(*) filter (where is_active))::int as active from schools`);
  return row ?? { total: 0, active: 0 };
}

/** Today and this month over all active schools, each by its own date, out of the tally of their days. */
export async function standingOfAll(db: Queryable, now: Date): Promise<DayCounts & { monthTotal: number; monthFilled: number }> {
  const { first, last } = datesAround(now);
  const [row] = await db.query<DayCounts & { monthTotal: number; monthFilled: number }>(sql`
    with zones as materialized (select z.time_zone, (${now}::timestamptz at time zone z.time_zone)::date as today from (select distinct time_zone from schools) z)
    select coalesce(sum(d.open) filter (where d.date = z.today), 0)::int as open, coalesce(sum(d.pending) filter (where d.date = z.today), 0)::int as pending,
      coalesce(sum(d.filled) filter (where d.date = z.today), 0)::int as filled,
      coalesce(sum(d.open + d.pending + d.filled), 0)::int as "monthTotal", coalesce(sum(d.filled), 0)::int as "monthFilled"
    from school_days d join schools s on s.id = d.school_id and s.is_active join zones z on z.time_zone = s.time_zone
    where d.date between ${firstDayOf(monthOf(first))} and ${lastDayOf(monthOf(last))} and date_trunc('month', d.date) = date_trunc('month', z.today)`);
  return row ?? { open: 0, pending: 0, filled: 0, monthTotal: 0, monthFilled: 0 };
}

export type TroubledSchool = DayCounts & { id: number; name: string; city: string | null; state: string | null };

/** The active schools with rooms that nobody covers today, the most first. */
export async function schoolsInTrouble(db: Queryable, now: Date, limit: number): Promise<TroubledSchool[]> {
  const { first, last } = datesAround(now);
  return db.query<TroubledSchool>(sql`select s.id, s.name, s.city, s.state, d.open, d.pending, d.filled
    from school_days d join schools s on s.id = d.school_id
    where s.is_active and d.open + d.pending > 0 and d.date between ${first} and ${last} and d.date = (${now}::timestamptz at time zone s.time_zone)::date
    order by d.open + d.pending desc, lower(s.name), s.id limit ${limit}`);
}

/** How the rooms of these schools stand today; a school without an absence is not in it. */
export async function todayAt(db: Queryable, schoolIds: readonly number[], now: Date): Promise<Map<number, DayCounts>> {
  const rows = await db.query<DayCounts & { id: number }>(sql`select s.id, d.open, d.pending, d.filled
    from schools s join school_days d on d.school_id = s.id and d.date = (${now}::timestamptz at time zone s.time_zone)::date
    where s.id = any(${schoolIds}::bigint[])`);
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
