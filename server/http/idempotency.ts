import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { nameOf } from '#contract/all.ts';
import { type Database, type Queryable, sql } from '#server/db/database.ts';
import { Refused } from '#server/core/refused.ts';
import type { Call, Made, Route } from '#server/http/route.ts';
import { seal, unseal } from '#server/security/sealed.ts';

const keyPattern = /^[\x21-\x7E]{8,100}$/;
/** Keys are kept for a day: long enough for any retry from a phone without a network. */
export const idempotencyKeyHours = 24;

/**
 * A call and its key as stored: the key's hash, and a fingerprint that detects different content under the same key.
 */
type Keyed = { actorId: number; kept: string; fingerprint: Buffer; open: Buffer };

/** A stored reply with its cookies, which are credentials. Only the idempotency key itself can decrypt it. */
type KeptReply = { sealed: string };
const made = z.object({ reply: z.unknown(), cookies: z.unknown() });

/**
 * Runs a creating call once per key: a repeat waits for the first and gets the same reply.
 *
 * @throws {Refused} key_reused if the key was used before with different content.
 */
export async function runOnce(call: Call, route: Route, key: string, body: unknown): Promise<unknown> {
  const { handleInTx, prepare, hand } = route;
  if (handleInTx === undefined) return route.handle(call);
  if (!keyPattern.test(key)) {
    throw new Refused('bad_input', 'The Idempotency-Key must have 8 to 100 visible characters.', {
      fields: { 'Idempotency-Key': 'This must have 8 to 100 visible characters.' },
    });
  }
  const keyed = keyedCall(call, route, key, body);
  const db = call.db satisfies Database;
  // Slow work is skipped if the reply already exists.
  const known = prepare === undefined ? null : await firstReply(db, keyed);
  const prepared = known === null ? await preparedOnce(keyed, async () => prepare?.(call)) : undefined;
  const { reply, cookies } =
    known ??
    (await db.inTransaction(async (tx) => {
      const claimed = await tx.execute(sql`insert into idempotency_keys (actor_id, key, fingerprint, created_at)
      values (${keyed.actorId}, ${keyed.kept}, ${keyed.fingerprint}, ${call.now}) on conflict do nothing`);
      if (claimed === 0) {
        const first = await firstReply(tx, keyed);
        if (first === null) throw reused();
        return first;
      }
      const answer = await handleInTx(call, tx, prepared);
      await tx.last.execute(sql`update idempotency_keys set reply = ${JSON.stringify(sealed(keyed, answer))}::jsonb
        where actor_id = ${keyed.actorId} and key = ${keyed.kept}`);
      return answer;
    }));
  await hand?.(call, cookies);
  return reply;
}

/** Preparations in progress, for repeats that arrive at the same moment. */
const underWay = new Map<string, Promise<unknown>>();

async function preparedOnce({ actorId, kept, fingerprint }: Keyed, prepare: () => Promise<unknown>): Promise<unknown> {
  const name = `${actorId}:${kept}:${fingerprint.toString('hex')}`;
  const preparing = underWay.get(name) ?? prepare().finally(() => underWay.delete(name));
  underWay.set(name, preparing);
  return preparing;
}

function keyedCall(call: Call, { endpoint }: Route, key: string, body: unknown): Keyed {
  return {
    // Irrelevant if no session is needed: the cookie may have arrived even though the reply was lost.
    actorId: endpoint.access.roles === 'anyone' ? 0 : (call.session?.actor.id ?? 0),
    // A body may contain a password. Without the key, of which only the hash is stored, no one can test guesses against
    // its fingerprint.
    kept: createHash('sha256').update(key).digest('hex'),
    fingerprint: createHmac('sha256', key)
      .update(JSON.stringify([nameOf(endpoint), call.params ?? null, body ?? null]))
      .digest(),
    open: createHmac('sha256', key).update('reply').digest(),
  };
}

/** @throws {Refused} key_reused */
async function firstReply(db: Queryable, keyed: Keyed): Promise<Made | null> {
  const [first] = await db.query<{ fingerprint: Buffer; reply: KeptReply }>(sql`select fingerprint, reply
    from idempotency_keys where actor_id = ${keyed.actorId} and key = ${keyed.kept}`);
  if (first === undefined) return null;
  if (!first.fingerprint.equals(keyed.fingerprint)) throw reused();
  const plain = unseal(keyed.open, keyed.kept, Buffer.from(first.reply.sealed, 'base64'));
  return made.parse(JSON.parse(plain.toString()));
}

function sealed({ open, kept }: Keyed, answer: Made): KeptReply {
  return { sealed: seal(open, kept, Buffer.from(JSON.stringify(answer))).toString('base64') };
}

function reused(): Refused {
  return new Refused('key_reused', 'This Idempotency-Key was already used with different content.');
}
