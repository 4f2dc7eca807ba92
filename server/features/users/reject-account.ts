import { can } from '#domain/permissions.ts';
import { audit } from '#server/db/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { releaseSubstituteFromSchool } from '#server/features/vacancies/commands.ts';
import type { UpdateCall } from '#server/features/users/decide-account.ts';
import { type PersonRow, subjectOf } from '#server/features/users/queries.ts';
import { approvedElsewhere, saveStanding, schoolName, turnAwayFromSchool } from '#server/features/users/writes.ts';
import { notAllowed } from '#server/core/refused.ts';
import { endSessionsOf } from '#server/security/sessions.ts';
import { notify } from '#server/notifications/notify.ts';

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
  if (person.role === 'school_admin') await endSessionsOf(tx, person.id);
  const schoolId = person.role === 'substitute' ? actor.schoolId : person.schoolId;
  await audit(
    tx,
    {
      actorId: actor.id,
      act: 'user.reject',
      subjectType: 'user',
      subjectId: person.id,
      schoolId,
      detail: { role: person.role },
    },
    now,
  );
  await notify(tx, call, {
    kind: 'account_rejected',
    cause: `account:${person.id}:rejected:${now.getTime()}`,
    recipients: [person.id],
    facts: { to: person.role, name: person.fullName, school: await schoolName(tx, schoolId) },
    schoolId,
  });
}

async function turnAwaySubstitute(tx: Tx, call: UpdateCall, person: PersonRow, schoolId: number): Promise<void> {
  const { now } = call;
  await turnAwayFromSchool(tx, person.id, schoolId, now);
  const isApproved = person.isApproved && approvedElsewhere(person.links, schoolId);
  await saveStanding(tx, person.id, { isApproved, isActive: person.isActive, rejectedAt: null });
  // Requests and bookings at other schools stay: this school does not decide about them.
  await releaseSubstituteFromSchool(tx, call, person.id, schoolId);
}
