import { exclusionSentence, type ExclusionScope } from '#domain/exclusion.ts';
import { Refused } from '#server/core/refused.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { exclusionOf } from '#server/db/sql/exclusions.ts';

/**
 * Refuses a request of a vacancy that its school doesn't offer to the substitute, whose row is locked.
 *
 * @throws {Refused} not_offered
 */
export async function refuseExcluded(
  tx: Tx,
  substituteId: number,
  { schoolId, teacherId }: { schoolId: number; teacherId: number },
  now: Date,
): Promise<void> {
  const of = { schoolId: sql`${schoolId}`, teacherId: sql`${teacherId}` };
  const [found] = await tx.query<{ scope: ExclusionScope | null }>(
    sql`select ${exclusionOf(sql`${substituteId}`, of, now)} as scope`,
  );
  const scope = found?.scope ?? null;
  if (scope !== null) throw new Refused('not_offered', `${exclusionSentence(scope)} Ask its front office.`);
}
