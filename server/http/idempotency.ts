import { createHash, createHmac } from 'node:crypto';
import { type Database, sql } from '#server/db/database.ts';
import { Refused } from '#server/http/refused.ts';
import type { Call, Route } from '#server/http/route.ts';

const keyPattern = /^[\x21-\x7E]{8,100}$/;
/** Keys are kept for a day: long enough for any retry of a phone without a network. */
export const idempotencyKeyHours = 24;

/**
 * Runs a creating call once per key: a repeat waits for the first and gets its very answer.
 *
 * @throws {Refused} key_reused when the key came before with another content.
 */
export async function runOnce(call: Call, route: Route, key: string, body: unknown): Promise<unknown> {
  const { handleInTx } = route;
  if (handleInTx === undefined) return route.handle(call);
  if (!keyPattern.test(key)) {
    throw new Refused('bad_input', 'The Idempotency-Key must have 8 to 100 visible characters.', {
      fields: { 'Idempotency-Key': 'This must have 8 to 100 visible characters.' },
    });
  }
  const actorId = call.session?.actor.id ?? 0;
  // A body may hold a password: nobody can try some on its fingerprint without the key, of which only the hash is kept.
  const kept = createHash('sha256').update(key).digest('hex');
  const fingerprint = createHmac('sha256', key)
    .update(JSON.stringify([route.endpoint.name, call.params ?? null, body ?? null]))
    .digest();
  return (call.db satisfies Database).inTransaction(async (tx) => {
    const claimed = await tx.execute(sql`insert into idempotency_keys (actor_id, key, fingerprint, created_at)
      values (${actorId}, ${kept}, ${fingerprint}, ${call.now}) on conflict do nothing`);
    if (claimed === 0) {
      const [first] = await tx.query<{ fingerprint: Buffer; reply: unknown }>(
        sql`select fingerprint, reply from idempotency_keys where actor_id = ${actorId} and key = ${kept}`,
      );
      if (first === undefined || !first.fingerprint.equals(fingerprint)) {
        throw new Refused('key_reused', 'This Idempotency-Key was used before with another content.');
      }
      return first.reply;
    }
    const reply = await handleInTx(call, tx);
    await tx.execute(
      sql`update idempotency_keys set reply = ${JSON.stringify(reply)}::jsonb where actor_id = ${actorId} and key = ${kept}`,
    );
    return reply;
  });
}
