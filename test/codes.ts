import type { NoticeKind } from '#domain/notice-facts.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { withCode } from '#server/notifications/codes.ts';
import { until } from '#test/until.ts';

/** Returns a recipient's undelivered codes, oldest first, unsealed like the worker does. */
export async function codesOf(db: Queryable, recipientId: number): Promise<string[]> {
  const rows = await db.query<{ id: number; kind: NoticeKind }>(
    sql`select n.id, n.kind from notices n join notice_codes c on c.notice_id = n.id
        where n.recipient_id = ${recipientId} order by n.id`,
  );
  const facts = await Promise.all(
    rows.map(({ id }) => withCode(db, id, { to: 'teacher', name: '', code: '' }, new Date(0))),
  );
  return facts.flatMap((opened) => (opened === null ? [] : [opened.code]));
}

/** Waits until this many codes are stored, because password links come from a job. */
export function awaitCodesOf(db: Queryable, recipientId: number, count = 1): Promise<string[]> {
  return until(async () => {
    const codes = await codesOf(db, recipientId);
    return codes.length === count ? codes : null;
  });
}
