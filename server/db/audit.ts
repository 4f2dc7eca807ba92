import type { AuditAct, AuditChange } from '#domain/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';

/** An administrative act for the audit log. */
export type AdministrativeAct = {
  actorId: number;
  act: AuditAct;
  subjectType: 'user' | 'school' | 'district' | 'platform' | 'file' | 'vacancy' | 'message';
  subjectId: number | null;
  schoolId: number | null;
  /** Other details. It never has personal data, because no one can remove a row from the log. */
  detail?: Record<string, string | number | boolean | null | readonly (string | number)[]>;
  /**
   * Old and new values. They never contain secrets or people's texts about themselves, and name people only by id. A
   * school's own data may name a person: `forget_in_audit` removes that when their account is erased.
   */
  changes?: readonly AuditChange[];
};

/** Records an administrative act in its own transaction. The row is permanent. */
export async function audit(
  tx: Tx,
  { actorId, act, subjectType, subjectId, schoolId, detail, changes }: AdministrativeAct,
  now: Date,
): Promise<void> {
  const kept = changes === undefined || changes.length === 0 ? detail : { ...detail, changes };
  await tx.execute(sql`insert into audit_log (school_id, actor_id, act, subject_type, subject_id, at, detail)
    values (${schoolId}, ${actorId}, ${act}, ${subjectType}, ${subjectId}, ${now}, ${kept === undefined ? null : JSON.stringify(kept)}::jsonb)`);
}
