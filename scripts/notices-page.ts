// Generates docs/notices.md: every kind of notification as email, SMS and push, from the templates that the product
// uses.
import { type CoverFacts, type NoticeFacts, type NoticeKind, type VacancyFacts } from '#domain/notice-facts.ts';
import {
  canSwitchOff,
  heldUntil,
  isPushed,
  isReadInApp,
  noticeKinds,
  type NoticeTopic,
  noticeTopics,
  topicNames,
  topicOf,
  usualQuietHours,
} from '#domain/notice-topics.ts';
import { renderNotice } from '#domain/notice.ts';
import { renderPush } from '#domain/push.ts';
import { renderSms, smsSize } from '#domain/sms.ts';
import type { Linked } from '#server/notifications/links.ts';
import { signingKey, tokenFor } from '#server/security/keys.ts';

/** The school of the samples. */
export const sampleSchool = 'Cedar Hollow Elementary';

const place = 'https://firstbell.example.org';

/** Staff don't get the report time, parking and pay. */
const staffVacancy: VacancyFacts = {
  school: sampleSchool,
  address: '410 Hillside Avenue, Duluth, Minnesota 55804',
  title: 'Grade 4: fractions and the aquarium',
  teacher: 'Ruth Adler',
  date: '2026-11-24',
  start: '08:00',
  end: '15:00',
  isUrgent: false,
  mayNeedChanges: false,
  reason: 'Illness',
  notes: 'Room 12, past the library. Plans are on the desk.',
  plansLink: null,
};
const vacancy: VacancyFacts = {
  ...staffVacancy,
  reportTime: '07:45',
  parking: 'Park in lot C and enter by the main door.',
  pay: '$175.00 for a full day',
  plansLink: 'https://docs.example.org/plans/grade-4',
};
const staffToday: VacancyFacts = { ...staffVacancy, date: '2026-11-23', isUrgent: true };
const today: VacancyFacts = { ...vacancy, date: '2026-11-23', isUrgent: true };

const threeDays: VacancyFacts = {
  ...vacancy,
  date: '2026-11-30',
  start: '09:30',
  reportTime: '09:15',
  dates: ['2026-11-30', '2026-12-01', '2026-12-02'],
};

const toSubstitute = { to: 'substitute', vacancy } as const;
const toTeacher = { to: 'teacher', vacancy: staffVacancy, substitute: 'Tomás Berg' } as const;
const ofDay = {
  to: 'substitute',
  school: sampleSchool,
  date: '2026-11-24',
  classes: [{ title: vacancy.title, start: '10:00', end: '15:00', was: '08:00', isRequested: false }],
} as const;
const byAdmin = 'Beth Okafor';

const cover: CoverFacts = {
  school: sampleSchool,
  teacher: 'Ruth Adler',
  date: '2026-11-23',
  period: '3',
  start: '10:00',
  end: '10:45',
  title: 'Algebra I',
  room: 'Room 12',
  size: 24,
  kind: 'period',
  note: 'The worksheet is on the desk.',
};

