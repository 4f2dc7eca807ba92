import type { NoticeFacts, NoticeKind } from './notice-facts.ts';
import { renderNotice } from './notice.ts';
import { isOffer } from './notice-topics.ts';
import { oneLine } from './one-line.ts';
import { aboutOf, leadOf } from './sms.ts';

/** A notification as a device shows it. */
export interface PushNotice {
  title: string;
  /** One line, or '' if the title says everything. */
  body: string;
  /** Where in the app a tap leads. */
  path: string;
  isUrgent: boolean;
}

/** Limits in characters: what phones show without cutting it off, and far below the 4 KB limit of a push. */
const most = { title: 80, body: 120 };

/**
 * A notification as a push. It says no more than an SMS, because others may see the screen: no title of a class, no
 * reason, no notes.
 */
export function renderPush<K extends NoticeKind>(
  kind: K,
  facts: NoticeFacts[K],
  vacancyId: number | null = null,
): PushNotice {
  const { school, when, isUrgent } = aboutOf(facts);
  const lead = oneLine(leadOf(kind, facts));
  const said = when === '' ? '' : `${oneLine(school)}, ${when}`;
  return {
    title: shortened(isUrgent ? `Urgent: ${lead}` : lead, most.title),
    body: shortened(said, most.body),
    path: renderNotice(kind, facts, vacancyId).path,
    isUrgent,
  };
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

/** How long a push service keeps a push for an unreachable device, in seconds. Offers are taken quickly. */
export function pushLifetime(kind: NoticeKind): number {
  return isOffer(kind) ? 2 * hour : 12 * hour;
}

const hour = 3600;
