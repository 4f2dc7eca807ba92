import { type Subject, subjectsIn } from '#domain/subject.ts';
import { classTeacherOf } from '#domain/vacancy.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';

type WithSubject = Pick<VacancyRow, 'subject' | 'description' | 'teacherId' | 'absenceReason'>;

/**
 * Returns the subjects and the department in the profiles of these classes' teachers. Classes that have a subject
 * don't need them.
 */
export async function textsOfTeachers(db: Queryable, rows: readonly WithSubject[]): Promise<Map<number, string>> {
  const ids = rows.flatMap((row) => (row.subject === null ? (classTeacherOf(row) ?? []) : []));
  if (ids.length === 0) return new Map();
  const teachers = await db.query<{ id: number; text: string }>(
    sql`select id, concat_ws(' | ', subjects, department) as text from users
        where id = any(${[...new Set(ids)]}::bigint[])`,
  );
  return new Map(teachers.map(({ id, text }) => [id, text]));
}

/**
 * Returns the subjects of a class: its own, or if it has none, those that its title and its teacher's profile (`texts`)
 * name.
 */
export function subjectsOfClass(row: WithSubject, texts: ReadonlyMap<number, string>): Subject[] {
  const { subject, description } = row;
  if (subject !== null) return subjectsIn(subject);
  const teacherId = classTeacherOf(row);
  return subjectsIn(teacherId === null ? description : `${description} | ${texts.get(teacherId) ?? ''}`);
}
