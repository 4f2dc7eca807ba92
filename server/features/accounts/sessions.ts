import type { listOwnSessions } from '#contract/accounts.ts';
import { sql } from '#server/db/database.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/** Returns the caller's sessions, last used first: at most the 50 latest. */
export async function ownSessions(call: Call<typeof listOwnSessions>): ReplyTo<typeof listOwnSessions> {
  const { tokenHash } = currentSession(call);
  const rows = await call.db.query<{
    id: string;
    createdAt: Date;
    lastSeenAt: Date;
    userAgent: string | null;
    isCurrent: boolean;
  }>(sql`
    select id, created_at as "createdAt", last_seen_at as "lastSeenAt", user_agent as "userAgent",
      token_hash = ${tokenHash} as "isCurrent"
    from sessions where user_id = ${call.actor.id} order by last_seen_at desc limit 50`);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }));
}
