import { smsCodeLimits } from './sms-codes.ts';
import { periodInWords, periodsInWords } from './cover-words.ts';
import { delayName } from './day-change.ts';
import { daysInWords } from './job-days.ts';
import type { CoverFacts, NoticeFacts, NoticeKind, VacancyFacts } from './notice-facts.ts';
import { isOffer } from './notice-topics.ts';
import { oneLine } from './one-line.ts';
import { productName } from './product.ts';
import type { Role } from './role.ts';
import { formatDate, formatShortDate, formatTime } from './time.ts';

/** The consent to SMS. The wording that a person agreed to is stored with the time and their address. */
export const smsConsentWording =
  `I agree to get text messages from ${productName} at this number about vacancies, my requests and assignments, and messages from my schools. ` +
  "Message frequency varies. Message and data rates may apply. Reply STOP to end them, HELP for help. You don't have to agree in order to work.";

// The GSM 03.38 alphabet: one septet for each character of the first line, two for each of the second.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('^{}\\[~]|€\f');

interface SmsSize {
  encoding: 'gsm7' | 'ucs2';
  segments: number;
}

/**
 * Returns the encoding and size of an SMS: 160 septets or 70 UTF-16 units in a single segment, or 153 or 67 in each of
 * several. No segment ends within a character.
 */
export function smsSize(text: string): SmsSize {
  const characters = [...text];
  const isGsm = characters.every((character) => basic.has(character) || extended.has(character));
  const weigh = (character: string) => (isGsm ? (extended.has(character) ? 2 : 1) : character.length);
  const [single, part] = isGsm ? [160, 153] : [70, 67];
  const total = characters.reduce((sum, character) => sum + weigh(character), 0);
  if (total <= single) return { encoding: isGsm ? 'gsm7' : 'ucs2', segments: 1 };
  let segments = 1;
  let used = 0;
  for (const character of characters) {
    const weight = weigh(character);
    if (used + weight > part) {
      segments += 1;
      used = 0;
    }
    used += weight;
  }
  return { encoding: isGsm ? 'gsm7' : 'ucs2', segments };
}

/** The maximum number of segments of an SMS. Each one costs money. */
export const smsSegments = 2;

const plain: Record<string, string> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201C': '"',
  '\u201D': '"',
  '\u2013': '-',
  '\u2014': '-',
  '\u2026': '...',
  '\u00A0': ' ',
  '\u202F': ' ',
  '`': "'",
};

/** Returns text in the cheaper SMS alphabet as far as possible. Accents that it lacks are dropped. */
export function spelled(text: string): string {
  const simple = [...text].map((character) => plain[character] ?? character).join('');
  if (smsSize(simple).encoding === 'gsm7') return simple;
  return [...simple]
    .map((character) =>
      basic.has(character) || extended.has(character) ? character : character.normalize('NFKD').replace(/\p{Mn}/gu, ''),
    )
    .join('');
}

type Lead<K extends NoticeKind> = string | ((facts: NoticeFacts[K]) => string);

const leads: { [K in NoticeKind]: Lead<K> } = {
  vacancy_posted: 'Substitute needed',
  posted_for_you: 'Absence posted for you',
  vacancy_requested: 'Request from a substitute',
  request_approved: 'Request approved',
  request_rejected: 'Request not accepted',
  request_turned_down: 'Request rejected',
  request_withdrawn: 'Request withdrawn',
  request_reopened: ({ instead }) => (instead === undefined ? 'Vacancy open again' : 'Request withdrawn'),
  assigned: "You've been assigned",
  swapped: 'Your class changed',
  filled: 'Substitute found',
  confirmed: 'Assignment confirmed',
  confirmed_for_you: 'Assignment confirmed',
  assignment_unconfirmed: 'Substitute has not confirmed',
  no_show_recorded: 'Recorded as a no-show',
  no_show_removed: 'No longer a no-show',
  no_show_answered: 'Answer to a no-show',
  feedback_given: 'Feedback on your class',
  cannot_come: "Substitute can't come",
  released: 'Vacancy open again',
  assignment_cancelled: 'Assignment canceled',
  vacancy_changed: 'Vacancy changed',
  vacancy_deleted: 'Vacancy canceled',
  day_delayed: ({ minutes }) => delayName(minutes),
  day_closed: 'School closed',
  cover_asked: ({ cover, isSettled }) =>
    `${isSettled ? `You're covering ${periodInWords(cover.period)}` : `Cover ${periodInWords(cover.period)}?`}${whenOf(cover)}`,
  cover_canceled: ({ cover, others = [] }) =>
    `You don't need to cover ${periodsInWords(cover, others)}${whenOf(cover)}`,
  cover_declined: ({ cover }) => `A colleague can't cover ${periodInWords(cover.period)}${whenOf(cover)}`,
  same_day_posted: 'Substitute needed today',
  request_unanswered: 'Request unanswered',
  still_unfilled: 'Still no substitute',
  account_approved: 'Your account is approved',
  account_rejected: 'Your account was not approved',
  account_removed: 'You were removed from a school',
  account_pending: 'Approval needed',
  account_joined: 'Invitation accepted',
  account_left: 'A teacher left your school',
  exclusion_asked: 'A teacher asks you to decide about a substitute',
  exclusion_answered: 'An administrator answered your request about a substitute',
  exclusion_ended: 'An administrator ended your exclusion of a substitute',
  password_reset: 'Your password was reset',
  password_link: 'Choose a new password',
  email_link: 'Confirm your email address',
  account_security: 'Security alert for your account',
  invitation: "You're invited",
  emergency_plan_check: 'Check your emergency plan',
  school_deactivated: 'Your school was deactivated',
  school_deleted: 'Classes canceled because the school was deleted',
  message: (facts) => `${facts.sender}: ${facts.subject}`,
  sms_code: (facts) =>
    `${facts.code} is your code. It works for ${smsCodeLimits.minutes} minutes. Reply STOP to end texts, HELP for help`,
};

