import type { inviteUser } from '#contract/invitations.ts';
import { audit } from '#server/db/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { importingSchool } from '#server/features/invitations/import-people.ts';
import { invitePeople } from '#server/features/invitations/invite.ts';
import { insertInvited, refuseKnownSubstitute } from '#server/features/users/commands.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/** Creates one account and invites its owner to choose a password, so no one else ever knows it. */
export async function inviteOne(
  call: CallInTx<typeof inviteUser>,
  tx: Tx,
  passwordHash: string,
): ReplyTo<typeof inviteUser> {
  const { body, now } = call;
  const school = importingSchool(call);
  const { role, username, fullName } = body;
  if (role === 'substitute' && !body.isSomeoneElse) await refuseKnownSubstitute(tx, school.id, body);
  const person = {
    username,
    fullName,
    email: body.email ?? null,
    phone: body.phone ?? null,
    department: body.department ?? null,
    subjects: body.subjects ?? null,
    qualifications: body.qualifications ?? null,
    preferredSubjects: body.preferredSubjects ?? null,
  };
  const ids = await insertInvited(tx, { role, schoolId: school.id, passwordHash }, [person], now);
  const userId = ids.get(username) ?? 0;
  const { mailed, slips } = await invitePeople(tx, call, school, [{ ...person, role, userId }]);
  await audit(tx, call, { act: 'user.create', subject: ['user', userId], schoolId: school.id, detail: { role } });
  return { mailed: mailed > 0, slip: slips[0] ?? null };
}
