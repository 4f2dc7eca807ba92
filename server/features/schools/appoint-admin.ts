import type { Tx } from '#server/db/database.ts';
import { giveSchoolTo } from '#server/features/schools/writes.ts';
import { lockAdminCandidate } from '#server/features/schools/queries.ts';
import { Refused, wrongField } from '#server/core/refused.ts';

/**
 * Appoints a school admin who has no other school.
 *
 * @throws {Refused} admin_has_school, or bad_input at `adminId` for anyone else.
 */
export async function appointAdmin(tx: Tx, adminId: number | null, schoolId: number): Promise<void> {
  if (adminId === null) return;
  const candidate = await lockAdminCandidate(tx, adminId);
  if (candidate === null) throw wrongField('adminId', 'Choose a school administrator who has no school yet.');
  if (candidate.schoolId !== null && candidate.schoolId !== schoolId) {
    const sentence = 'This school administrator already has a school.';
    throw new Refused('admin_has_school', sentence, { fields: { adminId: sentence } });
  }
  await giveSchoolTo(tx, adminId, schoolId);
}