/** Sample facts for every kind. */
export const noticeSamples: { [K in NoticeKind]: NoticeFacts[K] } = {
  vacancy_posted: { to: 'substitute', vacancy: today },
  posted_for_you: { to: 'teacher', vacancy: staffVacancy, by: byAdmin },
  vacancy_requested: { ...toTeacher, note: 'I had this class in October and know the aquarium.' },
  request_approved: toSubstitute,
  request_rejected: toSubstitute,
  request_turned_down: { ...toTeacher, by: byAdmin },
  request_withdrawn: toTeacher,
  request_reopened: { ...toTeacher, because: 'booked_elsewhere' },
  assigned: toSubstitute,
  swapped: {
    ...toSubstitute,
    from: { title: 'Art', school: sampleSchool, start: '08:00', end: '12:00' },
    asksToConfirm: true,
  },
  filled: { ...toTeacher, isConfirmed: true },
  confirmed: toTeacher,
  confirmed_for_you: { ...toSubstitute, by: 'Ruth Adler' },
  assignment_unconfirmed: { ...toTeacher, to: 'school_admin', minutes: 600 },
  no_show_recorded: { ...toSubstitute, by: byAdmin },
  no_show_removed: { ...toSubstitute, by: byAdmin, now: 'Late by 20 minutes' },
  no_show_answered: { ...toTeacher, to: 'school_admin', personId: 7 },
  feedback_given: { ...toSubstitute, countsFrom: '2026-11-30' },
  cannot_come: { ...toTeacher, to: 'school_admin' },
  released: { ...toTeacher, by: null, reason: 'My daughter is sick, too.' },
  assignment_cancelled: { ...toSubstitute, by: 'Ruth Adler', reason: 'I am feeling better.' },
  vacancy_changed: {
    ...toSubstitute,
    vacancy: threeDays,
    changes: ['New time: 9:30 AM – 3:00 PM (was 8:00 AM – 3:00 PM)', 'Wed, Dec 2: Room: Room 12'],
    isAssigned: true,
    asksToConfirm: true,
  },
  vacancy_deleted: toSubstitute,
  day_delayed: { ...ofDay, minutes: 120, asksToConfirm: true },
  day_closed: { ...ofDay, because: 'Snow day' },
  cover_asked: { to: 'teacher', cover, isSettled: false },
  cover_canceled: { to: 'teacher', cover, why: 'filled' },
  cover_declined: { to: 'school_admin', cover, colleague: 'Iris Novak', wasSettled: true },
  same_day_posted: { to: 'school_admin', vacancy: staffToday },
  request_unanswered: { ...toTeacher, vacancy: staffToday, minutes: 5 },
  still_unfilled: {
    to: 'school_admin',
    vacancy: staffToday,
    minutes: 60,
    tried: '12 notified, 5 saw it, 2 declined (1 distance)',
  },
  account_approved: { to: 'substitute', name: 'Tomás Berg', school: sampleSchool },
  account_rejected: { to: 'teacher', name: 'Iris Novak', school: sampleSchool },
  account_removed: { to: 'substitute', name: 'Tomás Berg', school: sampleSchool, accountIsGone: false },
  account_pending: {
    to: 'school_admin',
    name: 'Nora Lindqvist',
    role: 'substitute',
    school: sampleSchool,
    rejectedEarlier: false,
  },
  account_joined: {
    to: 'school_admin',
    name: 'Nora Lindqvist-Hale',
    invitedName: 'Nora Lindqvist',
    school: sampleSchool,
    isApproved: true,
    personId: 7,
  },
  account_left: { to: 'school_admin', name: 'Iris Novak', school: sampleSchool },
  exclusion_asked: { to: 'school_admin', name: 'Nora Lindqvist', teacher: 'Ruth Adler', personId: 7 },
  exclusion_answered: { to: 'teacher', name: 'Nora Lindqvist', by: byAdmin, isAgreed: true },
  exclusion_ended: { to: 'teacher', name: 'Nora Lindqvist', by: byAdmin },
  password_reset: { to: 'teacher', name: 'Ruth Adler', by: byAdmin },
  account_security: { to: 'school_admin', name: byAdmin, event: 'recovery_code_used', by: null, left: 7 },
  password_link: { to: 'teacher', name: 'Ruth Adler', code: 'w4tn-8kqz-3hvb-6mxd' },
  email_link: { to: 'substitute', code: 'p7dm-3xwk-9rtc-5hqz' },
  invitation: {
    to: 'substitute',
    name: 'Nora Lindqvist',
    username: 'nora_lindqvist',
    school: sampleSchool,
    by: byAdmin,
    code: 'kmwt-7fq2-hx9d-4rpv',
    until: '2026-12-07',
  },
  emergency_plan_check: { to: 'teacher', name: 'Maya Okafor', since: '2025-11-21' },
  school_deactivated: { to: 'teacher', school: sampleSchool },
  school_deleted: {
    to: 'substitute',
    school: sampleSchool,
    date: '2026-11-23',
    classes: [
      { date: '2026-11-23', title: 'Grade 3', start: '08:00', end: '12:00', isRequested: false },
      { date: '2026-11-24', title: 'Grade 4', start: '08:00', end: '15:00', isRequested: true },
    ],
    more: 3,
  },
  sms_code: { to: 'substitute', code: '402617' },
  message: {
    to: 'substitute',
    sender: 'Ruth Adler',
    subject: 'Thank you for Thursday',
    body: 'Dear Tomás,\n\nThe kids are still talking about the volcano. Would you like to come back in December?\n\nRuth',
    isUrgent: false,
    vacancy: null,
  },
};

const key = signingKey(Buffer.alloc(32, 7));

