import type { NoticeKind } from '#domain/notice-facts.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { withCode } from '#server/notices/codes.ts';

/** The codes that wait to go out to somebody, oldest first: opened as the worker opens them. */
export async function codesOf(db: Queryable, recipientId: number): Promise<string[]> {
  const rows = await db.query<{ id: number; kind: NoticeKind }>(
    sql`select n.id, n.kind from notices n join notice_codes c on c.notice_id = n.id where n.recipient_id = ${recipientId} order by n.id`,
  );
  const facts = await Promise.all(
    rows.map(({ id }) => withCode(db, id, { to: 'teacher', name: '', code: '' }, new Date(0))),
  );
  return facts.flatMap((opened) => (opened === null ? [] : [opened.code]));
}
