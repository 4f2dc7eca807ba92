import * as z from 'zod/mini';
import { undoSeconds } from '#domain/undo.ts';
import type { Config } from '#server/core/config.ts';
import { type Database, sql, type Tx } from '#server/db/database.ts';
import { notifyDeclined, toldCovers } from '#server/features/cover/notifications.ts';
import { defineJob, enqueue } from '#server/jobs/job.ts';

/** Notifies the administrators of a No once it can no longer be undone. */
export async function holdDeclined(tx: Tx, { now }: { now: Date }, id: number): Promise<void> {
  const at = new Date(now.getTime() + undoSeconds.accepted * 1000);
  await enqueue(tx, notifyDeclinedCover, { id, at: now.toISOString() }, { at });
}

/** Notifies the administrators that a colleague said no at this time, unless the colleague has undone it since. */
export async function tellDeclined(
  db: Database,
  { config, now }: { config: Config; now: Date },
  { id, at }: { id: number; at: string },
): Promise<void> {
  await db.inTransaction(async (tx) => {
    const [cover] = await tx.query<{ wasSettled: boolean }>(sql`select answered_at < ended_at as "wasSettled"
      from covers where id = ${id} and state = 'declined' and ended_at = ${new Date(at)} for update`);
    const [told] = cover === undefined ? [] : await toldCovers(tx, [id]);
    if (cover !== undefined && told !== undefined)
      await notifyDeclined(tx, { now, config, actor: null }, told, cover.wasSettled);
  });
}

/** Runs when a No can no longer be undone. */
export const notifyDeclinedCover = defineJob({
  name: 'notify-declined-cover',
  payload: z.object({ id: z.number(), at: z.string() }),
  maxAttempts: 10,
  handle: ({ db, config, clock }, payload) => tellDeclined(db, { config, now: clock() }, payload),
});
