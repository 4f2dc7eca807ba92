import type { AuditAct, AuditChange } from '#domain/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';

/** An administrative act, as the audit log keeps it. */
export type AdministrativeAct = {
  actorId: number;
  act: AuditAct;
  subjectType: 'user' | 'school' | 'district' | 'platform' | 'file' | 'vacancy' | 'message';
  subjectId: number | null;
  schoolId: number | null;
  /** What else says what was done. Never personal data: nobody can take a row out of the log again. */
  detail?: Record<string, string | number | boolean | null | readonly (string | number)[]>;
  /**
   * What it changed, old and new. Never a secret, never what people write about themselves, and people by their ids. A
   * school's own data may name somebody: `forget_in_audit` takes that out when their account is erased.
   */
  changes?: readonly AuditChange[];
};

/** Records an administrative act in the transaction that does it; the row stands for good. */
export async function audit(
  tx: Tx,
  { actorId, act, subjectType, subjectId, schoolId, detail, changes }: AdministrativeAct,
  now: Date,
): Promise<void> {
  const kept = changes === undefined || changes.length === 0 ? detail : { ...detail, changes };
  await tx.execute(sql`insert into audit_log (school_id, actor_id, act, subject_type, subject_id, at, detail)
    values (${schoolId}, ${actorId}, ${act}, ${subjectType}, ${subjectId}, ${now}, ${kept === undefined ? null : JSON.stringify(kept)}::jsonb)`);
}
