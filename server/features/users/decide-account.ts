import type { updateUser } from '#contract/users.ts';
import { can } from '#domain/permissions.ts';
import { audit } from '#server/db/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { vouchForAddress } from '#server/features/accounts/commands.ts';
import { releaseCoversBy } from '#server/features/cover/commands.ts';
import { auditDecision, noticeOfDecision, notifyOfDecision } from '#server/features/users/announce-decision.ts';
import { holdDistricts, acceptAtSchool } from '#server/features/users/commands.ts';
import { releaseHeldApproval, holdApproval, standingOf } from '#server/features/users/held-approvals.ts';
import { lockPerson, type PersonRow, subjectOf, visiblePerson } from '#server/features/users/queries.ts';
import { userReply } from '#server/features/users/reply.ts';
import { lockOwners, saveStanding, approvedElsewhere, turnAwayFromSchool } from '#server/features/users/writes.ts';
import { found, notAllowed, Refused, wrongField } from '#server/core/refused.ts';
import { releaseSubstituteFromSchool } from '#server/features/vacancies/commands.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { endSessionsOf } from '#server/security/sessions.ts';

export type UpdateCall = Call<typeof updateUser>;

/**
 * Approves or rejects, or disables or enables another person's account. For a substitute, a school admin can do the
 * same by adding the school to `selectedSchoolIds`, or by leaving it out.
 */
export async function decideOnAccount(call: UpdateCall): ReplyTo<typeof updateUser> {
  const { db, actor, params, body, files, now } = call;
  return db.inTransaction(async (tx) => {
    if (body.isApproved === true || body.selectedSchoolIds !== undefined) await holdDistricts(tx, 'shared');
    const activeOwners = actor.role === 'overall_admin' && body.isActive === false ? await lockOwners(tx) : [];
    await lockPerson(tx, params.id);
    const person = found(await visiblePerson(tx, actor, params.id), 'person');
    const {
      version: _version,
      isApproved: _isApproved,
      isActive: _isActive,
      selectedSchoolIds: _selectedSchoolIds,
      canUndo: _canUndo,
      ...profile
    } = body;
    if (Object.values(profile).some((value) => value !== undefined) || Object.keys(files).length > 0) {
      throw notAllowed("You can't change another person's profile.");
    }
    await releaseHeldApproval(tx, call, person.id);
    const verdict = verdictOf(call, person);
    if (verdict === 'approve') await approveAccount(tx, call, person);
    if (verdict === 'reject') await rejectAccount(tx, call, person);
    const decided = (await visiblePerson(tx, actor, person.id)) ?? person;
    // A decision on a school admin also sets whether the account is active: a rejected one isn't, an approved one is.
    if (body.isActive === undefined || (verdict !== null && person.role === 'school_admin'))
      return userReply(tx, decided, actor, now);
    await switchAccount(tx, call, decided, activeOwners);
    return userReply(tx, { ...decided, isActive: body.isActive }, actor, now);
  });
}

function verdictOf({ actor, body }: UpdateCall, person: PersonRow): 'approve' | 'reject' | null {
  const said = new Set<boolean>();
  if (body.isApproved !== undefined) said.add(body.isApproved);
  if (body.selectedSchoolIds !== undefined) {
    if (person.role !== 'substitute' || actor.role !== 'school_admin' || actor.schoolId === null) throw notAllowed();
    // Other ids are ignored: an error about them would reveal where else a person works.
    said.add(body.selectedSchoolIds.includes(actor.schoolId));
  }
  if (body.isActive !== undefined && person.role === 'school_admin' && said.size > 0) said.add(body.isActive);
  if (said.size > 1) throw wrongField('isApproved', 'These values contradict each other.');
  const [isAccepted] = said;
  if (isAccepted === undefined) return null;
  return isAccepted ? 'approve' : 'reject';
}

async function switchAccount(
  tx: Tx,
  call: UpdateCall,
  person: PersonRow,
  activeOwners: readonly number[],
): Promise<void> {
  const { actor, body } = call;
  const isActive = body.isActive === true;
  if (person.role === 'overall_admin') {
    const otherActiveOwners = activeOwners.filter((id) => id !== person.id).length;
    if (!isActive && otherActiveOwners === 0)
      throw new Refused('last_owner', 'The last platform owner cannot be disabled. Add another one first.');
    if (person.id === actor.id) throw notAllowed("You can't approve, reject or disable your own account.");
    if (!can(actor, 'owner.disable', { ...subjectOf(person), otherActiveOwners: isActive ? 1 : otherActiveOwners }))
      throw notAllowed();
  } else if (!can(actor, 'user.disable', subjectOf(person))) {
    // A decision may include the state that the account already has.
    if (isActive === person.isActive && can(actor, 'user.approve', subjectOf(person))) return;
    throw notAllowed();
  }
  if (isActive === person.isActive) return;
  await saveStanding(tx, person.id, { ...person, isActive });
  if (!isActive) await endSessionsOf(tx, person.id);
  if (!isActive && person.role === 'teacher') await releaseCoversBy(tx, call, { teacherId: person.id });
  await audit(tx, call, {
    act: isActive ? 'user.enable' : 'user.disable',
    subject: ['user', person.id],
    schoolId: person.schoolId,
  });
}

/**
 * Approves an account. For a substitute, it also records that this school accepts them, no matter what the school
 * decided before. The decision counts in the school's district. Approving again changes nothing and notifies no one.
 * A substitute who already worked here through another school in the district is not notified either.
 */
async function approveAccount(tx: Tx, call: UpdateCall, person: PersonRow): Promise<void> {
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

/**
 * Rejects an account. A teacher leaves the pending list and can still be approved. A substitute loses this school, and
 * the approval if no other school gave it. A school admin is also disabled.
 */
async function rejectAccount(tx: Tx, call: UpdateCall, person: PersonRow): Promise<void> {
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
