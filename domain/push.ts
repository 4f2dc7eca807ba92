import { daysInWords } from './job-days.ts';
import type { NoticeFacts, NoticeKind } from './notice-facts.ts';
import { renderNotice } from './notice.ts';
import { isOffer } from './notice-topics.ts';
import { oneLine } from './one-line.ts';
import { aboutOf, leadOf, reportOf } from './sms.ts';

/** A notification as a device shows it. */
export interface PushNotice {
  title: string;
  /** One line, or '' if the title says everything. */
  body: string;
  /** The path in the app that a tap leads to. */
  path: string;
  isUrgent: boolean;
  /**
   * The open vacancy that its recipient can answer from the notification itself. It is only in offers to substitutes.
   */
  offer?: PushOffer;
}

/**
 * An offer that a device can answer. It contains no secret: the answer is sent with the session of the browser, and
 * only if `userId` is still signed in there and the vacancy still has this date, these times and these days of a job.
 */
interface PushOffer {
  vacancyId: number;
  userId: number;
  /** The label of the button: 'Accept' if the first request is booked. */
  label: 'Accept' | 'Request';
  date: string;
  startTime: string;
  endTime: string;
  /** All days of a job: '3 days, Mon, Nov 30 to Wed, Dec 2'. Null for one day. */
  together: string | null;
}

/** Limits in characters: the length that phones show in full, and far below the 4 KB limit of a push. */
const most = { title: 80, body: 120 };

/**
 * Returns a notification as a push. It says no more than an SMS, because others may see the screen: no title of a
 * class, no reason, no notes. An offer says when to report to the office. One to the substitute `recipientId` can be
 * answered from it.
 */
export function renderPush<K extends NoticeKind>(
  kind: K,
  facts: NoticeFacts[K],
  vacancyId: number | null = null,
  recipientId: number | null = null,
): PushNotice {
  const { school, when, isUrgent } = aboutOf(facts);
  const lead = oneLine(leadOf(kind, facts));
  const report = reportOf(kind, facts);
  const times = `, ${when}${report === null ? '' : `. ${report}`}`;
  // Only the name of the school can be long. The times after it are never cut.
  const said = when === '' ? '' : `${shortened(oneLine(school), most.body - times.length)}${times}`;
  const offer = offerOf(kind, facts, vacancyId, recipientId);
  return {
    title: shortened(isUrgent ? `Urgent: ${lead}` : lead, most.title),
    body: said,
    path: renderNotice(kind, facts, vacancyId).path,
    isUrgent,
    ...(offer && { offer }),
  };
}

function offerOf<K extends NoticeKind>(
  kind: K,
  facts: NoticeFacts[K],
  vacancyId: number | null,
  recipientId: number | null,
): PushOffer | null {
  if (!isOffer(kind) || vacancyId === null || recipientId === null) return null;
  if (!('vacancy' in facts) || facts.vacancy === null || facts.to !== 'substitute') return null;
  const { date, dates = [], start: startTime, end: endTime } = facts.vacancy;
  const label = aboutOf(facts).booksFirst ? 'Accept' : 'Request';
  return { vacancyId, userId: recipientId, label, date, startTime, endTime, together: daysInWords(dates) };
}

/** Counts whole characters, so no emoji is cut in two. */
function shortened(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit
    ? text
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

/** Returns how long a push service keeps a push for an unreachable device, in seconds. Offers are taken quickly. */
export function pushLifetime(kind: NoticeKind): number {
  return isOffer(kind) ? 2 * hour : 12 * hour;
}

const hour = 3600;
