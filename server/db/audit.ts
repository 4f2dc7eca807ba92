import type { AuditAct, AuditChange } from '#domain/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';

/** An administrative act for the audit log. */
export type AdministrativeAct = {
  act: AuditAct;
  subject: readonly ['user' | 'school' | 'district' | 'platform' | 'vacancy', number | null];
  schoolId: number | null;
  /** Other details. It never has personal data, because no one can remove a row from the log. */
  detail?: Record<string, string | number | boolean | null | readonly (string | number)[]>;
  /**
   * Old and new values. They never contain secrets or people's texts about themselves, and name people only by id. A
   * school's own data may name a person: `forget_in_audit` removes that when their account is erased.
   */
  changes?: readonly AuditChange[];
};

/** Records an administrative act of the caller in its own transaction. The row is permanent. */
export async function audit(
  tx: Tx,
  { actor, now }: { actor: { id: number }; now: Date },
  { act, subject: [type, id], schoolId, detail, changes }: AdministrativeAct,
): Promise<void> {
  const kept = changes === undefined || changes.length === 0 ? detail : { ...detail, changes };
  await tx.execute(sql`insert into audit_log (school_id, actor_id, act, subject_type, subject_id, at, detail)
    values (${schoolId}, ${actor.id}, ${act}, ${type}, ${id}, ${now},
      ${kept === undefined ? null : JSON.stringify(kept)}::jsonb)`);
}
