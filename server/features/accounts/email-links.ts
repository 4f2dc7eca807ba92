import type { confirmEmail, getEmailLink, sendEmailLink } from '#contract/email-links.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { mailEmailLink } from '#server/features/accounts/commands.ts';
import { countFromNetwork } from '#server/http/limits.ts';
import { Refused, wrongField } from '#server/core/refused.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';
import { isSetUp } from '#server/notifications/channels.ts';
import { hashOfCode } from '#server/security/codes.ts';
import { noteSecurity } from '#server/security/events.ts';

/** Codes tried per minute from one network. */
const tries = { key: 'email-code', most: 100, windowSeconds: 60 };

/** Sends another link to the caller's address unless it is confirmed. */
export async function sendLinkAgain(call: CallInTx<typeof sendEmailLink>, tx: Tx): ReplyTo<typeof sendEmailLink> {
  const { actor, config, request, now } = call;
  const [own] = await tx.query<{ email: string | null; isTrusted: boolean }>(
    sql`select email, lower(email) is not distinct from lower(trusted_email) as "isTrusted" from users
        where id = ${actor.id} for update`,
  );
  const email = own?.email ?? null;
  if (own === undefined || email === null) throw wrongField('email', 'Enter your email address first.');
  if (!own.isTrusted) await mailEmailLink(tx, { config, request, now }, { id: actor.id, role: actor.role, email });
  return { email, isSetUp: isSetUp(config, 'email') };
}

type LinkedAddress = { userId: number; username: string; email: string; expiresAt: Date };

/** Returns the address that a link confirms, if the profile still has it. */
async function addressOfLink(db: Queryable, code: string, now: Date): Promise<LinkedAddress> {
  const [row] =
    await db.query<LinkedAddress>(sql`select u.id as "userId", u.username, u.email, l.expires_at as "expiresAt"
    from email_links l join users u on u.id = l.user_id
    where l.code_hash = ${hashOfCode(code)} and l.expires_at > ${now} and lower(u.email) = lower(l.email)
      and u.deleted_at is null`);
  if (row === undefined)
    throw new Refused('not_found', 'This link no longer works. You can send yourself a new one from your profile.');
  return row;
}

/** Shows which address a link confirms. Opening it changes nothing, because email clients open links, too. */
export async function showEmailLink(call: Call<typeof getEmailLink>): ReplyTo<typeof getEmailLink> {
  await countFromNetwork(call, tries);
  const { email, username, expiresAt } = await addressOfLink(call.db, call.params.code, call.now);
  return { email, username, expiresAt: expiresAt.toISOString() };
}

/** Confirms an address. It replaces the previous one for email, sign-in and recovery. */
export async function confirmAddress(call: Call<typeof confirmEmail>): ReplyTo<typeof confirmEmail> {
  const { db, params, request, now } = call;
  await countFromNetwork(call, tries);
  return db.inTransaction(async (tx) => {
    const { userId } = await addressOfLink(tx, params.code, now);
    await tx.query(sql`select from users where id = ${userId} for update`);
    // Reads again under the lock: the profile may have another address by now.
    await addressOfLink(tx, params.code, now);
    await tx.execute(sql`update users set trusted_email = email, email_trusted_at = ${now}, email_proved = true
      where id = ${userId}`);
    await tx.execute(sql`delete from email_links where user_id = ${userId}`);
    noteSecurity(request, 'email_confirmed', userId);
  });
}
