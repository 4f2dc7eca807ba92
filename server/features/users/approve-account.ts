import { acceptAtSchool } from '#server/features/users/commands.ts';
import { can } from '#domain/permissions.ts';
import type { Tx } from '#server/db/database.ts';
import { vouchForAddress } from '#server/features/accounts/commands.ts';
import { auditDecision, noticeOfDecision, notifyOfDecision } from '#server/features/users/announce-decision.ts';
import type { UpdateCall } from '#server/features/users/decide-account.ts';
import { holdApproval, standingOf } from '#server/features/users/held-approvals.ts';
import { type PersonRow, subjectOf } from '#server/features/users/queries.ts';
import { saveStanding } from '#server/features/users/writes.ts';
import { notAllowed } from '#server/core/refused.ts';

/**
 * Approves an account. For a substitute, it also records that this school accepts them, no matter what the school
 * decided before. The decision counts in the school's district. Approving again changes nothing and notifies no one.
 * A substitute who already worked here through another school in the district is not notified either.
 */
export async function approveAccount(tx: Tx, call: UpdateCall, person: PersonRow): Promise<void> {
  const { actor, now } = call;
  if (!can(actor, 'user.approve', subjectOf(person))) throw notAllowed();
  const link =
    person.role === 'substitute' ? person.links.find(({ schoolId }) => schoolId === actor.schoolId) : undefined;
  const wasRejected = (link?.rejectedAt ?? null) !== null;
  const isNew = person.role === 'substitute' ? link?.worksHere !== true : !person.isApproved;
  const canUndo = call.body.canUndo === true;
  const before = canUndo ? await standingOf(tx, person.id) : {};
  if (person.role === 'substitute' && actor.schoolId !== null) {
    if (!isNew && person.isApproved && (link?.approvedAt ?? null) !== null) return;
    await acceptAtSchool(tx, [person.id], actor.schoolId, now);
  } else if (!isNew && (person.isActive || person.role !== 'school_admin')) {
    return;
  }
  const isActive = person.role === 'school_admin' ? true : person.isActive;
  await saveStanding(tx, person.id, { isApproved: true, isActive, rejectedAt: null });
  await vouchForAddress(tx, person.id, now);
  const schoolId = person.role === 'substitute' ? actor.schoolId : person.schoolId;
  await auditDecision(tx, call, person, { verdict: 'approve', schoolId, rejectedEarlier: wasRejected });
  const decision = { verdict: 'approve', schoolId } as const;
  if (canUndo) {
    const notification = isNew ? await noticeOfDecision(tx, call, person, decision) : null;
    await holdApproval(tx, call, person.id, { before, notification });
  } else if (isNew) await notifyOfDecision(tx, call, person, decision);
}
