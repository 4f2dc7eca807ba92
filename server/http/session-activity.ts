import type { FastifyInstance } from 'fastify';
import type { SessionActivity } from '#server/security/sessions.ts';
import { type Database, sql } from '#server/db/database.ts';

/** How long activity is collected, in ms. Then one statement writes the latest time of each session. */
const gatherMs = 1000;

/**
 * Collects session activity. A screen makes several calls at once, and a commit for each would wait for the disk. A
 * crash loses at most one second of activity, and the next call records it again. Closing the application writes the
 * rest.
 */
export function gatherSessionActivity(app: FastifyInstance, db: Database): SessionActivity {
  const noted = new Map<string, Date>();
  const keyOf = (tokenHash: Buffer) => tokenHash.toString('base64');
  let timer: NodeJS.Timeout | null = null;
  const write = async () => {
    timer = null;
    const activity = [...noted];
    if (activity.length === 0) return;
    try {
      await writeActivity(db, activity);
    } catch (error) {
      app.log.warn({ err: error }, 'session activity could not be saved');
    }
    for (const [key, at] of activity) if (noted.get(key) === at) noted.delete(key);
  };
  app.addHook('onClose', async () => {
    if (timer !== null) clearTimeout(timer);
    await write();
  });
  return {
    note: (tokenHash, at) => {
      noted.set(keyOf(tokenHash), at);
      timer ??= setTimeout(() => void write(), gatherMs).unref();
    },
    of: (tokenHash) => (noted.size === 0 ? null : (noted.get(keyOf(tokenHash)) ?? null)),
  };
}

/** Skips sessions that another transaction is ending or writing at this moment. */
async function writeActivity(db: Database, activity: readonly (readonly [key: string, at: Date])[]): Promise<void> {
  await db.execute(sql`with used as (
      select s.token_hash, u.at from unnest(${activity.map(([key]) => key)}::text[],
        ${activity.map(([, at]) => at)}::timestamptz[]) as u (key, at)
      join sessions s on s.token_hash = decode(u.key, 'base64')
        and s.last_seen_at < u.at for no key update of s skip locked
    )
    update sessions s set last_seen_at = used.at from used where s.token_hash = used.token_hash`);
}
