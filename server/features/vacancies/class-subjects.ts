import { type Subject, subjectsIn } from '#domain/subject.ts';
import { classTeacherOf } from '#domain/vacancy.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import type { VacancyRow } from '#server/features/vacancies/row.ts';

/** The subjects of a class: its own, or if it has none, those that its title and its teacher's profile name. */
export async function subjectsOfClass(
  db: Queryable,
  row: Pick<VacancyRow, 'subject' | 'description' | 'teacherId' | 'absenceReason'>,
): Promise<Subject[]> {
  const { subject, description } = row;
  if (subject !== null) return subjectsIn(subject);
  const teacherId = classTeacherOf(row);
  if (teacherId === null) return subjectsIn(description);
  const [teacher] = await db.query<{ text: string }>(
    sql`select concat_ws(' | ', subjects, department) as text from users where id = ${teacherId}`,
  );
  return subjectsIn(`${description} | ${teacher?.text ?? ''}`);
}
