import type { FastifyInstance } from 'fastify';
import type { SessionActivity } from '#server/security/sessions.ts';
import { type Database, sql } from '#server/db/database.ts';

/** How long uses are gathered, in ms: of all that come meanwhile one statement writes the last of each session. */
const gatherMs = 1000;

/**
 * Gathers uses of sessions: a screen makes several calls at once, and a commit of its own for each of them waits for the disk. What a
 * crash swallows is a second of them; the next call notes it again. Closing the application writes what is left.
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
      app.log.warn({ err: error }, 'when sessions were last used could not be written down');
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

/** A session that somebody ends or another process writes at this moment is left to them. */
async function writeActivity(db: Database, activity: readonly (readonly [key: string, at: Date])[]): Promise<void> {
  await db.execute(sql`with used as (
      select s.token_hash, u.at from unnest(${activity.map(([key]) => key)}::text[], ${activity.map(([, at]) => at)}::timestamptz[]) as u (key, at)
      join sessions s on s.token_hash = decode(u.key, 'base64') and s.last_seen_at < u.at for no key update of s skip locked
    )
    update sessions s set last_seen_at = used.at from used where s.token_hash = used.token_hash`);
}
