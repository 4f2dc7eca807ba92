import type { ReplyInput } from '#contract/endpoint.ts';
import type { getWall } from '#contract/wall.ts';
import { byBoard, sectionOf } from '#domain/board.ts';
import { roomIn, roomName } from '#domain/room.ts';
import { localDate } from '#domain/time.ts';
import { notFound } from '#server/core/refused.ts';
import { schoolOfWall, type WallClass, wallClassesOf } from '#server/features/wall/queries.ts';
import { noteOpened } from '#server/features/wall/writes.ts';
import { countAttempt, countFromNetwork } from '#server/http/limits.ts';
import type { Call } from '#server/http/route.ts';
import { hashOfToken } from '#server/security/token-hash.ts';

/** A screen polls every 30 seconds, and a school may use one link on many screens. */
const mostPerMinute = 60;
/** The maximum number of invalid tokens per client address. A guess never succeeds, but costs a query. */
const mostUnknownPerMinute = 300;

type Wall = ReplyInput<typeof getWall>;

/** Returns today's classes for a screen on a wall. Anything but the token of an active school gets 404. */
export async function showWall(call: Call<typeof getWall>): Promise<Wall> {
  const { db, now, reply } = call;
  // Refusals get it, too, because the address is the secret.
  reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
  const school = await schoolOf(call);
  await noteOpened(db, school.linkId, now);
  const date = localDate(now, school.timeZone);
  const classes = await wallClassesOf(db, school.id, date);
  // The rows don't show whether a substitute has confirmed, so that doesn't affect their order.
  const inOrder = classes.map((each) => ({ ...each, confirmed: null })).toSorted(byBoard);
  return { school: school.name, date, rows: inOrder.map(rowOf) };
}

async function schoolOf(call: Call<typeof getWall>) {
  const { db, params, now } = call;
  const { token } = params;
  const school = /^[A-Za-z0-9_-]{43}$/.test(token) ? await schoolOfWall(db, hashOfToken(token)) : null;
  if (school === null) {
    await countFromNetwork(call, { key: 'wall-unknown', most: mostUnknownPerMinute, windowSeconds: 60 });
    throw notFound('link');
  }
  await countAttempt(db, { key: `wall:${school.linkId}`, most: mostPerMinute, windowSeconds: 60 }, now);
  return school;
}

function rowOf(row: WallClass & { confirmed: null }): Wall['rows'][number] {
  const { description, notes, room, startTime, endTime, teacherName, substitute } = row;
  return {
    room: room === null ? roomIn(description, notes) : roomName(room),
    startTime,
    endTime,
    teacher: teacherName,
    substitute,
    isCovered: sectionOf(row) === 'covered',
  };
}
