import { sql, type Tx } from '#server/db/database.ts';

/** Gives a teacher the employee IDs from another of their accounts, at schools where they have none. */
export async function takeOverEmployeeIds(tx: Tx, { from, to }: { from: number; to: number }): Promise<void> {
  await tx.execute(sql`update employee_ids e set substitute_id = ${to} where e.substitute_id = ${from}
    and not exists (select from employee_ids own where own.substitute_id = ${to} and own.school_id = e.school_id)`);
}
