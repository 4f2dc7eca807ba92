import type { updateUser } from '#contract/users.ts';
import { can } from '#domain/permissions.ts';
import { smsNumber } from '#domain/sms.ts';
import type { Tx } from '#server/db/database.ts';
import { noteNewAddress } from '#server/features/accounts/commands.ts';
import { keepFile } from '#server/security/kept-files.ts';
import { chooseSchools } from '#server/features/users/choose-schools.ts';
import { holdDistricts } from '#server/features/users/commands.ts';
import type { UpdateCall } from '#server/features/users/decide-account.ts';
import { lockPerson, type PersonRow, visiblePerson } from '#server/features/users/queries.ts';
import { userReply } from '#server/features/users/reply.ts';
import { saveProfile } from '#server/features/users/writes.ts';
import { refuseConflict } from '#server/http/conflict.ts';
import { countAttempt } from '#server/http/limits.ts';
import { given } from '#server/core/given.ts';
import { found, notAllowed, wrongField } from '#server/core/refused.ts';
import { notifyOfSecurityEvent } from '#server/features/second-factor/commands.ts';
import { currentSession, refuseUnprovedIdentity } from '#server/http/session.ts';
import { endSmsOf, endSmsUnlessAt } from '#server/notifications/sms-consent.ts';
import { checkedPhoto, checkedResume } from '#server/security/uploads.ts';
import type { ReplyTo } from '#server/http/route.ts';

/**
 * How often a person may save their own profile and weekly availability in an hour. Each save makes other screens
 * reload it.
 */
const saves = { most: 300, windowSeconds: 3600 };

/**
 * Counts a save of the caller's record.
 *
 * @throws {Refused} too_many_requests beyond the limit.
 */
export function countSave(tx: Tx, userId: number, now: Date): Promise<void> {
  return countAttempt(tx, { key: `profile:${userId}`, ...saves }, now);
}

/** Changes the caller's profile, photo, resume and, for a substitute, schools. No one can approve their own account. */
export async function changeOwnProfile(call: UpdateCall): ReplyTo<typeof updateUser> {
  const { db, actor, body, files, now } = call;
  const { version, isApproved, isActive, selectedSchoolIds, canUndo: _canUndo, ...profile } = body;
  if (isApproved !== undefined || isActive !== undefined)
    throw notAllowed("You can't approve, reject or disable your own account.");
  if (!can(actor, 'user.editProfile', { id: actor.id })) throw notAllowed();
  if (selectedSchoolIds !== undefined && !can(actor, 'user.chooseSchools', { id: actor.id }))
    throw notAllowed('Only substitutes can choose schools.');
  const photo = files.profileImage && (await checkedPhoto(files.profileImage, 'profileImage'));
  const resume = files.resume && (await checkedResume(files.resume, 'resume'));
  return db.inTransaction(async (tx) => {
    if (selectedSchoolIds !== undefined) await holdDistricts(tx, 'shared');
    await lockPerson(tx, actor.id);
    // Runs after the images are processed, because the call's database time starts with its first statement.
    await countSave(tx, actor.id, now);
    const person = found(await visiblePerson(tx, actor, actor.id), 'person');
    const shown = () => userReply(tx, person, actor, now);
    await refuseConflict(tx, { of: 'user', id: actor.id, version, sent: profile, stored: person, shown });
    const email = profile.email !== undefined && profile.email !== person.email ? profile.email : null;
    if (email !== null) {
      refuseUnprovedIdentity(call);
      // The notification goes to the trusted address, because the new one isn't trusted yet.
      await notifyOfSecurityEvent(tx, call, currentSession(call).user, 'email_changed');
    }
    await saveProfile(tx, actor.id, changed(person, profile));
    if (email !== null) await noteNewAddress(tx, call, { id: actor.id, role: actor.role, email });
    await changeSms(tx, person, profile, now);
    if (photo !== undefined) await keepFile(tx, actor.id, 'photo', photo, now);
    if (resume !== undefined) await keepFile(tx, actor.id, 'resume', resume, now);
    if (selectedSchoolIds !== undefined) await chooseSchools(tx, call, person, selectedSchoolIds);
    const saved = await visiblePerson(tx, actor, actor.id);
    return userReply(tx, saved ?? person, actor, now);
  });
}

/** SMS can only be turned on with a code. Here they can be turned off, and they are if their number changes. */
async function changeSms(tx: Tx, person: PersonRow, { smsOptIn, phone }: ProfileChange, now: Date): Promise<void> {
  if (smsOptIn === true && !person.smsOptIn) throw wrongField('smsOptIn', 'Confirm your number with a code first.');
  if (smsOptIn === false) await endSmsOf(tx, person.id, 'person', now);
  else if (phone !== undefined && phone !== person.phone)
    await endSmsUnlessAt(tx, person.id, phone === null ? null : smsNumber(phone), now);
}

type ProfileChange = Omit<UpdateCall['body'], 'version' | 'isApproved' | 'isActive' | 'selectedSchoolIds' | 'canUndo'>;

function changed(person: PersonRow, profile: ProfileChange): PersonRow {
  // Accounts created by an administrator may have no address. An existing one can only be replaced.
  if (profile.email === null && person.email !== null) throw wrongField('email', 'Invalid email address');
  return { ...person, ...given(profile) };
}
