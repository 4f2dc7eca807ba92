import type { InvitationSlip } from '#contract/invitations.ts';
import { invitationPath } from '#domain/notice-accounts.ts';
import { localDate } from '#domain/time.ts';
import { type Tx, sql } from '#server/db/database.ts';
import { invitationDays } from '#server/features/invitations/queries.ts';
import { countMany } from '#server/http/limits.ts';
import { notAllowed } from '#server/core/refused.ts';
import type { Call } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';
import { mailboxOf } from '#server/notifications/addresses.ts';
import { notifyEach } from '#server/notifications/notify.ts';
import { generatedCode, hashOfCode } from '#server/security/codes.ts';

const day = 24 * 60 * 60 * 1000;
/**
 * Invitations mailed to one mailbox in a day, from all senders: staff may share one, and a file may contain a
 * stranger's.
 */
const mailsPerAddress = 3;
/**
 * Invitations mailed from one school in a day: enough for all of its people, and a limit for anyone who takes over an
 * account.
 */
const mailsPerSchool = 10_000;

export type InvitingSchool = { id: number; name: string; timeZone: string };

/** Returns the school of the calling admin. */
export function ownSchool({ session }: Pick<Call, 'session'>): InvitingSchool {
  const [school] = currentSession({ session }).user.schools;
  if (school === undefined) throw notAllowed("You don't have a school to add people to.");
  return school;
}

type Invited = {
  userId: number;
  role: 'teacher' | 'substitute';
  fullName: string;
  username: string;
  email?: string | null | undefined;
};
type Invitations = { mailed: number; slips: InvitationSlip[] };

/**
 * Invites people to choose their first password within seven days. Earlier invitations stop working. People with an
 * address get email if it is set up and the address hasn't reached its daily limit. Everyone else gets a slip, and with
 * `onPaper` all do.
 */
export async function invitePeople(
  tx: Tx,
  call: Pick<Call, 'config' | 'session' | 'now'>,
  school: InvitingSchool,
  people: readonly Invited[],
  { onPaper = false } = {},
): Promise<Invitations> {
  const { config, now } = call;
  const expiresAt = new Date(now.getTime() + invitationDays * day);
  const mayMail = !onPaper && config.SMTP_URL !== undefined;
  const left = mayMail ? await roomAt(tx, people, now) : new Map<string, number>();
  const leftOfSchool = mayMail ? await roomOf(tx, school, people, now) : 0;
  const invited = withCodes(people, left, leftOfSchool);
  await keepInvitations(tx, invited, now, expiresAt);
  const byMail = invited.filter(({ getsMail }) => getsMail);
  const by = currentSession(call).user.fullName;
  const until = localDate(expiresAt, school.timeZone);
  await notifyEach(tx, call, {
    kind: 'invitation',
    schoolId: school.id,
    each: byMail.map(({ userId, role, fullName, username, code }) => ({
      cause: `invitation:${userId}:${now.getTime()}`,
      recipient: userId,
      facts: { to: role, name: fullName, username, school: school.name, by, code, until },
    })),
  });
  const slips = invited
    .filter(({ getsMail }) => !getsMail)
    .map(({ fullName, username, code }) => ({
      fullName,
      username,
      code,
      path: invitationPath(code),
      expiresAt: expiresAt.toISOString(),
    }));
  return { mailed: byMail.length, slips };
}

/** Gives each person a code, and an email while their mailbox and the school have room for one. */
function withCodes(people: readonly Invited[], left: Map<string, number>, leftOfSchool: number) {
  let mails = 0;
  return people.map((person) => {
    const key = keyOf(person.email ?? '');
    const room = left.get(key) ?? 0;
    left.set(key, room - 1);
    const getsMail = room > 0 && mails < leftOfSchool;
    if (getsMail) mails += 1;
    return { ...person, code: generatedCode(), getsMail };
  });
}

function keyOf(email: string): string {
  return `invitation-to:${mailboxOf(email)}`;
}

/** Returns how many more invitations each mailbox may get today, by its key. */
async function roomAt(tx: Tx, people: readonly Invited[], now: Date): Promise<Map<string, number>> {
  const each = new Map<string, number>();
  for (const { email } of people) {
    if (email !== null && email !== undefined) each.set(keyOf(email), (each.get(keyOf(email)) ?? 0) + 1);
  }
  return countMany(tx, { each, most: mailsPerAddress, windowSeconds: 86_400 }, now);
}

/** Returns how many more invitations this school may mail today. */
async function roomOf(tx: Tx, { id }: InvitingSchool, people: readonly Invited[], now: Date): Promise<number> {
  const key = `invitations-of:${id}`;
  const mailed = people.filter(({ email }) => email !== null && email !== undefined).length;
  const left = await countMany(
    tx,
    { each: new Map([[key, mailed]]), most: mailsPerSchool, windowSeconds: 86_400 },
    now,
  );
  return left.get(key) ?? 0;
}

/** Stores people's codes as hashes. Their earlier codes stop working. */
async function keepInvitations(
  tx: Tx,
  invited: readonly { userId: number; code: string }[],
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await tx.execute(sql`delete from invitations where user_id = any(${invited.map(({ userId }) => userId)}::bigint[])`);
  await tx.execute(sql`insert into invitations (code_hash, user_id, created_at, expires_at)
    select hash, id, ${now}, ${expiresAt}
      from unnest(${invited.map(({ code }) => hashOfCode(code))}::bytea[],
      ${invited.map(({ userId }) => userId)}::bigint[]) as i (hash, id)`);
}
