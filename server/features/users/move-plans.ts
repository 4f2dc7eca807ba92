import { sql, type Tx } from '#server/db/database.ts';

/**
 * Deletes a teacher's emergency plan, student details and files. They are about the students of one school, so they don't move to
 * another one.
 */
export async function dropPlansOf(tx: Tx, teacherId: number): Promise<void> {
  await tx.execute(sql`delete from emergency_plans where teacher_id = ${teacherId}`);
  await tx.execute(sql`delete from plan_files where teacher_id = ${teacherId}`);
}

/** Gives a teacher the files from another of their accounts and, if they have no emergency plan, its plan. */
export async function takeOverPlans(tx: Tx, { from, to }: { from: number; to: number }): Promise<void> {
  await tx.execute(sql`update plan_files set teacher_id = ${to} where teacher_id = ${from}`);
  const given =
    await tx.execute(sql`insert into emergency_plans (teacher_id, version, routines, seating, people, file_ids, checked_at)
      select ${to}, nextval('emergency_plan_versions'), routines, seating, people, file_ids, checked_at from emergency_plans where teacher_id = ${from} on conflict do nothing`);
  if (given > 0)
    await tx.execute(sql`insert into student_details (teacher_id, words)
      select ${to}, words from student_details where teacher_id = ${from}`);
}
