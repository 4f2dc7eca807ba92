import { accountDrafts } from './notice-accounts.ts';
import type { Draft, Drafts } from './notice-draft.ts';
import type { NoticeFacts, NoticeKind, VacancyFacts } from './notice-facts.ts';
import { vacancyDrafts } from './notice-vacancies.ts';
import { oneLine, UNSEEN } from './one-line.ts';
import { productName } from './product.ts';
import { dashboardPath } from './role.ts';
import { formatDate, formatShortDate, formatTime, formatTimeRange } from './time.ts';

export interface Notice {
  /** One line, short enough for the subject of an email. */
  title: string;
  /** The full text, as plain text. */
  body: string;
  urgent: boolean;
  /** The path in the app that it leads to. */
  path: string;
}

const drafts: Drafts = { ...vacancyDrafts, ...accountDrafts };

function detailsOf(
  vacancy: VacancyFacts,
  { isBooking, isOffer, asksToCome }: Record<'isBooking' | 'isOffer' | 'asksToCome', boolean>,
): Draft['lines'] {
  const { classInWords = '', reason, notes, plansLink, parking, pay } = vacancy;
  const isOfferOrBooking = isOffer || isBooking;
  return [
    vacancy.isUrgent ? 'URGENT' : null,
    vacancy.title,
    classInWords === '' ? null : `Class: ${classInWords}`,
    vacancy.dates === undefined
      ? `Date: ${formatDate(vacancy.date)}`
      : `Dates: ${vacancy.dates.map(formatShortDate).join('; ')}`,
    `Time: ${formatTimeRange(vacancy.start, vacancy.end)}`,
    reportLine(vacancy, asksToCome),
    isOfferOrBooking && pay ? `Pay: ${pay}` : null,
    `School: ${vacancy.school}`,
    `Address: ${vacancy.address}`,
    isOfferOrBooking && parking ? { words: `Parking and arrival: ${parking}` } : null,
    ...(vacancy.isExtraHands === true
      ? ['Extra hands: no teacher is absent', `Contact: ${vacancy.teacher}`]
      : [`Teacher: ${vacancy.teacher}`]),
    reason ? `Absence reason: ${reason}` : null,
    notes ? { words: `Notes: ${notes}` } : null,
    vacancy.mayNeedChanges ? 'Details may still change.' : null,
    isBooking && plansLink ? `Lesson plans: ${plansLink}` : null,
  ];
}

/** Returns when to report. Only a notification that asks its reader to come says that they should do so right away. */
function reportLine({ reportTime, isReportLate = false }: VacancyFacts, isForComing: boolean): string | null {
  if (reportTime === undefined) return null;
  return isReportLate && isForComing
    ? 'Report to the office right away'
    : `Report to the office by: ${formatTime(reportTime)}`;
}

/** Notifications besides offers and new bookings after which their reader may come. */
const askToCome: readonly NoticeKind[] = ['confirmed_for_you', 'message'];

/**
 * Renders a notification. Names and titles may contain anything people type, so the title is reduced to one line
 * without control characters, which is safe as an email subject, and no name can add a line to the body. The result is
 * plain text. The caller escapes it for HTML.
 * With the id of its vacancy, the path opens that vacancy.
 */
export function renderNotice<K extends NoticeKind>(
  kind: K,
  facts: NoticeFacts[K],
  vacancyId: number | null = null,
): Notice {
  const draft = drafts[kind](facts);
  const { vacancy } = draft;
  const isBooking = draft.plans ?? false;
  const isOffer = kind === 'vacancy_posted';
  // A substitute whose class changes may already be teaching it.
  const isNewBooking = isBooking && kind !== 'vacancy_changed';
  const what = { isBooking, isOffer, asksToCome: isOffer || isNewBooking || askToCome.includes(kind) };
  const details = vacancy ? ['', ...detailsOf(vacancy, what)] : [];
  const lines = [...draft.lines, ...details].flatMap((line) => {
    if (line === null) return [];
    return typeof line === 'string' ? oneLine(line) : ownWords(line.words);
  });
  return {
    title: shortened(oneLine(draft.title)),
    body: lines.join('\n'),
    urgent: draft.urgent ?? vacancy?.isUrgent ?? false,
    path: draft.path ?? pathOf(draft, facts, vacancyId),
  };
}

/**
 * Renders a stored notification for a list. During an upgrade, a process of the newer version may have stored a kind
 * that this one doesn't know. The list still shows that there is a notification. `renderNotice` fails in that case, so
 * its emails, texts and pushes wait for the newer version.
 */
export function renderListed(kind: string, facts: NoticeFacts[NoticeKind], vacancyId: number | null = null): Notice {
  if (isKnown(kind)) return renderNotice(kind, facts, vacancyId);
  return {
    title: 'New notification',
    body: `${productName} is being updated and can’t show this notification yet. Open your notifications again in a few minutes.`,
    urgent: false,
    path: dashboardPath(facts.to),
  };
}

const isKnown = (kind: string): kind is NoticeKind => Object.hasOwn(drafts, kind);

function pathOf({ page, opens }: Draft, facts: NoticeFacts[NoticeKind], vacancyId: number | null): string {
  const home = dashboardPath(facts.to);
  if (page === '') return home;
  const id = opens === 'person' ? ('personId' in facts ? facts.personId : null) : vacancyId;
  return opens && id ? `${home}/${page}?${opens}=${id}` : `${home}/${page}`;
}

function ownWords(text: string): string {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.replace(UNSEEN, ' ').trimEnd())
    .join('\n')
    .trim();
}

const TITLE_LIMIT = 150;

/** Counts whole characters, so no emoji is cut in two. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= TITLE_LIMIT ? text : `${characters.slice(0, TITLE_LIMIT - 1).join('')}…`;
}
