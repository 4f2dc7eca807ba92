import type { FastifyRequest } from 'fastify';
import { prefixOf } from '#server/http/address.ts';
import { countAttempt } from '#server/http/limits.ts';
import { Refused } from '#server/core/refused.ts';
import type { Deps } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';
import type { Session } from '#server/security/sessions.ts';

/**
 * The maximum number of calls with files in memory at the same time: per person, for people whom no school has approved
 * yet, and in all. One call holds at most 30 MB.
 */
const mostAtOnce = { person: 2, unapproved: 4, all: 12 };
/** Calls with files that one person makes in a day, right or wrong. */
const mostPerDay = 60;
/**
 * The same per day from one network for people whom no school has approved: anyone can register, and their files are
 * stored.
 */
const mostUnapprovedPerDay = 200;
const daySeconds = 86_400;

const underWay = new Map<number, { count: number; isApproved: boolean }>();

/**
 * Reads and answers a call with files, if this process has capacity.
 *
 * @throws {Refused} too_many_requests if too many are in progress, or this person or network has sent too many today.
 */
export async function whileUploading<Answer>(
  call: { deps: Deps; session: Session | null; request: Pick<FastifyRequest, 'ip'> },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { id, isApproved } = currentSession(call).actor;
  refuseBeyondRoom(id, isApproved);
  const own = underWay.get(id) ?? { count: 0, isApproved };
  own.count += 1;
  underWay.set(id, own);
  try {
    const { db, clock } = call.deps;
    await countAttempt(db, { key: `uploads:${id}`, most: mostPerDay, windowSeconds: daySeconds }, clock());
    if (!isApproved) {
      const key = `uploads-from:${prefixOf(call.request.ip)}`;
      await countAttempt(db, { key, most: mostUnapprovedPerDay, windowSeconds: daySeconds }, clock());
    }
    return await work();
  } finally {
    own.count -= 1;
    if (own.count === 0) underWay.delete(id);
  }
}

function refuseBeyondRoom(id: number, isApproved: boolean): void {
  if ((underWay.get(id)?.count ?? 0) >= mostAtOnce.person)
    throw tooMany('Your other files are still being uploaded. Please wait until they are done.');
  const others = [...underWay.values()];
  const countOf = (list: typeof others) => list.reduce((sum, { count }) => sum + count, 0);
  const isFull =
    countOf(others) >= mostAtOnce.all ||
    (!isApproved && countOf(others.filter((other) => !other.isApproved)) >= mostAtOnce.unapproved);
  if (isFull) throw tooMany('Many files are being uploaded right now. Please try again in a minute.');
}

function tooMany(sentence: string): Refused {
  return new Refused('too_many_requests', sentence, { retryAfter: 10 });
}
