import { keysOf } from './keys.ts';
import type { NoticeKind } from './notice-facts.ts';
import type { Role } from './role.ts';
import { addDays, instantOf, localDate, localTime } from './time.ts';

/** The kinds of notifications that people turn on and off, grouped as a reader would. */
export const noticeTopics = ['offers', 'requests', 'changes', 'reminders', 'messages', 'account'] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** The channels besides the app, which always shows every notification. */
export const noticeChannels = ['email', 'sms', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** The name of a topic in the settings, and in the email that offers to stop it. */
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
  /**
   * Whether quiet hours hold its SMS and push. They never hold answers to a person's own post or request, or news about
   * their own day.
   */
  isHeld: boolean;
  /** Whether a notification is pushed. 'pressing' means only if it is urgent or about today. */
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
  swapped: change,
  filled: answer,
  confirmed: answer,
  confirmed_for_you: answer,
  assignment_unconfirmed: { topic: 'reminders', isHeld: false, push: 'always' },
  no_show_recorded: change,
  no_show_removed: change,
  no_show_answered: change,
  feedback_given: { ...change, isHeld: true },
  cannot_come: answer,
  released: change,
  assignment_cancelled: change,
  vacancy_changed: change,
  vacancy_deleted: change,
  day_delayed: change,
  day_closed: change,
  // A cover is urgent: the next bell doesn't wait.
  cover_asked: answer,
  cover_canceled: change,
  cover_declined: answer,
  same_day_posted: reminder,
  request_unanswered: { topic: 'reminders', isHeld: false, push: 'always' },
  still_unfilled: reminder,
  account_approved: account,
  account_rejected: account,
  account_removed: account,
  account_pending: account,
  account_joined: account,
  account_left: account,
  exclusion_asked: account,
  exclusion_answered: account,
  exclusion_ended: account,
  password_reset: account,
  // The recipient can't sign in yet.
  invitation: { ...account, push: 'never' },
  emergency_plan_check: { ...reminder, push: 'never' },
  school_deactivated: account,
  school_deleted: change,
  // The code verifies who holds the phone, so it appears on no other screen.
  sms_code: { topic: 'account', isHeld: false, push: 'never' },
  message: { topic: 'messages', isHeld: true, push: 'always' },
  account_security: account,
  // Only the owner of the mailbox may open it.
  password_link: { ...account, push: 'never' },
  email_link: { ...account, push: 'never' },
};

/** Every kind of notification. */
export const noticeKinds = keysOf(rules);

/** Returns the topic that a person turns on or off for this kind. */
export function topicOf(kind: NoticeKind): NoticeTopic {
  return rules[kind].topic;
}

/**
 * Returns the most emails of a kind that a user gets about their account within a day from one school (or from none).
 * Returns null if the use case has its own limit. The rest appear only in the app.
 */
export function accountMailsPerDay(kind: NoticeKind): number | null {
  return accountCaps[kind] ?? null;
}
const accountCaps: Partial<Record<NoticeKind, number>> = {
  account_approved: 5,
  account_rejected: 5,
  account_removed: 5,
  account_pending: 50,
  account_joined: 50,
  account_left: 50,
  exclusion_asked: 50,
  password_reset: 10,
  account_security: 20,
  school_deactivated: 5,
};

/**
 * Returns whether a notification answers an application. Except for the confirmation link, this is the only email
 * that an untrusted address gets.
 */
export function answersApplication(kind: NoticeKind): boolean {
  return kind === 'account_approved' || kind === 'account_rejected';
}

/** Returns whether a notification about a vacancy still links into the app, where its reader signs in. */
export function isReadInApp(kind: NoticeKind): boolean {
  return inApp.includes(kind);
}
const inApp: readonly NoticeKind[] = ['no_show_recorded', 'no_show_removed', 'no_show_answered', 'feedback_given'];

/** Returns whether a notification is useless once another substitute has the vacancy. */
export function isOffer(kind: NoticeKind): boolean {
  return offers.includes(kind);
}
const offers: readonly NoticeKind[] = ['vacancy_posted', 'same_day_posted', 'still_unfilled'];

/** Returns whether a notification of this kind is pushed to devices. `isPressing`: it is urgent or about today. */
export function isPushed(kind: NoticeKind, isPressing: boolean): boolean {
  const { push } = rules[kind];
  return push === 'always' || (push === 'pressing' && isPressing);
}

/** Returns whether a channel is on by default for a topic. */
export function isOnUnlessSaid(topic: NoticeTopic, channel: NoticeChannel): boolean {
  return channel !== 'push' || topic !== 'account';
}

const topicsOfRole: Record<Role, readonly NoticeTopic[]> = {
  substitute: ['offers', 'requests', 'changes', 'messages', 'account'],
  teacher: ['requests', 'changes', 'reminders', 'account'],
  school_admin: ['requests', 'changes', 'reminders', 'account'],
  overall_admin: ['account'],
};

/** Returns the topics that this role is ever notified of. */
export function topicsFor(role: Role): readonly NoticeTopic[] {
  return topicsOfRole[role];
}

/** Email about one's own account, including the password, can't be turned off. */
export function canSwitchOff(topic: NoticeTopic, channel: NoticeChannel): boolean {
  return topic !== 'account' || channel !== 'email';
}

/** The hours, in the school's time zone, in which a person wants no SMS and no push. They may allow urgent ones. */
export interface QuietHours {
  from: string;
  to: string;
  urgentMayDisturb: boolean;
}

export const usualQuietHours: QuietHours = { from: '21:00', to: '05:00', urgentMayDisturb: false };

/**
 * Returns the time until which an SMS or push of this kind has to wait, or null if it can be sent now. The hours
 * include `from` and exclude `to`. They run past midnight if `to` is earlier. If both are equal, there are none.
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
  const ends = instantOf(time < quiet.to ? today : addDays(today, 1), quiet.to, zone);
  // In the hour that occurs twice, they may already have ended.
  return ends > now ? ends : null;
}
