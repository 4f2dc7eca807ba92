import { can } from '#domain/permissions.ts';
import type { Tx } from '#server/db/database.ts';
import { releaseCoversBy } from '#server/features/cover/commands.ts';
import { releaseSubstituteFromSchool } from '#server/features/vacancies/commands.ts';
import { auditDecision, notifyOfDecision } from '#server/features/users/announce-decision.ts';
import type { UpdateCall } from '#server/features/users/decide-account.ts';
import { type PersonRow, subjectOf } from '#server/features/users/queries.ts';
import { approvedElsewhere, saveStanding, turnAwayFromSchool } from '#server/features/users/writes.ts';
import { notAllowed } from '#server/core/refused.ts';
import { endSessionsOf } from '#server/security/sessions.ts';

/**
 * Rejects an account. A teacher leaves the pending list and can still be approved. A substitute loses this school, and
 * the approval if no other school gave it. A school admin is also disabled.
 */
export async function rejectAccount(tx: Tx, call: UpdateCall, person: PersonRow): Promise<void> {
  const { actor, now } = call;
  if (!can(actor, 'user.reject', subjectOf(person))) throw notAllowed();
  const isRejectedAlready = person.role !== 'substitute' && !person.isApproved && person.rejectedAt !== null;
  if (isRejectedAlready) return;
  if (person.role === 'substitute' && actor.schoolId !== null)
    await turnAwaySubstitute(tx, call, person, actor.schoolId);
  else
    await saveStanding(tx, person.id, {
      isApproved: false,
      isActive: person.role === 'school_admin' ? false : person.isActive,
      rejectedAt: now,
    });
  if (person.role === 'teacher') await releaseCoversBy(tx, call, { teacherId: person.id });
  if (person.role === 'school_admin') await endSessionsOf(tx, person.id);
  const schoolId = person.role === 'substitute' ? actor.schoolId : person.schoolId;
  await auditDecision(tx, call, person, { verdict: 'reject', schoolId });
  await notifyOfDecision(tx, call, person, { verdict: 'reject', schoolId });
}

async function turnAwaySubstitute(tx: Tx, call: UpdateCall, person: PersonRow, schoolId: number): Promise<void> {
  const { now } = call;
  await turnAwayFromSchool(tx, person.id, schoolId, now);
  const isApproved = person.isApproved && approvedElsewhere(person.links, schoolId);
  await saveStanding(tx, person.id, { isApproved, isActive: person.isActive, rejectedAt: null });
  // Requests and bookings at other schools stay: this school does not decide about them.
  await releaseSubstituteFromSchool(tx, call, person.id, schoolId);
}
