import type { askForPasswordLink, getPasswordLink, choosePassword } from '#contract/password-links.ts';
import { normalizeUsername, personLimits } from '#domain/person.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { setPassword } from '#server/features/accounts/commands.ts';
import { notifyOfSecurityEvent } from '#server/features/second-factor/commands.ts';
import { networkOfCaller } from '#server/http/address.ts';
import { countAttempt, countFromNetwork } from '#server/http/limits.ts';
import { Refused } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { endSessionsOf } from '#server/security/sessions.ts';
import { enqueue } from '#server/jobs/job.ts';
import { mailPasswordLink } from '#server/features/accounts/mail-password-link.ts';
import { isSetUp } from '#server/notifications/channels.ts';
import { hashOfCode } from '#server/security/codes.ts';
import { noteSecurity } from '#server/security/events.ts';
import { hashPassword, refuseWeakPassword } from '#server/security/passwords.ts';
import type { Role } from '#domain/role.ts';

/** Links requested from one IP address in an hour. A staff room shares one. */
const asksPerHour = 60;
/**
 * Links for one name that one IP address can request in a day. Other addresses aren't affected, so no one can use up
 * another person's recovery.
 */
const asksForNamePerDay = 10;
/** Codes tried from one IP address in a minute. */
const tries = { key: 'password-code', most: 100, windowSeconds: 60 };

/**
 * Requests a link to choose a new password. The worker looks up the account later, so neither the reply nor its timing
 * reveals whether it exists.
 */
export async function askForLink(call: Call<typeof askForPasswordLink>): ReplyTo<typeof askForPasswordLink> {
  const { db, body, config, request, now } = call;
  await countFromNetwork(call, { key: 'password-link', most: asksPerHour, windowSeconds: 3600 });
  const name = normalizeUsername(body.username);
  const forName = `password-link-for:${networkOfCaller(request)}:${name}`;
  await countAttempt(db, { key: forName, most: asksForNamePerDay, windowSeconds: 86_400 }, now);
  await enqueue(db, mailPasswordLink, { name });
  return { isSetUp: isSetUp(config, 'email') };
}

type LinkOwner = { id: number; username: string; fullName: string; role: Role; expiresAt: Date };

async function ownerOfLink(db: Queryable, code: string, now: Date): Promise<LinkOwner> {
  const [row] = await db.query<LinkOwner>(sql`select u.id, u.username, u.full_name as "fullName", u.role,
        l.expires_at as "expiresAt"
    from password_links l join users u on u.id = l.user_id
      where l.code_hash = ${hashOfCode(code)} and l.expires_at > ${now} and u.deleted_at is null and u.is_active`);
  if (row === undefined) throw new Refused('not_found', 'This link no longer works. Request a new one.');
  return row;
}

/** Returns the account whose password a link sets. */
export async function showLink(call: Call<typeof getPasswordLink>): ReplyTo<typeof getPasswordLink> {
  await countFromNetwork(call, tries);
  const { username, expiresAt } = await ownerOfLink(call.db, call.params.code, call.now);
  return { username, expiresAt: expiresAt.toISOString() };
}

/** Sets the new password. Ends all sessions, and the next sign-in still requires a code if a second factor is on. */
export async function useLink(call: Call<typeof choosePassword>): ReplyTo<typeof choosePassword> {
  const { db, params, body, request, now } = call;
  await countFromNetwork(call, tries);
  refuseWeakPassword(body.password, await ownerOfLink(db, params.code, now), personLimits.password.min);
  const passwordHash = await hashPassword(body.password, networkOfCaller(request));
  return db.inTransaction(async (tx) => {
    // Locks the owner, because a person may have several valid links but may use only one.
    await tx.query(sql`select from users
      where id = (select user_id from password_links where code_hash = ${hashOfCode(params.code)}) for no key update`);
    const person = await ownerOfLink(tx, params.code, now);
    await setPassword(tx, person.id, passwordHash, false, now);
    await endSessionsOf(tx, person.id);
    await notifyOfSecurityEvent(tx, call, person, 'password_changed');
    noteSecurity(request, 'password_changed', person.id);
  });
}
