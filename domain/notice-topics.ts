import type { NoticeKind } from './notice-facts.ts';
import type { Role } from './role.ts';
import { addDays, instantOf, localDate, localTime } from './time.ts';

/** What people switch on and off: kinds of notices as a reader sorts them. */
export const noticeTopics = ['offers', 'requests', 'changes', 'reminders', 'messages', 'account'] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** The channels beside the application itself, which always has every notice. */
export const noticeChannels = ['email', 'sms', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** What a topic is called on the page where it is switched, and in the mail that offers to stop it. */
export const topicNames: Record<NoticeTopic, string> = {
  offers: 'Vacancies offered to me',
  requests: 'Requests and answers',
  changes: 'Changes and cancellations',
  reminders: 'Reminders',
  messages: 'Messages',
  account: 'My account',
};

interface KindRule {
  topic: NoticeTopic;
  /** Whether quiet hours hold its SMS and push; they never hold an answer to one's own post or request, or news of a day that is one's own. */
  isHeld: boolean;
  /** Whether it goes by push: 'pressing' only where it is urgent or about today. */
  push: 'always' | 'pressing' | 'never';
}

const answer: KindRule = { topic: 'requests', isHeld: false, push: 'always' };
const change: KindRule = { topic: 'changes', isHeld: false, push: 'always' };
const reminder: KindRule = { topic: 'reminders', isHeld: true, push: 'always' };
const account: KindRule = { topic: 'account', isHeld: true, push: 'always' };

const rules: Record<NoticeKind, KindRule> = {
  vacancy_posted: { topic: 'offers', isHeld: true, push: 'pressing' },
  posted_for_you: change,
  vacancy_requested: answer,
  request_approved: answer,
  request_rejected: answer,
  request_turned_down: change,
  request_withdrawn: answer,
  request_reopened: answer,
  assigned: { topic: 'requests', isHeld: true, push: 'always' },
  filled: answer,
  confirmed: answer,
  confirmed_for_you: answer,
  assignment_unconfirmed: { topic: 'reminders', isHeld: false, push: 'always' },
  cannot_come: answer,
  released: change,
  assignment_cancelled: change,
  vacancy_changed: change,
  vacancy_deleted: change,
  same_day_posted: reminder,
  request_unanswered: { topic: 'reminders', isHeld: false, push: 'always' },
  still_unfilled: reminder,
  account_approved: account,
  account_rejected: account,
  account_removed: account,
  account_pending: account,
  password_reset: account,
  account_security: account,
  // Only its owner's mailbox may open it.
  password_link: { ...account, push: 'never' },
  email_link: { ...account, push: 'never' },
  // It is for somebody who cannot sign in yet.
  invitation: { ...account, push: 'never' },
  school_deactivated: account,
  message: { topic: 'messages', isHeld: true, push: 'always' },
  // It proves who holds a telephone: on no other screen.
  sms_code: { topic: 'account', isHeld: false, push: 'never' },
};

/** What somebody switches to be told of this, or not. */
export function topicOf(kind: NoticeKind): NoticeTopic {
  return rules[kind].topic;
}

/**
 * The most mails of a kind that a user gets about their account from one school (or from none) within a day; null if the use
 * case has its own limit. The rest only appear in the application.
 */
export function accountMailsPerDay(kind: NoticeKind): number | null {
  return accountCaps[kind] ?? null;
}
const accountCaps: Partial<Record<NoticeKind, number>> = {
  account_approved: 5,
  account_rejected: 5,
  account_removed: 5,
  account_pending: 50,
  password_reset: 10,
  account_security: 20,
  school_deactivated: 5,
};

/** Whether it answers an application. Except for its link, this is the only mail that an untrusted address gets. */
export function answersApplication(kind: NoticeKind): boolean {
  return kind === 'account_approved' || kind === 'account_rejected';
}

/** Whether it is of no use to anybody once somebody else has the vacancy. */
export function isOffer(kind: NoticeKind): boolean {
  return offers.includes(kind);
}
const offers: readonly NoticeKind[] = ['vacancy_posted', 'same_day_posted', 'still_unfilled'];

/** Whether a notice of this kind goes to devices that get pushes; `isPressing`: it is urgent, or about today. */
export function isPushed(kind: NoticeKind, isPressing: boolean): boolean {
  const { push } = rules[kind];
  return push === 'always' || (push === 'pressing' && isPressing);
}

/** Whether a channel is on for a topic of which somebody has said nothing. */
export function isOnUnlessSaid(topic: NoticeTopic, channel: NoticeChannel): boolean {
  return channel !== 'push' || topic !== 'account';
}

const topicsOfRole: Record<Role, readonly NoticeTopic[]> = {
  substitute: ['offers', 'requests', 'changes', 'messages', 'account'],
  teacher: ['requests', 'changes', 'reminders', 'account'],
  school_admin: ['requests', 'changes', 'reminders', 'account'],
  overall_admin: ['account'],
};

/** The topics of which this role is ever told. */
export function topicsFor(role: Role): readonly NoticeTopic[] {
  return topicsOfRole[role];
}

/** What happens to the own account, its password too, is always mailed. */
export function canSwitchOff(topic: NoticeTopic, channel: NoticeChannel): boolean {
  return topic !== 'account' || channel !== 'email';
}

/** From when to when, by the school's clock, somebody wants no SMS and no push; urgent ones may come where they said so. */
export interface QuietHours {
  from: string;
  to: string;
  urgentMayDisturb: boolean;
}

export const usualQuietHours: QuietHours = { from: '21:00', to: '05:00', urgentMayDisturb: false };

/**
 * Until when an SMS or a push of this kind has to wait, or null where it may go now. The hours run from `from` up to, and
 * without, `to`, over midnight where `to` is earlier; the same time twice means none.
 */
export function heldUntil(
  kind: NoticeKind,
  isUrgent: boolean,
  quiet: QuietHours,
  zone: string,
  now: Date,
): Date | null {
  if (!rules[kind].isHeld || (isUrgent && quiet.urgentMayDisturb) || quiet.from === quiet.to) return null;
  const time = localTime(now, zone);
  const today = localDate(now, zone);
  const isOverMidnight = quiet.from > quiet.to;
  const isQuiet = isOverMidnight ? time >= quiet.from || time < quiet.to : time >= quiet.from && time < quiet.to;
  if (!isQuiet) return null;
  return instantOf(time < quiet.to ? today : addDays(today, 1), quiet.to, zone);
}
