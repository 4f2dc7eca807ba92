import { randomUUID } from 'node:crypto';
import { emailLinkDays } from '#domain/account-security.ts';
import type { Role } from '#domain/role.ts';
import type { Refused } from '#server/core/refused.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { type Account, accountOf } from '#server/features/accounts/queries.ts';
import { prefixOf } from '#server/http/address.ts';
import { keyOfAccount } from '#server/http/caller.ts';
import { countAttempt, isWithin, type Limit } from '#server/http/limits.ts';
import type { Call } from '#server/http/route.ts';
import { mailboxOf } from '#server/notifications/addresses.ts';
import { notify } from '#server/notifications/notify.ts';
import { generatedCode, hashOfCode } from '#server/security/codes.ts';
import { noteSecurity } from '#server/security/events.ts';
import { fitsPassword } from '#server/security/passwords.ts';

const dayMs = 24 * 3_600_000;
/**
 * Links in a day: for one person, across all addresses they enter; to one mailbox, across all people who enter it; and
 * from one network, which the people of a school share with each other but not with strangers.
 */
const linksPerDay = { forPerson: 5, toMailbox: 3, fromNetwork: 200 };
/** How long an address must have been unchanged before an approval, in ms, so that the administrator has seen it. */
const inViewMs = 3_600_000;

type NotifyContext = Pick<Call, 'config' | 'request' | 'now'>;
type Addressee = { id: number; role: Role; email: string };

/** The order is fixed, so that two transactions cannot deadlock. */
function ownLimits({ id, email }: Addressee): Limit[] {
  return [
    { key: `email-link:${id}`, most: linksPerDay.forPerson, windowSeconds: 86_400 },
    { key: `email-link-to:${mailboxOf(email)}`, most: linksPerDay.toMailbox, windowSeconds: 86_400 },
  ];
}

function networkLimit({ request }: Pick<NotifyContext, 'request'>): Limit {
  return { key: `email-links-from:${prefixOf(request.ip)}`, most: linksPerDay.fromNetwork, windowSeconds: 86_400 };
}

/**
 * Returns the caller's account after they entered its password again.
 *
 * @throws {Refused} too_many_requests, or `wrong` if it isn't the password.
 */
export async function accountWithPassword(
  { db, actor, config, now, request }: Pick<Call, 'db' | 'actor' | 'config' | 'now' | 'request'>,
  password: string,
  wrong: Refused,
): Promise<Account> {
  const limit = { key: `password:${actor.id}`, most: config.LOGIN_ATTEMPTS_PER_MINUTE, windowSeconds: 60 };
  await countAttempt(db, limit, now);
  const account = await accountOf(db, actor.id);
  if (account !== null && (await fitsPassword(account.passwordHash, password, keyOfAccount(actor.id)))) return account;
  noteSecurity(request, 'identity_refused', actor.id);
  throw wrong;
}

/**
 * Mails a link that confirms the address in a person's profile, which is not trusted yet.
 *
 * @throws {Refused} too_many_requests when this person, mailbox or network has had its links for the day.
 */
export async function mailEmailLink(tx: Tx, call: NotifyContext, person: Addressee): Promise<void> {
  for (const limit of [...ownLimits(person), networkLimit(call)]) await countAttempt(tx, limit, call.now);
  await writeLink(tx, call, person);
}

/**
 * Counts a new account's link from the caller's network, and returns whether it may be mailed. Call it before the
 * transaction that creates the account: a whole school shares this count, and inside it everyone would wait for each
 * other's commit.
 */
export function mayMailFirstEmailLink({ db, now, request }: Pick<Call, 'db' | 'now' | 'request'>): Promise<boolean> {
  return isWithin(db, networkLimit({ request }), now);
}

/**
 * Mails the link of a new account, whose network is within its limit. At another limit the account is created without a
 * link.
 */
export async function mailFirstEmailLink(tx: Tx, call: NotifyContext, person: Addressee): Promise<void> {
  for (const limit of ownLimits(person)) if (!(await isWithin(tx, limit, call.now))) return;
  await writeLink(tx, call, person);
}

async function writeLink(tx: Tx, call: NotifyContext, { id, role, email }: Addressee): Promise<void> {
  const code = generatedCode();
  const expiresAt = new Date(call.now.getTime() + emailLinkDays * dayMs);
  await tx.execute(sql`insert into email_links (code_hash, user_id, email, expires_at)
    values (${hashOfCode(code)}, ${id}, ${email}, ${expiresAt})`);
  await notify(tx, call, {
    kind: 'email_link',
    cause: `account:${id}:email-link:${randomUUID()}`,
    recipients: [id],
    facts: { to: role, code },
    schoolId: null,
    // The link proves who reads the mailbox, so it is shown nowhere else.
    isShown: false,
  });
}

/**
 * Sends a link to a new address. Call this after saving the address in a person's profile. Mail keeps going to the
 * previous address until they follow the link. Going back to their trusted address needs no link.
 *
 * @throws {Refused} too_many_requests
 */
export async function noteNewAddress(tx: Tx, call: NotifyContext, person: Addressee): Promise<void> {
  const waiting = await tx.execute(sql`update users set email_changed_at = ${call.now}
    where id = ${person.id} and lower(trusted_email) is distinct from lower(email)`);
  if (waiting > 0) await mailEmailLink(tx, call, person);
}

/**
 * Trusts the address of a person whom an administrator approves, since the administrator saw it. An address changed
 * within the last hour may not have been on that screen and needs the link; so does one entered after another became
 * trusted.
 */
export async function vouchForAddress(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.execute(sql`update users set trusted_email = email, email_trusted_at = ${now}
    where id = ${userId} and email is not null and trusted_email is null
      and (email_changed_at is null or email_changed_at < ${new Date(now.getTime() - inViewMs)})`);
}

// Starts a session for other features.
export { enter, handCookies } from '#server/features/accounts/enter.ts';

/**
 * Sets an account's password and records whether someone other than its owner chose it. This ends invitations and
 * password links. One-tap links mailed before `now` stop working. With null, for an account's first password, they keep
 * working.
 */
export async function setPassword(
  db: Queryable,
  userId: number,
  passwordHash: string,
  setByOther: boolean,
  now: Date | null,
): Promise<void> {
  await db.execute(sql`update users
    set password_hash = ${passwordHash}, password_set_by_other = ${setByOther}, failed_sign_ins = 0,
      password_set_at = coalesce(${now}::timestamptz, password_set_at) where id = ${userId}`);
  await db.execute(sql`delete from invitations where user_id = ${userId}`);
  await db.execute(sql`delete from password_links where user_id = ${userId}`);
}
