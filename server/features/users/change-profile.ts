import type { ReplyInput } from '#contract/endpoint.ts';
import type { updateUser } from '#contract/users.ts';
import { can } from '#domain/permissions.ts';
import { keepFile } from '#server/features/files/consequences.ts';
import { chooseSchools } from '#server/features/users/choose-schools.ts';
import type { UpdateCall } from '#server/features/users/decide-account.ts';
import { lockPerson, type PersonRow, visiblePerson } from '#server/features/users/queries.ts';
import { userReply } from '#server/features/users/reply.ts';
import { saveProfile } from '#server/features/users/writes.ts';
import { notAllowed, notFound, wrongField } from '#server/http/refused.ts';
import { checkedPhoto, checkedResume } from '#server/security/uploads.ts';

/** Changes the own profile, photo, resume and, for a substitute, the schools. Nobody decides on themself. */
export async function changeOwnProfile(call: UpdateCall): Promise<ReplyInput<typeof updateUser>> {
  const { db, actor, body, files, now } = call;
  const { isApproved, isActive, selectedSchoolIds, ...profile } = body;
  if (isApproved !== undefined || isActive !== undefined) throw notAllowed('Nobody decides on their own account.');
  if (!can(actor, 'user.editProfile', { id: actor.id })) throw notAllowed();
  if (selectedSchoolIds !== undefined && !can(actor, 'user.chooseSchools', { id: actor.id })) throw notAllowed('Only substitutes choose schools.');
  const photo = files.profileImage && (await checkedPhoto(files.profileImage, 'profileImage'));
  const resume = files.resume && (await checkedResume(files.resume, 'resume'));
  return db.inTransaction(async (tx) => {
    await lockPerson(tx, actor.id);
    const person = await visiblePerson(tx, actor, actor.id);
    if (person === null) throw notFound('person');
    await saveProfile(tx, actor.id, changed(person, profile));
    if (photo !== undefined) await keepFile(tx, actor.id, 'photo', photo, now);
    if (resume !== undefined) await keepFile(tx, actor.id, 'resume', resume, now);
    if (selectedSchoolIds !== undefined) await chooseSchools(tx, call, person, selectedSchoolIds);
    const saved = await visiblePerson(tx, actor, actor.id);
    return userReply(tx, saved ?? person, actor, now);
  });
}

type ProfileChange = Omit<UpdateCall['body'], 'isApproved' | 'isActive' | 'selectedSchoolIds'>;

function changed(person: PersonRow, profile: ProfileChange): PersonRow {
  // Accounts that an administrator made may have no address; one that is there can only be replaced.
  if (profile.email === null && person.email !== null) throw wrongField('email', 'Invalid email address');
  return { ...person, ...Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined)) };
}
