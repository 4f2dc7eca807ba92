import { randomUUID } from 'node:crypto';
import { emailLinkDays } from '#domain/account-security.ts';
import type { Role } from '#domain/role.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { countAttempt, isWithin, type Limit } from '#server/http/limits.ts';
import type { Deps } from '#server/http/route.ts';
import { tell } from '#server/notices/tell.ts';
import { generatedCode, hashOfCode } from '#server/security/codes.ts';

const dayMs = 24 * 3_600_000;
/** Links in a day: of one person, to whatever addresses, and to one address, whoever names it. */
const linksPerDay = { ofPerson: 5, toAddress: 3 };
/** For how long before an approval an address must have stood for the administrator to have had it in view, in ms. */
const inViewMs = 3_600_000;

type Teller = Pick<Deps, 'config'> & { now: Date };
type Addressee = { id: number; role: Role; email: string };

function limitToAddress({ email }: Addressee): Limit {
  return { key: `email-link-to:${email.toLowerCase()}`, most: linksPerDay.toAddress, windowSeconds: 86_400 };
}

/**
 * Mails a link that confirms somebody's address, where it is in their profile and not trusted yet.
 *
 * @throws {Refused} too_many_requests where this person, or this address, has had its links of the day.
 */
export async function mailEmailLink(tx: Tx, call: Teller, person: Addressee): Promise<void> {
  const limit = { key: `email-link:${person.id}`, most: linksPerDay.ofPerson, windowSeconds: 86_400 };
  await countAttempt(tx, limit, call.now);
  await countAttempt(tx, limitToAddress(person), call.now);
  await writeLink(tx, call, person);
}

/** The same for a new account, which is made all the same where its address has had its links of the day. */
export async function mailFirstEmailLink(tx: Tx, call: Teller, person: Addressee): Promise<void> {
  if (await isWithin(tx, limitToAddress(person), call.now)) await writeLink(tx, call, person);
}

async function writeLink(tx: Tx, call: Teller, { id, role, email }: Addressee): Promise<void> {
  const code = generatedCode();
  const expiresAt = new Date(call.now.getTime() + emailLinkDays * dayMs);
  await tx.execute(
    sql`insert into email_links (code_hash, user_id, email, expires_at) values (${hashOfCode(code)}, ${id}, ${email}, ${expiresAt})`,
  );
  await tell(tx, call, {
    kind: 'email_link',
    cause: `account:${id}:email-link:${randomUUID()}`,
    recipients: [id],
    facts: { to: role, code },
    schoolId: null,
    // It proves who reads the mailbox, so it is shown nowhere else.
    isShown: false,
  });
}

/**
 * Somebody wrote another address into their profile, which is saved already: mail goes where it went until they follow the
 * link to the new one. Their trusted address again needs none.
 *
 * @throws {Refused} too_many_requests
 */
export async function noteNewAddress(tx: Tx, call: Teller, person: Addressee): Promise<void> {
  const waiting = await tx.execute(
    sql`update users set email_changed_at = ${call.now} where id = ${person.id} and lower(trusted_email) is distinct from lower(email)`,
  );
  if (waiting > 0) await mailEmailLink(tx, call, person);
}

/**
 * An administrator approved somebody whose address they had in view: it counts as that person's. Not one that was changed
 * within the hour, which the screen may not have shown, nor one beside an address that is trusted already: these need the
 * link.
 */
export async function vouchForAddress(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.execute(sql`update users set trusted_email = email, email_trusted_at = ${now}
    where id = ${userId} and email is not null and trusted_email is null and (email_changed_at is null or email_changed_at < ${new Date(now.getTime() - inViewMs)})`);
}
// How other features let somebody in.
export { enter, handCookies } from '#server/features/accounts/enter.ts';
