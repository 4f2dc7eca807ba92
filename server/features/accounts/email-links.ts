import type { confirmEmail, getEmailLink, sendEmailLink } from '#contract/email-links.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { mailEmailLink } from '#server/features/accounts/consequences.ts';
import { countAttempt } from '#server/http/limits.ts';
import { Refused, wrongField } from '#server/http/refused.ts';
import { type Call, done } from '#server/http/route.ts';
import { isSetUp } from '#server/notices/channels.ts';
import { hashOfCode } from '#server/security/codes.ts';
import { noteSecurity } from '#server/security/events.ts';

/** Codes tried from one address in a minute. */
const triesPerMinute = 100;

/** Sends another link to the own address, where it is not confirmed yet. */
export async function sendLinkAgain({
  db,
  actor,
  config,
  now,
}: Call<typeof sendEmailLink>): Promise<ReplyInput<typeof sendEmailLink>> {
  return db.inTransaction(async (tx) => {
    const [own] = await tx.query<{ email: string | null; isTrusted: boolean }>(
      sql`select email, lower(email) is not distinct from lower(trusted_email) as "isTrusted" from users where id = ${actor.id} for update`,
    );
    const email = own?.email ?? null;
    if (own === undefined || email === null) throw wrongField('email', 'Enter your email address first.');
    if (!own.isTrusted) await mailEmailLink(tx, { config, now }, { id: actor.id, role: actor.role, email });
    return { email, isSetUp: isSetUp(config, 'email') };
  });
}

type LinkedAddress = { userId: number; username: string; email: string; expiresAt: Date };

/** What a link confirms: an address that is still the one in the profile. */
async function addressOfLink(db: Queryable, code: string, now: Date): Promise<LinkedAddress> {
  const [row] =
    await db.query<LinkedAddress>(sql`select u.id as "userId", u.username, u.email, l.expires_at as "expiresAt"
    from email_links l join users u on u.id = l.user_id
    where l.code_hash = ${hashOfCode(code)} and l.expires_at > ${now} and lower(u.email) = lower(l.email) and u.deleted_at is null`);
  if (row === undefined)
    throw new Refused('not_found', 'This link no longer works. You can send yourself a new one from your profile.');
  return row;
}

/** Which address a link confirms. Looking changes nothing: mail programs look at links too. */
export async function showEmailLink({
  db,
  params,
  request,
  now,
}: Call<typeof getEmailLink>): Promise<ReplyInput<typeof getEmailLink>> {
  await countTry(db, request.ip, now);
  const { email, username, expiresAt } = await addressOfLink(db, params.code, now);
  return { email, username, expiresAt: expiresAt.toISOString() };
}

/** Its owner says that the address is theirs: mail goes there, and it signs in and recovers, in place of the one before. */
export async function confirmAddress({
  db,
  params,
  request,
  now,
}: Call<typeof confirmEmail>): Promise<ReplyInput<typeof confirmEmail>> {
  await countTry(db, request.ip, now);
  return db.inTransaction(async (tx) => {
    const { userId } = await addressOfLink(tx, params.code, now);
    await tx.query(sql`select from users where id = ${userId} for update`);
    // Read again behind the lock: meanwhile the profile may say another address.
    await addressOfLink(tx, params.code, now);
    await tx.execute(
      sql`update users set trusted_email = email, email_trusted_at = ${now}, email_proved = true where id = ${userId}`,
    );
    await tx.execute(sql`delete from email_links where user_id = ${userId}`);
    noteSecurity(request, 'email_confirmed', userId);
    return done;
  });
}

async function countTry(db: Queryable, ip: string, now: Date): Promise<void> {
  await countAttempt(db, { key: `email-code:${ip}`, most: triesPerMinute, windowSeconds: 60 }, now);
}