/** Returns a sample's links, as long as real ones. */
export function sampleLinks(kind: NoticeKind): Linked {
  const facts = noticeSamples[kind];
  const isOneTap = 'vacancy' in facts && facts.vacancy !== null && !isReadInApp(kind);
  const number = 48_200 + noticeKinds.indexOf(kind);
  const stop = tokenFor(key, 'stop', number);
  return {
    open: isOneTap ? `${place}/go/${tokenFor(key, 'open', number)}` : `${place}${renderNotice(kind, facts).path}`,
    isOneTap,
    stop: canSwitchOff(topicOf(kind), 'email')
      ? { oneClick: `${place}/api/unsubscribe/${stop}`, page: `${place}/unsubscribe/${stop}` }
      : null,
  };
}

/** The kinds that are emailed. A code that verifies a number goes only to that number. */
const mailedKinds: readonly NoticeKind[] = noticeKinds.filter((kind) => kind !== 'sms_code');

/** Returns a topic's emailed kinds, in order. */
export function mailedKindsOf(topic: NoticeTopic): readonly NoticeKind[] {
  return mailedKinds.filter((kind) => topicOf(kind) === topic);
}

/**
 * Three of them are also shown in dark mode: one with every element, one with lesson plans, one written by a person.
 */
export const kindsInDarkMode: readonly NoticeKind[] = ['vacancy_posted', 'request_approved', 'message'];

/** An instant within the default quiet hours. */
const atNight = new Date('2026-11-24T06:00:00Z');

/** Returns the page, in Markdown. */
export function noticesPage(): string {
  return `# Notifications

This page shows every notification that FirstBell sends, as an email, a text message (SMS) and a push notification.
\`npm run pictures notices\` makes the texts and pictures from the product's own templates, with one school's sample data.

- Every notification appears in the app (the bell), no matter what else you choose. You can turn email, SMS and push off by topic. Only
  email about your own account can't be turned off. Push about your own account is off until you turn it on.
- We send an SMS only to a number that its owner has confirmed. It contains the school, the date, the times, whether it is urgent,
  and a link, and never takes more than two segments. With \`SMS_REPLIES=on\`, an offer also explains how to answer it by text:
  Reply Y27 to request it, N27 to decline. Quiet hours hold back SMS and push, never email.
- Our answer to such a reply also counts as the SMS about the booking that it made, so the substitute gets one, not two. If the answer
  isn't sent or can't be delivered, the SMS is sent, unless the booking is over by then.
- An offer or booking that is sent after the report time says to report right away.
- A push notification goes to the devices on which you turned it on, with the same content as the SMS. Tapping it opens the app; it
  contains no link that works without signing in. A substitute can answer an offer with its buttons, if the browser shows them.
- A link to a vacancy opens it without signing in, only for its recipient and only until the vacancy starts. Opening it doesn't
  change anything.
- The addresses here are examples.

${noticeTopics.map((topic) => section(topic)).join('\n')}
## Dark mode

Emails define their own colors for email clients in dark mode.

![${kindsInDarkMode.join(', ')} in dark mode](pictures/notices-dark.png)
`;
}

function section(topic: NoticeTopic): string {
  const kinds = noticeKinds.filter((kind) => topicOf(kind) === topic);
  return `## ${topicNames[topic]}

![Emails of this topic: ${mailedKindsOf(topic).join(', ')}](pictures/notices-${topic}.png)

${kinds.map((kind) => entry(kind)).join('\n')}`;
}

function entry(kind: NoticeKind): string {
  const sms = renderSms(kind, noticeSamples[kind], kind === 'sms_code' ? null : sampleLinks(kind).open);
  const { segments } = smsSize(sms);
  const isHeld = heldUntil(kind, false, usualQuietHours, 'America/Chicago', atNight) !== null;
  return `### ${kind}

${kind === 'sms_code' ? 'By SMS only.' : `Email: **${renderNotice(kind, noticeSamples[kind]).title}**`}

> ${sms}

SMS: ${segments} ${segments === 1 ? 'segment' : 'segments'} of ${[...sms].length} characters${isHeld ? ', held during quiet hours' : ''}.

Push: ${pushLine(kind)}
`;
}

function pushLine(kind: NoticeKind): string {
  if (!isPushed(kind, true)) return 'never.';
  const { title, body, offer } = renderPush(kind, noticeSamples[kind], 1, 1);
  const buttons = offer === undefined ? '' : ` · ${offer.label} · Decline`;
  return `**${title}**${body === '' ? '' : `: ${body}`}${buttons}${isPushed(kind, false) ? '' : ' (only if it is urgent or for today)'}`;
}
