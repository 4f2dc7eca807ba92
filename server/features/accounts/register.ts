import type { register } from '#contract/accounts.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { personLimits } from '#domain/person.ts';
import type { Role } from '#domain/role.ts';
import type { Tx } from '#server/db/database.ts';
import { noteSignIn } from '#server/security/events.ts';
import { hashPassword, refuseWeakPassword } from '#server/security/passwords.ts';
import { mailFirstEmailLink } from '#server/features/accounts/consequences.ts';
import {
  activeOwners,
  activeSchool,
  adminsOf,
  insertAccount,
  selectSchool,
} from '#server/features/accounts/queries.ts';
import { tell } from '#server/notices/tell.ts';
import { countAttempt } from '#server/http/limits.ts';
import { wrongField } from '#server/http/refused.ts';
import type { Call, CallInTx } from '#server/http/route.ts';
import { beginSession, endSessionOfAnother, readPerson, setSessionCookie } from '#server/http/session.ts';

const pendingSubstitute =
  "Your account is pending administrator approval. You can access your dashboard now with limited functionality. You'll receive an email when your account is fully approved.";

/** Counts a registration from this address, also one that is then refused. */
export async function countRegistration({ db, config, request, now }: Call<typeof register>): Promise<void> {
  await countAttempt(
    db,
    { key: `register:${request.ip}`, most: config.REGISTRATIONS_PER_HOUR, windowSeconds: 3600 },
    now,
  );
}

/** Creates an account that waits for approval, tells whoever decides, and signs in. */
export async function registerAccount(call: CallInTx<typeof register>, tx: Tx): Promise<ReplyInput<typeof register>> {
  const { config, body, now, request } = call;
  const { role } = body;
  refuseWeakPassword(body.password, body, personLimits.password.min);
  const school = await chosenSchool(call, tx);
  const userId = await insertAccount(
    tx,
    {
      username: body.username,
      passwordHash: await hashPassword(body.password),
      role,
      fullName: body.fullName,
      schoolId: role === 'substitute' ? null : (school?.id ?? null),
      email: body.email,
    },
    now,
  );
  if (role === 'substitute' && school !== null) await selectSchool(tx, userId, school.id, now);
  await mailFirstEmailLink(tx, call, { id: userId, role, email: body.email });
  await tellDeciders(call, tx, userId, school);
  await endSessionOfAnother(tx, request, config, userId);
  const token = await beginSession(tx, userId, request.headers['user-agent'] ?? null, now);
  setSessionCookie(call.reply, config, token, role);
  const { user } = await readPerson(tx, userId, config);
  noteSignIn(request, userId, 'registration');
  return role === 'substitute' && config.PENDING_SUBSTITUTE_ACCESS === 'limited'
    ? { ...user, message: pendingSubstitute }
    : user;
}

/** A teacher works at one school; so does, where the pending page blocks, a substitute who otherwise could never choose one. */
async function chosenSchool(
  { body, config }: CallInTx<typeof register>,
  tx: Tx,
): Promise<{ id: number; name: string } | null> {
  const isNeeded =
    body.role === 'teacher' || (body.role === 'substitute' && config.PENDING_SUBSTITUTE_ACCESS === 'blocked');
  const school = body.schoolId === undefined || body.schoolId === null ? null : await activeSchool(tx, body.schoolId);
  if (school === null && (isNeeded || (body.schoolId ?? null) !== null))
    throw wrongField('schoolId', 'Please select a school');
  return school;
}

async function tellDeciders(
  call: CallInTx<typeof register>,
  tx: Tx,
  userId: number,
  school: { id: number; name: string } | null,
): Promise<void> {
  const { role, fullName } = call.body;
  const toOwners = role === 'school_admin';
  if (!toOwners && school === null) return;
  const to: Role = toOwners ? 'overall_admin' : 'school_admin';
  const recipients = toOwners ? await activeOwners(tx) : await adminsOf(tx, school?.id ?? 0);
  await tell(tx, call, {
    kind: 'account_pending',
    cause: `account:${userId}:pending:${school?.id ?? 0}`,
    recipients,
    facts: { to, name: fullName, role, school: school?.name ?? null, rejectedEarlier: false },
    schoolId: school?.id ?? null,
  });
}
