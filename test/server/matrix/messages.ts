import { sessionKept, working, type MatrixRow } from '#test/server/matrix-table.ts';

/** The keys of a browser's push subscription: a P-256 point and a secret. */
const matrixBrowser = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

export const messageRows: readonly MatrixRow[] = [
  { endpoint: 'getBadges', subject: 'none', works: working },

  { endpoint: 'getCalendar', subject: 'none', works: ['substitute', 'unapproved_substitute'] },
  { endpoint: 'createCalendar', subject: 'none', works: ['substitute', 'unapproved_substitute'] },
  { endpoint: 'deleteCalendar', subject: 'none', works: ['substitute', 'unapproved_substitute'] },
  // Only its secret opens it, not a session.
  { endpoint: 'calendarFeed', subject: 'none', works: [] },

  {
    endpoint: 'sendMessage',
    subject: 'none',
    body: { subject: 'Hello', message: 'Thank you', recipients: ['{substitute}'] },
    works: ['teacher', 'school_admin'],
  },
  {
    endpoint: 'sendMessage',
    act: 'to another school',
    subject: 'none',
    body: { subject: 'Hello', message: 'Thank you', recipients: ['{otherSubstitute}'] },
    works: [],
  },
  { endpoint: 'listMessages', subject: 'none', works: ['teacher', 'school_admin'] },
  { endpoint: 'live', subject: 'none', works: sessionKept },
  { endpoint: 'listNotices', subject: 'none', works: working },
  { endpoint: 'readNotices', subject: 'none', body: { from: 1, upTo: 1 }, works: working },
  { endpoint: 'listOutbox', subject: 'none', works: ['overall_admin'] },

  { endpoint: 'getNoticeSettings', subject: 'none', works: sessionKept },
  {
    endpoint: 'putNoticeSettings',
    subject: 'none',
    body: { quietHours: { from: '22:00', to: '04:00', urgentMayDisturb: true } },
    works: sessionKept,
  },
  // Anyone with an email's link may unsubscribe, but the matrix has none. The address itself redirects to the page.
  { endpoint: 'openUnsubscribe', subject: 'none', works: [] },
  ...['getUnsubscribe', 'unsubscribe', 'resubscribe', 'getLink'].map((endpoint): MatrixRow => ({
    endpoint,
    subject: 'none',
    works: [],
  })),
  { endpoint: 'useLink', subject: 'none', body: { act: 'request' }, works: [] },
  {
    endpoint: 'startSms',
    subject: 'none',
    body: { phone: '(518) 555-0155', agreed: true },
    // The unapproved substitute's address is not trusted.
    works: working.filter((caller) => caller !== 'unapproved_substitute'),
  },
  { endpoint: 'getSmsCodes', subject: 'none', works: ['overall_admin'] },
  // No code was sent, and Twilio signed nothing.
  { endpoint: 'confirmSms', subject: 'none', body: { code: '123456' }, works: [] },
  { endpoint: 'endSms', subject: 'none', works: sessionKept },
  { endpoint: 'countSms', subject: 'none', body: { recipients: ['{substitute}'] }, works: ['teacher', 'school_admin'] },
  { endpoint: 'getPush', subject: 'none', works: sessionKept },
  {
    endpoint: 'putPushDevice',
    subject: 'none',
    body: { endpoint: 'https://push.example.org/device/matrix', keys: matrixBrowser },
    works: sessionKept,
  },
  { endpoint: 'deletePushDevice', subject: 'none', works: sessionKept },
  { endpoint: 'twilioStatus', subject: 'none', works: [] },
  { endpoint: 'twilioInbound', subject: 'none', works: [] },
];
