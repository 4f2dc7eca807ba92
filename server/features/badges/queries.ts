import { type Queryable, sql } from '#server/db/database.ts';

/** A school with its own date of today. */
export type SchoolToday = { schoolId: number; today: string };

type Count = { count: number };
const countOf = (rows: Count[]) => rows[0]?.count ?? 0;

/** Notices that a person has not read. */
export async function unreadNotices(db: Queryable, userId: number): Promise<number> {
  return countOf(await db.query<Count>(sql`select count(*)::int as count from notices where recipient_id = ${userId} and read_at is null and in_app`));
}

/** A teacher's own vacancies that are open or requested, dated today or later. */
export async function ownUnfilled(db: Queryable, teacherId: number, today: string): Promise<number> {
  return countOf(await db.query<Count>(sql`select count(*)::int as count from vacancies
    where teacher_id = ${teacherId} and date >= ${today} and status in ('open', 'pending_approval') and deleted_at is null`));
}

/** Open vacancies of a school, dated today or later. */
export async function openAtSchool(db: Queryable, { schoolId, today }: SchoolToday): Promise<number> {
  return countOf(await db.query<Count>(sql`select count(*)::int as count from vacancies
    where school_id = ${schoolId} and date >= ${today} and status = 'open' and deleted_at is null`));
}

/** Open vacancies of these schools, each dated its own today or later, that the substitute has not declined. */
export async function openFor(db: Queryable, substituteId: number, schools: readonly SchoolToday[]): Promise<number> {
  return countOf(await db.query<Count>(sql`select count(*)::int as count
    from unnest(${schools.map(({ schoolId }) => schoolId)}::bigint[], ${schools.map(({ today }) => today)}::date[]) as mine (school_id, today)
    join vacancies v on v.school_id = mine.school_id and v.date >= mine.today and v.status = 'open' and v.deleted_at is null
    where not exists (select from vacancy_declines d where d.substitute_id = ${substituteId} and d.vacancy_id = v.id)`));
}
