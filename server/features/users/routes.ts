import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  removeProfileImage,
  resetPassword,
  updateGeneralAvailability,
  updateUser,
} from '#contract/users.ts';
import { resetSecondFactor } from '#contract/second-factor.ts';
import { can } from '#domain/permissions.ts';
import { forgetFile } from '#server/features/files/consequences.ts';
import { changeOwnProfile } from '#server/features/users/change-profile.ts';
import { hashOfGivenPassword, makeAccount } from '#server/features/users/create-user.ts';
import { decideOnAccount } from '#server/features/users/decide-account.ts';
import { peopleByName } from '#server/features/users/list-users.ts';
import { visiblePerson } from '#server/features/users/queries.ts';
import { removeUser } from '#server/features/users/remove-user.ts';
import { userReply } from '#server/features/users/reply.ts';
import { resetSomebodysPassword } from '#server/features/users/reset-password.ts';
import { resetSomebodysSecondFactor } from '#server/features/users/reset-second-factor.ts';
import { saveWeek } from '#server/features/users/writes.ts';
import { notAllowed, notFound } from '#server/http/refused.ts';
import { type Call, creatingRoute, type Route, route } from '#server/http/route.ts';

type CallAboutPerson = Pick<Call, 'db' | 'actor' | 'now'> & { params: { id: number } };

/** The person whom a call names, as the caller sees them; 404 for everybody else. */
async function namedPerson({ db, actor, params }: CallAboutPerson) {
  const person = await visiblePerson(db, actor, params.id);
  if (person === null) throw notFound('person');
  return person;
}

async function replyAbout(call: CallAboutPerson) {
  return userReply(call.db, await namedPerson(call), call.actor, call.now);
}

/** People: who sees whom, their profiles, and what administrators decide about their accounts. */
export const userRoutes: Route[] = [
  route(listUsers, peopleByName),
  route(getUser, replyAbout),
  creatingRoute(createUser, makeAccount, undefined, hashOfGivenPassword),
  route(updateUser, async (call) => {
    const { actor, params, body } = call;
    // An owner's own switch is answered where owners are: it may be the last one's.
    const isOwn = params.id === actor.id && !(actor.role === 'overall_admin' && body.isActive !== undefined);
    return isOwn ? changeOwnProfile(call) : decideOnAccount(call);
  }),
  route(updateGeneralAvailability, async (call) => {
    const person = await namedPerson(call);
    if (!can(call.actor, 'user.setAvailability', { id: person.id }))
      throw notAllowed('Substitutes set their own availability.');
    await saveWeek(call.db, person.id, call.body.generalAvailability);
    return replyAbout(call);
  }),
  route(removeProfileImage, async (call) => {
    const person = await namedPerson(call);
    if (!can(call.actor, 'user.editProfile', { id: person.id }))
      throw notAllowed('People change their own profile themselves.');
    await call.db.inTransaction((tx) => forgetFile(tx, person.id, 'photo'));
    return replyAbout(call);
  }),
  route(deleteUser, removeUser),
  route(resetPassword, resetSomebodysPassword),
  route(resetSecondFactor, resetSomebodysSecondFactor),
];
