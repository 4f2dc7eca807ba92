import { listUserAvailability } from '#contract/availability.ts';
import { getUser } from '#contract/person.ts';
import * as users from '#contract/users.ts';
import { getAttendanceRecord } from '#contract/attendance.ts';
import { getFeedbackRecord } from '#contract/feedback.ts';
import { getOfferRecord } from '#contract/offers.ts';
import { undoApproval } from '#contract/undo-approval.ts';
import { resetSecondFactor } from '#contract/second-factor.ts';
import { parseGeneralAvailability } from '#domain/availability.ts';
import { can } from '#domain/permissions.ts';
import { forgetFile } from '#server/security/kept-files.ts';
import { comingDatesOf } from '#server/features/availability/queries.ts';
import { attendanceRecord, feedbackRecord, offerRecord } from '#server/features/users/records.ts';
import { changeOwnProfile, countSave } from '#server/features/users/change-profile.ts';
import { hashOfGivenPassword, makeAccount } from '#server/features/users/create-user.ts';
import { decideOnAccount } from '#server/features/users/decide-account.ts';
import { peopleByName } from '#server/features/users/list-users.ts';
import { addKnown } from '#server/features/users/known-person.ts';
import { lockPerson, visiblePerson } from '#server/features/users/queries.ts';
import { removeUser } from '#server/features/users/remove-user.ts';
import { userReply } from '#server/features/users/reply.ts';
import { resetSomebodysPassword, resetSomebodysSecondFactor } from '#server/features/users/reset-password.ts';
import { undoApproval as takeBackApproval } from '#server/features/users/undo-approval.ts';
import { saveWeek } from '#server/features/users/writes.ts';
import { refuseConflict } from '#server/http/conflict.ts';
import { found, notAllowed, notFound } from '#server/core/refused.ts';
import { type Call, creatingRoute, type Route, route, routeInTx } from '#server/http/route.ts';

type CallAboutPerson = Pick<Call, 'db' | 'actor' | 'now'> & { params: { id: number } };

/** Returns the person whom a call names, as the caller may see them, or else 404. */
async function namedPerson({ db, actor, params }: CallAboutPerson) {
  const person = found(await visiblePerson(db, actor, params.id), 'person');
  return person;
}

async function replyAbout(call: CallAboutPerson) {
  return userReply(call.db, await namedPerson(call), call.actor, call.now);
}

/** Saves the caller's weekly availability, compared with the version that the form was filled from. */
async function saveOwnWeek({ db, actor, body, now }: Call<typeof users.updateGeneralAvailability>): Promise<void> {
  const { version, generalAvailability } = body;
  await db.inTransaction(async (tx) => {
    await lockPerson(tx, actor.id);
    await countSave(tx, actor.id, now);
    const person = found(await visiblePerson(tx, actor, actor.id), 'person');
    const stored = { generalAvailability: parseGeneralAvailability(person.generalAvailability) ?? {} };
    const shown = () => userReply(tx, person, actor, now);
    await refuseConflict(tx, { of: 'user', id: actor.id, version, sent: { generalAvailability }, stored, shown });
    await saveWeek(tx, actor.id, generalAvailability);
  });
}

/** People: who sees whom, their profiles, and administrators' decisions about their accounts. */
export const userRoutes: Route[] = [
  route(users.listUsers, peopleByName),
  route(getUser, replyAbout),
  route(users.addKnownSubstitute, addKnown),
  creatingRoute(users.createUser, makeAccount, undefined, hashOfGivenPassword),
  route(users.updateUser, async (call) => {
    const { actor, params, body } = call;
    // Disabling an owner is handled with owners: it may be the last one.
    const isOwn = params.id === actor.id && !(actor.role === 'overall_admin' && body.isActive !== undefined);
    return isOwn ? changeOwnProfile(call) : decideOnAccount(call);
  }),
  route(users.updateGeneralAvailability, async (call) => {
    const person = await namedPerson(call);
    if (!can(call.actor, 'user.setAvailability', { id: person.id }))
      throw notAllowed('Substitutes set their own availability.');
    await saveOwnWeek(call);
    return replyAbout(call);
  }),
  route(listUserAvailability, async (call) => {
    const person = await visiblePerson(call.db, call.actor, call.params.id);
    if (person?.role !== 'substitute') throw notFound('substitute');
    return comingDatesOf(call.db, person.id, call.now);
  }),
  route(users.removeProfileImage, (call) => removeOwnFile(call, 'photo')),
  route(users.removeResume, (call) => removeOwnFile(call, 'resume')),
  routeInTx(users.deleteUser, removeUser),
  route(users.resetPassword, resetSomebodysPassword),
  route(getAttendanceRecord, attendanceRecord),
  route(getFeedbackRecord, feedbackRecord),
  route(getOfferRecord, offerRecord),
  routeInTx(undoApproval, takeBackApproval),
  route(resetSecondFactor, resetSomebodysSecondFactor),
];

async function removeOwnFile(call: Call<typeof users.removeProfileImage>, kind: 'photo' | 'resume') {
  const person = await namedPerson(call);
  if (!can(call.actor, 'user.editProfile', { id: person.id }))
    throw notAllowed("You can't change another person's profile.");
  await call.db.inTransaction((tx) => forgetFile(tx, person.id, kind));
  return replyAbout(call);
}
