import type { ReplyInput } from '#contract/endpoint.ts';
import type { getDashboard } from '#contract/reports.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { isPending } from '#server/db/sql/users.ts';
import { isConfirmed } from '#server/db/sql/vacancies.ts';
import { reportedSchool } from '#server/features/reports/reports.ts';
import type { Call } from '#server/http/route.ts';

type Dashboard = ReplyInput<typeof getDashboard>;

/** Returns the counts of the cards. */
export async function dashboardOf(call: Call<typeof getDashboard>): Promise<Dashboard> {
  const { db } = call;
  const { schoolId, today } = reportedSchool(call);
  const [vacancies, openToday, people] = await Promise.all([
    schoolCounts(db, schoolId, today),
    openByEnd(db, schoolId, today),
    peopleCounts(db, schoolId),
  ]);
  return { today, ...vacancies, openToday, ...people };
}

type SchoolCounts = Pick<
  Dashboard,
  'openVacancies' | 'pendingVacancies' | 'filledVacancies' | 'unconfirmedVacancies' | 'reasonDecided'
>;

/**
 * Open and requested vacancies from today on and filled ones of all dates, from the tally of the school's days, and the
 * school's decisions.
 */
async function schoolCounts(db: Queryable, schoolId: number, today: string): Promise<SchoolCounts> {
  const [row] = await db.query<SchoolCounts>(sql`select coalesce(sum(open) filter (where date >= ${today}),
        0)::int as "openVacancies",
      coalesce(sum(pending) filter (where date >= ${today}), 0)::int as "pendingVacancies",
        coalesce(sum(filled), 0)::int as "filledVacancies",
      (select count(*) from vacancies v where v.school_id = ${schoolId} and v.date >= ${today} and v.status = 'filled'
        and not ${isConfirmed} and v.deleted_at is null)::int as "unconfirmedVacancies",
      (select reason_decided from schools where id = ${schoolId}) as "reasonDecided"
    from school_days where school_id = ${schoolId}`);
  if (row === undefined) throw new Error('An aggregate statement returned no row.');
  return row;
}

/** Counts a date's open vacancies by their end, without those that colleagues cover. */
async function openByEnd(db: Queryable, schoolId: number, date: string): Promise<Dashboard['openToday']> {
  const rows = await db.query<{ endsAt: Date; count: number }>(sql`select ends_at as "endsAt", count(*)::int as count
    from vacancies where school_id = ${schoolId} and date = ${date} and status = 'open' and not covered_inside
      and deleted_at is null
    group by 1 order by 1`);
  return rows.map(({ endsAt, count }) => ({ endsAt: endsAt.toISOString(), count }));
}

type PeopleCounts = Pick<
  Dashboard,
  'approvedTeachers' | 'pendingTeachers' | 'approvedSubstitutes' | 'pendingSubstitutes'
>;

/** Counts the people who are in the lists `approved` and `pending`. */
async function peopleCounts(db: Queryable, schoolId: number): Promise<PeopleCounts> {
  const [row] =
    await db.query<PeopleCounts>(sql`select t.approved as "approvedTeachers", t.pending as "pendingTeachers",
        s.approved as "approvedSubstitutes", s.pending as "pendingSubstitutes"
    from (select (count(*) filter (where is_approved))::int as approved,
      (count(*) filter (where ${isPending}))::int as pending
        from users u where school_id = ${schoolId} and role = 'teacher' and deleted_at is null) t
      cross join (select (count(*) filter (where l.works_here))::int as approved,
        (count(*) filter (where not l.works_here))::int as pending
        from substitute_schools l join users u on u.id = l.substitute_id
          where l.school_id = ${schoolId} and l.is_selected and u.deleted_at is null) s`);
  return row ?? { approvedTeachers: 0, pendingTeachers: 0, approvedSubstitutes: 0, pendingSubstitutes: 0 };
}
