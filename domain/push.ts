import type { NoticeFacts, NoticeKind } from './notice-facts.ts';
import { renderNotice } from './notice.ts';
import { isOffer } from './notice-topics.ts';
import { oneLine } from './one-line.ts';
import { aboutOf, leadOf } from './sms.ts';
import { formatDate, formatTime } from './time.ts';

/** A notice as a device shows it, beside whatever else stands on its screen. */
export interface PushNotice {
  title: string;
  /** One line, or '' where the title says it all. */
  body: string;
  /** Where in the application a tap leads. */
  path: string;
  isUrgent: boolean;
}

/** Characters of a title and of a body: what phones show without cutting, and far below the 4 KB that a push may have. */
const most = { title: 80, body: 120 };

/**
 * A notice as a push: what an SMS says, and no more, since it may be read over somebody's shoulder. No name of a class,
 * no reason, no notes.
 */
export function renderPush<K extends NoticeKind>(
  kind: K,
  facts: NoticeFacts[K],
  vacancyId: number | null = null,
): PushNotice {
  const { vacancy, isUrgent } = aboutOf(facts);
  const lead = oneLine(leadOf(kind, facts));
  const said =
    vacancy === null
      ? ''
      : `${oneLine(vacancy.school)}, ${formatDate(vacancy.date)}, ${formatTime(vacancy.start)}-${formatTime(vacancy.end)}`;
  return {
    title: shortened(isUrgent ? `Urgent: ${lead}` : lead, most.title),
    body: shortened(said, most.body),
    path: renderNotice(kind, facts, vacancyId).path,
    isUrgent,
  };
}

/** Counts whole characters, so that no emoji is cut in two. */
function shortened(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit
    ? text
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

/** For how long a push service keeps a push for a device that is out of reach, in seconds: an offer is soon taken. */
export function pushLifetime(kind: NoticeKind): number {
  return isOffer(kind) ? 2 * hour : 12 * hour;
}

const hour = 3600;
