import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Statement } from '#test/plans.ts';

/** The statements that answered one person's request, which a bare server sends for all requests like it. */
export type Script = {
  /** Identifies the request: its address for a read, the person's cookie for a write. */
  key: string;
  /** The vacancy that the call was about, and its Idempotency-Key. */
  subject: string | null;
  idempotencyKey: string | null;
  sent: Statement[];
};

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/**
 * Returns whether a statement belongs to a read itself, and not to a side effect such as recording session activity.
 */
export const isRead = ({ text }: Pick<Statement, 'text'>) => /^\s*(select|with)/i.test(text);

const names = new Map<string, string>();
/** Sends a prepared statement and returns its rows. */
async function send(
  on: pg.Pool | pg.PoolClient,
  { text, values }: Pick<Statement, 'text' | 'values'>,
): Promise<{ id?: unknown }[]> {
  if (values.length === 0) return (await on.query<{ id?: unknown }>(text)).rows;
  let name = names.get(text);
  if (name === undefined) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return (await on.query<{ id?: unknown }>({ name, text, values })).rows;
}

/** Answers a read: the session first, then the rest in parallel. The last statement's rows are the reply. */
export async function answerRead(pool: pg.Pool, { sent }: Script): Promise<unknown> {
  const [session, ...others] = sent;
  if (session === undefined) return [];
  const rows = await send(pool, session);
  return (await Promise.all(others.map((statement) => send(pool, statement)))).at(-1) ?? rows;
}

/** Answers a write like the recorded one for another vacancy: recorded ids are replaced with current ones. */
export async function answerWrite(
  pool: pg.Pool,
  { subject, idempotencyKey, sent }: Script,
  now: { subject: string | null; idempotencyKey: string | null },
): Promise<unknown> {
  const known = new Map<string, string>();
  if (subject !== null && now.subject !== null) known.set(subject, now.subject);
  if (idempotencyKey !== null && now.idempotencyKey !== null)
    known.set(hashOf(idempotencyKey), hashOf(now.idempotencyKey));
  const client = await pool.connect();
  try {
    let rows: { id?: unknown }[] = [];
    for (const { text, values, firstId } of sent) {
      rows = await send(client, { text, values: values.map((value) => asOfNow(value, known)) });
      if (firstId !== null && typeof rows[0]?.id === 'number') known.set(String(firstId), String(rows[0].id));
    }
    return rows;
  } finally {
    client.release();
  }
}

function asOfNow(value: unknown, known: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'number') return Number(known.get(String(value)) ?? value);
  if (Array.isArray(value)) return value.map((item) => asOfNow(item, known));
  if (typeof value !== 'string') return value;
  let text = value;
  for (const [then, now] of known) if (text.includes(then)) text = text.replaceAll(then, now);
  return text;
}