/** Returns ' Mon, Nov 23, 10:00 AM': the reader has no vacancy that says when, so the first words do. */
function whenOf({ date, start }: CoverFacts): string {
  return ` ${formatShortDate(date)}, ${formatTime(start)}`;
}

/**
 * Returns a notification as an SMS of at most two segments, however long the names: school, date, times, whether it is
 * urgent, and the link, which is never cut. Contains nothing that the school withholds, and no title of a class. An
 * offer says when to report to the office; with its code, it says how to answer by text, and whether a yes books.
 * `name`: the first name of the person it is for, if two people share the number.
 */
export function renderSms<K extends NoticeKind>(
  kind: K,
  facts: NoticeFacts[K],
  link: string | null,
  code: number | null = null,
  name: string | null = null,
): string {
  const { school, when, isUrgent, booksFirst } = aboutOf(facts);
  const parts = {
    name: name === null ? '' : spelled(oneLine(name)),
    lead: spelled(oneLine(leadOf(kind, facts))),
    school: spelled(oneLine(school)),
    when,
    isUrgent,
    report: reportOf(kind, facts),
    how: code === null ? null : `Reply Y${code} to ${booksFirst ? 'be booked' : 'request it'}, N${code} to decline.`,
    link,
  };
  return fitted(parts);
}

/** Returns 'Report by 7:45 AM.' or 'Report right away.' in an offer to a substitute, or null. */
export function reportOf(kind: NoticeKind, facts: object): string | null {
  const { to, vacancy } = facts as { to?: Role; vacancy?: VacancyFacts | null };
  if (!isOffer(kind) || to !== 'substitute' || vacancy?.reportTime === undefined) return null;
  return vacancy.isReportLate === true ? 'Report right away.' : `Report by ${formatTime(vacancy.reportTime)}.`;
}

/** Returns the subject of a notification, in a few words. */
export function leadOf<K extends NoticeKind>(kind: K, facts: NoticeFacts[K]): string {
  const lead = leads[kind];
  return typeof lead === 'string' ? lead : lead(facts);
}

/**
 * Returns where and when the vacancy or the day of a notification is ('' if it is about neither), whether it is
 * urgent, and whether a request is booked at once.
 */
export function aboutOf(facts: object): { school: string; when: string; isUrgent: boolean; booksFirst: boolean } {
  const about = facts as {
    vacancy?: VacancyFacts | null;
    isUrgent?: boolean;
    booksFirst?: boolean;
    school?: string;
    date?: string;
  };
  const how = {
    isUrgent: about.isUrgent ?? about.vacancy?.isUrgent ?? false,
    booksFirst: about.booksFirst ?? false,
  };
  if (about.vacancy) {
    const { school, date, dates = [], start, end } = about.vacancy;
    return {
      school,
      when: `${daysInWords(dates) ?? formatDate(date)}, ${formatTime(start)}-${formatTime(end)}`,
      ...how,
    };
  }
  if (about.school === undefined || about.date === undefined) return { school: '', when: '', ...how };
  return { school: about.school, when: formatDate(about.date), ...how };
}

interface Parts {
  /** It is empty if only one person has the number. */
  name: string;
  lead: string;
  school: string;
  when: string;
  isUrgent: boolean;
  report: string | null;
  how: string | null;
  link: string | null;
}

/** The parts that someone typed. Of equally long ones, the first is shortened. */
const typed = ['school', 'lead', 'name'] as const;

function fitted(parts: Parts): string {
  const fits = (text: string) => smsSize(text).segments <= smsSegments;
  const whole = joined(parts);
  if (fits(whole)) return whole;
  // Shortens the typed texts, the longer one first, one character at a time. The rest always fits.
  let shorter = parts;
  while (!fits(joined(shorter))) {
    const [longest] = typed.toSorted((a, b) => shorter[b].length - shorter[a].length);
    if (longest === undefined || shorter[longest] === '') break;
    shorter = { ...shorter, [longest]: cut(shorter[longest]) };
  }
  return joined(shorter);
}

/** Three dots mark the cut, because an ellipsis character would double the price. */
function cut(text: string): string {
  const characters = [...(text.endsWith('...') ? text.slice(0, -3) : text)];
  return characters.length <= 1 ? '' : `${characters.slice(0, -1).join('').trimEnd()}...`;
}

function joined({ name, lead, school, when, isUrgent, report, how, link }: Parts): string {
  const said = [`${isUrgent ? 'URGENT ' : ''}${lead}`.trim(), school, when].filter((part) => part !== '').join(', ');
  // A subject may end its own sentence, and a cut one ends with dots.
  const end = /[.?!]$/.test(said) ? '' : '.';
  return [`${productName}${name === '' ? '' : ` (${name})`}: ${said}${end}`, report, how, link]
    .filter((part) => part !== null)
    .join(' ');
}

/**
 * Returns a phone number as SMS needs it, '+' and 8 to 15 digits, or null if invalid. Without a country code it is
 * North American, like the schools'.
 */
export function smsNumber(text: string): string | null {
  const digits = text.replace(/[\s().\u2010-\u2015-]/g, '');
  if (/^\+[1-9]\d{7,14}$/.test(digits)) return digits;
  if (/^1?[2-9]\d{2}[2-9]\d{6}$/.test(digits)) return `+1${digits.slice(-10)}`;
  return null;
}
