import type { register } from '#contract/accounts.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { personLimits } from '#domain/person.ts';
import type { Role } from '#domain/role.ts';
import { type Queryable, type Tx, sql } from '#server/db/database.ts';
import { insertUser } from '#server/db/sql/users.ts';
import { noteSignIn } from '#server/security/events.ts';
import { hashPassword, refuseWeakPassword } from '#server/security/passwords.ts';
import { type Cookies, enter, handCookies } from '#server/features/accounts/enter.ts';
import { mailFirstEmailLink, mayMailFirstEmailLink } from '#server/features/accounts/commands.ts';
import { activeOwners, activeSchool, adminsOf, findAccount } from '#server/features/accounts/queries.ts';
import { notify } from '#server/notifications/notify.ts';
import { networkOfCaller } from '#server/http/address.ts';
import { countFromNetwork } from '#server/http/limits.ts';
import { wrongField } from '#server/core/refused.ts';
import type { Call, CallInTx } from '#server/http/route.ts';
import { isLive } from '#server/security/sessions.ts';

const pendingSubstitute =
  "Your account is pending administrator approval. You can access your dashboard now with limited functionality. You'll receive an email when your account is fully approved.";

/** Counts a registration from this address, even one that is then refused. */
export function countRegistration(call: Call<typeof register>): Promise<void> {
  return countFromNetwork(call, { key: 'register', most: call.config.REGISTRATIONS_PER_HOUR, windowSeconds: 3600 });
}

/** What a registration computes and counts before its transaction. */
type Prepared = { passwordHash: string; isLinkMailed: boolean };

/**
 * Hashes the password, and counts the link that confirms the address. A registration that will be refused uses up no
 * link of its network. The transaction refuses a taken username itself, because the username may belong to an earlier
 * call with the same key.
 */
export async function prepareRegistration(call: Call<typeof register>): Promise<Prepared> {
  const { db, body, request } = call;
  refuseWeakPassword(body.password, body, personLimits.password.min);
  await chosenSchool(call, db);
  const passwordHash = await hashPassword(body.password, networkOfCaller(request));
  const isTaken = (await findAccount(db, body.username)) !== null;
  return { passwordHash, isLinkMailed: !isTaken && (await mayMailFirstEmailLink(call)) };
}

/** Creates an account that waits for approval, notifies the people who decide, and signs in. */
export async function registerAccount(
  call: CallInTx<typeof register>,
  tx: Tx,
  { passwordHash, isLinkMailed }: Prepared,
): Promise<{ reply: ReplyInput<typeof register>; cookies: Cookies }> {
  const { config, body, now, request } = call;
  const { role } = body;
  const school = await chosenSchool(call, tx);
  const userId = await insertUser(
    tx,
    {
      username: body.username,
      passwordHash,
      role,
      fullName: body.fullName,
      schoolId: role === 'substitute' ? null : (school?.id ?? null),
      email: body.email,
    },
    now,
  );
  if (role === 'substitute' && school !== null) await selectSchool(tx, userId, school.id, now);
  if (isLinkMailed) await mailFirstEmailLink(tx, call, { id: userId, role, email: body.email });
  await notifyDeciders(call, tx, userId, school);
  const { user, cookies } = await enter(tx, call, userId);
  noteSignIn(request, userId, 'registration');
  const isLimited = role === 'substitute' && config.PENDING_SUBSTITUTE_ACCESS === 'limited';
  return { reply: isLimited ? { ...user, message: pendingSubstitute } : user, cookies };
}

/**
 * Signs in the person who registered. If the first reply was lost together with its cookie, a repeated call with the
 * same key and body gets the same session while it lasts.
 */
export async function signInRegistered(call: Call<typeof register>, cookies: Cookies): Promise<void> {
  if (await isLive(call.db, cookies.session)) handCookies(call, cookies);
}

/**
 * A teacher must choose a school. So must a substitute if the pending page blocks everything, because they could never
 * choose one later.
 */
async function chosenSchool(
  { body, config }: CallInTx<typeof register>,
  db: Queryable,
): Promise<{ id: number; name: string } | null> {
  const isNeeded =
    body.role === 'teacher' || (body.role === 'substitute' && config.PENDING_SUBSTITUTE_ACCESS === 'blocked');
  const school = body.schoolId === undefined || body.schoolId === null ? null : await activeSchool(db, body.schoolId);
  if (school === null && (isNeeded || (body.schoolId ?? null) !== null))
    throw wrongField('schoolId', 'Please select a school');
  return school;
}

async function notifyDeciders(
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
  await notify(tx, call, {
    kind: 'account_pending',
    cause: `account:${userId}:pending:${school?.id ?? 0}`,
    recipients,
    facts: { to, name: fullName, role, school: school?.name ?? null, rejectedEarlier: false, personId: userId },
    schoolId: school?.id ?? null,
  });
}

/** Selects a school for a substitute: an application until the school decides. */
async function selectSchool(db: Queryable, substituteId: number, schoolId: number, now: Date): Promise<void> {
  await db.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at)
      values (${substituteId}, ${schoolId}, ${now})
    on conflict (substitute_id, school_id) do update set is_selected = true,
      selected_at = case when substitute_schools.is_selected then substitute_schools.selected_at else ${now} end`);
}
