import { create as contentDisposition } from 'content-disposition';
import { createHash } from 'node:crypto';
import ical, { ICalEventStatus } from 'ical-generator';
import type { calendarFeed } from '#contract/calendar.ts';
import { classInWords } from '#domain/class.ts';
import { type Actor, can } from '#domain/permissions.ts';
import { productName } from '#domain/product.ts';
import { extraHands, isExtraHands } from '#domain/vacancy.ts';
import { idsOf } from '#server/core/ids.ts';
import { substituteOfCalendar } from '#server/features/calendar/queries.ts';
import {
  type Assignment,
  assignmentsSince,
  lostAssignmentsSince,
  revisionsOf,
} from '#server/features/vacancies/vacancy/queries.ts';
import { countAttempt, countFromNetwork } from '#server/http/limits.ts';
import { notFound } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { readPerson } from '#server/security/sessions.ts';
import { hashOfToken } from '#server/security/token-hash.ts';

const daysBack = 30;
const dayMs = 24 * 3_600_000;
/** A calendar polls every few minutes at most, and a person may have several devices. */
const mostPerMinute = 30;
/** The maximum number of invalid addresses per client address and minute. A guess never succeeds, but costs a query. */
const mostUnknownPerMinute = 300;
const hourSeconds = 3600;

/** Serves the assignments of the substitute with this secret address. Anything else gets 404. */
export async function serveFeed(call: Call<typeof calendarFeed>): ReplyTo<typeof calendarFeed> {
  const { db, config, now, request, reply } = call;
  const actor = await ownerOf(call);
  const since = new Date(now.getTime() - daysBack * dayMs);
  const [kept, lost] = [
    await assignmentsSince(db, actor, since, now),
    await lostAssignmentsSince(db, actor, since, now),
  ];
  const revisions = await revisionsOf(db, idsOf([...kept, ...lost]));
  const body = calendarOf({ kept, lost, revisions }, actor, config.PUBLIC_URL);
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  reply.header('cache-control', 'private, no-cache').header('etag', etag).header('x-robots-tag', 'noindex');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', contentDisposition('assignments.ics', { type: 'inline' }))
    .send(body);
}

async function ownerOf(call: Call<typeof calendarFeed>): Promise<Actor> {
  const { db, config, params, now } = call;
  const secret = params.token.replace(/\.ics$/, '');
  const hash = hashOfToken(secret);
  const id = /^[A-Za-z0-9_-]{43}$/.test(secret) ? await substituteOfCalendar(db, hash) : null;
  if (id === null) {
    await countFromNetwork(call, { key: 'calendar-unknown', most: mostUnknownPerMinute, windowSeconds: 60 });
    throw notFound('calendar');
  }
  await countAttempt(db, { key: `calendar:${id}`, most: mostPerMinute, windowSeconds: 60 }, now);
  return (await readPerson(db, id, config, now)).actor;
}

type Content = { kept: readonly Assignment[]; lost: readonly Assignment[]; revisions: ReadonlyMap<number, number> };

/**
 * Times are instants, which every calendar shows in its own time zone. The only names are the schools'. Assignments
 * that the substitute no longer covers remain as canceled, with only time and place, so that calendars that imported
 * them remove them.
 */
function calendarOf({ kept, lost, revisions }: Content, actor: Actor, publicUrl: string): string {
  const calendar = ical({
    name: `${productName} assignments`,
    prodId: { company: productName, product: 'Assignments', language: 'EN' },
    ttl: hourSeconds,
  });
  const about = (row: Assignment) => ({
    id: `vacancy-${row.id}@${new URL(publicUrl).hostname}`,
    sequence: revisions.get(row.id) ?? 0,
    start: row.startsAt,
    end: row.endsAt,
    stamp: row.updatedAt,
    lastModified: row.updatedAt,
    summary: `${row.description} – ${row.schoolName}`,
    location: `${row.schoolName}, ${row.schoolAddress}`,
  });
  for (const row of lost) calendar.createEvent({ ...about(row), status: ICalEventStatus.CANCELLED });
  for (const row of kept) {
    calendar.createEvent({
      ...about(row),
      description: detailsOf(row, actor),
      url: `${publicUrl}/dashboard/substitute/my-assignments`,
      status: row.confirmed === false ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    });
  }
  // The library leaves the last line unterminated.
  return `${calendar.toString()}\r\n`;
}

function detailsOf(row: Assignment, actor: Actor): string {
  const about = classInWords(row, row.description);
  const lines = [about, row.additionalNotes].filter((line) => line !== '');
  if (isExtraHands(row)) lines.push(`${extraHands}: no teacher is absent. Contact: ${row.teacherName}`);
  else if (can(actor, 'vacancy.seeReason', row)) lines.push(`Reason: ${row.absenceReason}`);
  if (row.googleDocLink !== null && can(actor, 'vacancy.seePlans', row))
    lines.push(`Lesson plans: ${row.googleDocLink}`);
  if (row.confirmed === false) lines.push('Please confirm this assignment.');
  return lines.join('\n\n');
}
