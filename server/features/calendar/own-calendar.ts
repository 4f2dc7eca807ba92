import { createHash, randomBytes } from 'node:crypto';
import type { createCalendar as createCalendarCall } from '#contract/calendar.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { setCalendar } from '#server/features/calendar/writes.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call } from '#server/http/route.ts';

/** How often somebody may make a new address within an hour. */
const mostPerHour = 20;

/** What is kept of a secret address: whoever reads the database opens nobody's calendar. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Makes the secret address of the own calendar and shows it this once; the one before ends. */
export async function createCalendar({
  db,
  config,
  actor,
  now,
}: Call<typeof createCalendarCall>): Promise<ReplyInput<typeof createCalendarCall>> {
  await countAttempt(db, { key: `calendar-made:${actor.id}`, most: mostPerHour, windowSeconds: 3600 }, now);
  const secret = randomBytes(32).toString('base64url');
  await setCalendar(db, actor.id, hashOfSecret(secret), now);
  // Some calendar programs take only what looks like a file of theirs.
  return { url: `${config.PUBLIC_URL}/api/calendar/${secret}.ics`, createdAt: now.toISOString() };
}
