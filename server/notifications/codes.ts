import { passwordLinkMinutes } from '#domain/account-security.ts';
import type { NoticeFacts, NoticeKind } from '#domain/notice-facts.ts';
import { smsCodeLimits } from '#domain/sms-codes.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { noticeCodeKey } from '#server/security/keys.ts';
import { seal, unseal } from '#server/security/sealed.ts';

type Facts = NoticeFacts[NoticeKind];

/** Replaces the code in a stored notification. */
const hidden = '······';

const minute = 60_000;
/** The lifetimes of codes in minutes. Codes of other kinds work for a week, like an invitation. */
const minutesOf: Partial<Record<NoticeKind, number>> = {
  password_link: passwordLinkMinutes,
  sms_code: smsCodeLimits.minutes,
};
const longestMinutes = 7 * 24 * 60;

/** Returns the facts of a notification as stored, and the code that was among them, or null. */
export function withoutCode<Kept extends Facts>(facts: Kept): { facts: Kept; code: string | null } {
  return 'code' in facts ? { facts: { ...facts, code: hidden }, code: facts.code } : { facts, code: null };
}

/** Returns whether these are the stored facts of a notification with a code. */
export function hasCode(facts: Facts): boolean {
  return 'code' in facts;
}

/** The code of a notification that was just written, identified by cause and recipient. */
type WrittenCode = { cause: string; recipient: number; code: string };

/**
 * Stores each code, sealed for its recipient, until its notification is delivered. Without a queued delivery, no code
 * is stored.
 */
export async function keepCodes(tx: Tx, kind: NoticeKind, codes: readonly WrittenCode[], now: Date): Promise<void> {
  if (codes.length === 0) return;
  const key = await noticeCodeKey(tx);
  const until = new Date(now.getTime() + (minutesOf[kind] ?? longestMinutes) * minute);
  const sealed = codes.map(({ recipient, code }) => seal(key, ownerOf(recipient), Buffer.from(code)));
  await tx.execute(sql`insert into notice_codes (notice_id, user_id, sealed, works_until)
    select n.id, n.recipient_id, c.sealed, ${until}
    from unnest(${codes.map(({ cause }) => cause)}::text[], ${codes.map(({ recipient }) => recipient)}::bigint[],
      ${sealed}::bytea[]) as c (cause, recipient, sealed)
      join notices n on n.cause = c.cause and n.recipient_id = c.recipient
    where exists (select from deliveries d where d.notice_id = n.id and d.status in ('queued', 'kept'))
    on conflict do nothing`);
}

/**
 * Returns the facts of a notification with its code, for its recipient only; null if the code has expired or was
 * delivered.
 */
export async function withCode<Kept extends Facts>(
  db: Queryable,
  noticeId: number,
  facts: Kept,
  now: Date,
): Promise<Kept | null> {
  if (!hasCode(facts)) return facts;
  const [row] = await db.query<{ userId: number; sealed: Buffer }>(sql`select user_id as "userId", sealed
    from notice_codes where notice_id = ${noticeId} and works_until > ${now}`);
  if (row === undefined) return null;
  return { ...facts, code: unseal(await noticeCodeKey(db), ownerOf(row.userId), row.sealed).toString() };
}

function ownerOf(userId: number): string {
  return `code of user ${userId}`;
}
