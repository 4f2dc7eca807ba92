import type { ReplyOf } from '#contract/endpoint.ts';
import type { getSchoolLoss } from '#contract/platform.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { todayAt } from '#server/db/sql/schools.ts';

export type DayCounts = { open: number; pending: number; filled: number };

/**
 * `uncovered`: neither a substitute nor colleagues cover it, or the substitute didn't come. A request doesn't cover a
 * class.
 */
type Coverage = DayCounts & { uncovered: number };

/** The counts of a tally's row. A class whose substitute didn't come isn't filled. */
const dayCounts = sql`d.open, d.pending, d.filled - d.no_shows as filled`;

type TroubledSchool = Coverage & { id: number; name: string; city: string | null; state: string | null };

export type OverviewOfAll = {
  schools: { total: number; active: number };
  /** Counts all active schools, each by its own date. */
  today: Coverage & { total: number };
  month: { total: number; filled: number };
  /** The active schools with uncovered classes today, most first. */
  inTrouble: TroubledSchool[];
};

/**
 * Returns all schools at a glance, from the daily and monthly tallies. One statement, so the schools are read once.
 * Dates are computed once per time zone, and only the worst schools are looked up by name.
 */
export async function overviewOfAll(db: Queryable, now: Date, most: number): Promise<OverviewOfAll> {
  return db.only<OverviewOfAll>(sql`with zones as materialized (
      select z.time_zone, t.today, date_trunc('month', t.today)::date as month
      from (select distinct time_zone from schools) z
        cross join lateral (select ${todayAt(sql`z`, now)} as today) t
    ), mine as materialized (
      select s.id, z.today, z.month from schools s join zones z on z.time_zone = s.time_zone where s.is_active
    ), days as materialized (
      select d.school_id, ${dayCounts}, d.open + d.pending - d.covered_inside + d.no_shows as uncovered,
        d.open + d.pending + d.filled as total from mine
        join school_days d on d.school_id = mine.id and d.date = mine.today
      where d.date between (select min(today) from zones) and (select max(today) from zones)
    ), months as materialized (
      select m.open + m.pending + m.filled as total, m.filled - m.no_shows as filled from mine
        join school_months m on m.school_id = mine.id and m.month = mine.month
      where m.month between (select min(month) from zones) and (select max(month) from zones)
    ), worst as (
      select * from days where uncovered > 0 order by uncovered desc fetch first ${most} rows with ties
    )
    select jsonb_build_object('total', (select count(*) from schools where deletion_began_at is null),
      'active', (select count(*) from mine)) as schools,
      (select jsonb_build_object('open', coalesce(sum(open), 0), 'pending', coalesce(sum(pending), 0),
        'filled', coalesce(sum(filled), 0), 'uncovered', coalesce(sum(uncovered), 0), 'total', coalesce(sum(total), 0))
        from days) as today,
      (select jsonb_build_object('total', coalesce(sum(total), 0), 'filled', coalesce(sum(filled), 0))
        from months) as month,
      coalesce((select jsonb_agg(to_jsonb(each)) from (
        select s.id, s.name, s.city, s.state, w.open, w.pending, w.filled, w.uncovered from worst w
          join schools s on s.id = w.school_id
        order by w.uncovered desc, lower(s.name), s.id limit ${most}
      ) each), '[]') as "inTrouble"`);
}

/** Returns today's coverage at these schools. A school without an absence is missing. */
export async function countsOfToday(
  db: Queryable,
  schoolIds: readonly number[],
  now: Date,
): Promise<Map<number, DayCounts>> {
  const rows = await db.query<DayCounts & { id: number }>(sql`select s.id, ${dayCounts}
    from schools s join school_days d on d.school_id = s.id
      and d.date = ${todayAt(sql`s`, now)}
    where s.id = any(${schoolIds}::bigint[])`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Returns how many teachers each of these schools has, and how many substitutes chose it. */
export async function peopleOf(
  db: Queryable,
  schoolIds: readonly number[],
): Promise<Map<number, { teachers: number; substitutes: number }>> {
  const rows = await db.query<{ id: number; teachers: number; substitutes: number }>(sql`select s.id,
      (select count(*) from users u where u.school_id = s.id and u.role = 'teacher'
        and u.deleted_at is null)::int as teachers,
      (select count(*) from substitute_schools l where l.school_id = s.id and l.is_selected)::int as substitutes
    from unnest(${schoolIds}::bigint[]) as s (id)`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export type Loss = ReplyOf<typeof getSchoolLoss>;

/** Returns the data that would be deleted with a school. Returns null if there is no such school. */
export async function lossOf(db: Queryable, id: number, now: Date): Promise<Loss | null> {
  return db.first<Loss>(sql`select s.name,
      (select count(*) from users where school_id = s.id and role = 'teacher' and deleted_at is null)::int as teachers,
      (select count(*) from users where school_id = s.id and role = 'school_admin'
        and deleted_at is null)::int as admins,
      (select count(*) from substitute_schools where school_id = s.id and is_selected)::int as substitutes,
      (select coalesce(sum(open + pending + filled), 0) from school_days where school_id = s.id)::int as vacancies,
      (select coalesce(sum(filled), 0) from school_days
        where school_id = s.id and date >= ${todayAt(sql`s`, now)})::int as "upcomingAssignments",
      (select count(*) from messages where school_id = s.id)::int as messages
    from schools s where s.id = ${id} and s.deletion_began_at is null`);
}

export type LastBackups = {
  last: { at: string; bytes: number } | null;
  failure: { at: string; error: string } | null;
  restored: { at: string } | null;
  restoreFailure: { at: string; error: string } | null;
};

/** Returns the last successful daily backup and the last one that was restored as a test, and why the newest wasn't. */
export async function lastBackups(db: Queryable): Promise<LastBackups> {
  const [good] = await db.query<{ id: number; at: Date; bytes: number }>(sql`select id, at, bytes from backups
    where error is null order by id desc limit 1`);
  const [newest] = await db.query<{ at: Date; error: string | null; restoreError: string | null }>(
    sql`select at, error, restore_error as "restoreError" from backups order by id desc limit 1`,
  );
  const [restored] = await db.query<{ at: Date }>(sql`select restored_at as at from backups
    where restored_at is not null order by id desc limit 1`);
  return {
    last: good === undefined ? null : { at: good.at.toISOString(), bytes: good.bytes },
    failure:
      newest === undefined || newest.error === null ? null : { at: newest.at.toISOString(), error: newest.error },
    restored: restored === undefined ? null : { at: restored.at.toISOString() },
    restoreFailure:
      newest === undefined || newest.restoreError === null
        ? null
        : { at: newest.at.toISOString(), error: newest.restoreError },
  };
}
