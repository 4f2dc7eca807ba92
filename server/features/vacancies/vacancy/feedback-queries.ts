import type { ClassVerdict, PlanVerdict } from '#domain/feedback.ts';
import { countsSince } from '#domain/attendance.ts';
import { feedbackLimits, isAnswered } from '#domain/feedback.ts';
import type { Actor } from '#domain/permissions.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { isCompleted, isNoShow } from '#server/db/sql/vacancies.ts';

/** Feedback as stored. A teacher's row without `again` means only that they dismissed the question. */
export type FeedbackRow = {
  vacancyId: number;
  substituteId: number;
  author: 'substitute' | 'teacher';
  went: ClassVerdict | null;
  plans: PlanVerdict | null;
  again: boolean | null;
  words: string | null;
  firstAt: Date;
  saidAt: Date;
  answer: string | null;
  answeredAt: Date | null;
};

/** A covered class that is over. */
export type TaughtClass = {
  vacancyId: number;
  schoolId: number;
  date: string;
  title: string;
  endsAt: Date;
  teacherId: number;
  teacherName: string;
  substituteId: number;
  substituteName: string;
};

const columns = sql`f.vacancy_id as "vacancyId", f.substitute_id as "substituteId", f.author, f.class_went as went,
    f.plans, f.again, f.words,
  f.first_at as "firstAt", f.said_at as "saidAt", f.answer, f.answered_at as "answeredAt"`;
const classColumns = sql`w.id as "vacancyId", w.school_id as "schoolId", w.date, w.description as title,
    w.ends_at as "endsAt", w.teacher_id as "teacherId",
  w.substitute_id as "substituteId", t.full_name as "teacherName", p.full_name as "substituteName"`;
const mostClasses = 200;

/** Returns the feedback on these classes, including feedback on earlier substitutes. */
export async function feedbackOf(db: Queryable, vacancyIds: readonly number[]): Promise<FeedbackRow[]> {
  return db.query<FeedbackRow>(sql`select ${columns} from feedback f
    where f.vacancy_id = any(${vacancyIds}::bigint[])`);
}

/** Returns whether the booked substitute of a class is recorded as a no-show. */
export async function isNoShowAt(db: Queryable, vacancyId: number): Promise<boolean> {
  const rows = await db.query(sql`select w.id from vacancies w where w.id = ${vacancyId} and ${isNoShow}`);
  return rows.length > 0;
}

/** Returns a person's completed classes that can have feedback, latest first. Extra hands aren't a teacher's class. */
export async function taughtClasses(
  db: Queryable,
  { id, role }: Pick<Actor, 'id' | 'role'>,
  now: Date,
): Promise<TaughtClass[]> {
  const isOwn = role === 'teacher' ? sql`w.teacher_id = ${id}` : sql`w.substitute_id = ${id}`;
  const open = new Date(now.getTime() - feedbackLimits.give * 24 * 3_600_000);
  return db.query<TaughtClass>(sql`select ${classColumns}
    from vacancies w join users t on t.id = w.teacher_id join users p on p.id = w.substitute_id
    where ${isOwn} and w.absence_reason is not null and ${isCompleted(now)} and w.date >= ${countsSince(now)}
      and (w.ends_at >= ${open} or exists (select from feedback f
        where f.vacancy_id = w.id and f.substitute_id = w.substitute_id))
    order by w.ends_at desc, w.id desc limit ${mostClasses}`);
}

/**
 * Returns the feedback on a substitute from teachers of a school in the last 12 months, whether or not it counts yet,
 * latest first.
 */
export async function feedbackAbout(
  db: Queryable,
  { substituteId, schoolId }: { substituteId: number; schoolId: number | null },
  now: Date,
): Promise<(FeedbackRow & TaughtClass)[]> {
  return db.query<FeedbackRow & TaughtClass>(sql`select ${columns}, ${classColumns}
    from feedback f join vacancies w on w.id = f.vacancy_id and w.substitute_id = f.substitute_id
      join users t on t.id = w.teacher_id join users p on p.id = w.substitute_id
    where f.substitute_id = ${substituteId} and f.school_id = ${schoolId}::bigint and f.author = 'teacher'
      and f.again is not null
      and ${isCompleted(now)} and w.date >= ${countsSince(now)}
    order by w.date desc, w.start_time desc, w.id desc`);
}

/** Returns a teacher's feedback, as its readers see it. */
export function saidOf(row: FeedbackRow): {
  again: boolean;
  words: string | null;
  answer: string | null;
  answersEarlier: boolean;
} {
  const { again, words, answer } = row;
  return { again: again === true, words, answer, answersEarlier: answer !== null && !isAnswered(row) };
}
