import type { AuditAct } from '#domain/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';

/** An administrative act, as the audit log keeps it. */
export type AdministrativeAct = {
  actorId: number;
  act: AuditAct;
  subjectType: 'user' | 'school' | 'district' | 'platform' | 'file' | 'vacancy' | 'message';
  subjectId: number | null;
  schoolId: number | null;
  /** What changed. Never personal data: nobody can take a row out of the log again. */
  detail?: Record<string, string | number | boolean | null | readonly (string | number)[]>;
};

/** Records an administrative act in the transaction that does it; the row stands for good. */
export async function audit(
  tx: Tx,
  { actorId, act, subjectType, subjectId, schoolId, detail }: AdministrativeAct,
  now: Date,
): Promise<void> {
  await tx.execute(sql`insert into audit_log (school_id, actor_id, act, subject_type, subject_id, at, detail)
    values (${schoolId}, ${actorId}, ${act}, ${subjectType}, ${subjectId}, ${now}, ${detail === undefined ? null : JSON.stringify(detail)}::jsonb)`);
}
