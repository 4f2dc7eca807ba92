import { type ClassFacts, gradeName } from './class.ts';
import { oneLine } from './one-line.ts';
import { productName } from './product.ts';
import type { RefusalCode } from './refusal.ts';
import { refusal } from './refusal.ts';
import { roomName } from './room.ts';
import { smsSegments, smsSize, spelled } from './sms.ts';
import { byText } from './text-order.ts';
import { formatShortDate, formatTime } from './time.ts';

/** The meaning of a reply to a text message. */
export type TextReply =
  /** The carriers' own words. YES is one of them: it also answers an offer, but doesn't say which. */
  | { type: 'stop' }
  | { type: 'start' }
  | { type: 'help' }
  | { type: 'accept' | 'decline'; code: number }
  /** A yes or a no without a code. `isStart`: carriers read this word as START. */
  | { type: 'list'; isStart: boolean }
  | { type: 'other' };

// Twilio acts on these words, so they can't mean anything else here.
const stopWords: readonly string[] = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'];
const startWords: readonly string[] = ['START', 'UNSTOP'];
const helpWords: readonly string[] = ['HELP', 'INFO'];
const bareAnswers: readonly string[] = ['YES', 'Y', 'YEP', 'YEAH', 'OK', 'OKAY', 'NO', 'N', 'NOPE'];

/** No answer is longer than this. */
const longest = 200;

/**
 * Reads a reply. A code counts only directly after Y or N, in any case, with or without a space, and with anything
 * polite after it: 'Y27', 'yes 27', 'n 27, sorry'. A reply with two answers doesn't count, so half a sentence never
 * books anyone.
 */
export function readTextReply(text: string): TextReply {
  const said = oneLine(text).slice(0, longest).toUpperCase();
  const [word = '', ...more] = said.split(/[^A-Z0-9]+/).filter((part) => part !== '');
  const alone = more.length === 0 ? word : '';
  // 'Stop texting me' stops texts, too, although carriers don't act on it.
  if (stopWords.includes(alone) || word === 'STOP' || word === 'UNSUBSCRIBE') return { type: 'stop' };
  if (startWords.includes(alone)) return { type: 'start' };
  if (helpWords.includes(alone)) return { type: 'help' };
  if (bareAnswers.includes(alone)) return { type: 'list', isStart: alone === 'YES' };
  const answers = [...said.matchAll(/\b(Y|YES|N|NO)[ .:#-]{0,3}(\d{2,3})\b/g)];
  const [first] = answers;
  if (first === undefined || answers.length > 1 || first.index !== 0) return { type: 'other' };
  return { type: first[1]?.startsWith('Y') === true ? 'accept' : 'decline', code: Number(first[2]) };
}

/** The words for a class in a text message. */
export interface TextedClass {
  school: string;
  date: string;
  /** How many other days of the job an answer also covers. Missing means none. */
  more?: number;
  start: string;
  end: string;
}

/** An open offer that a reply can mean. `name`: its recipient, if two people share the number. */
export type TextedOffer = TextedClass & ClassFacts & { code: number; name: string | null };

/** The outcome of a reply, which decides the answer. */
export type TextOutcome =
  /**
   * `report`: when to report to the office, as `reportWords` says it. `undoBy`: the time until which a no with the code
   * undoes it. It is null if it can't be undone.
   */
  | { type: 'booked'; class: TextedClass; code: number; report: string; undoBy: string | null }
  | { type: 'requested' | 'undone' | 'declined' | 'declined_taken'; class: TextedClass; code: number }
  /** `change`: the changed days of a job, as `changeOfDays` says them. */
  | { type: 'moved'; class: TextedClass; code: number; change: string | null }
  | { type: 'already_booked' | 'already_requested' | 'cancel_booking' | 'withdraw'; class: TextedClass }
  | { type: 'refused'; class: TextedClass; because: RefusalCode | null; sentence: string }
  | { type: 'unknown_code'; code: number; offers: readonly TextedOffer[] }
  | { type: 'list' | 'unread'; offers: readonly TextedOffer[] }
  | { type: 'inactive' | 'stranger' | 'stopped' | 'started' }
  | { type: 'help'; hasReplies: boolean; address: string };

/** A longer list of changed days wouldn't fit into a text. The link shows them. */
const longestChange = 140;

/** The maximum number of offers listed: those of the latest texts, soonest first. The link shows the others. */
export const mostListed = 4;

/**
 * Returns the answer to a reply, without a link: at most two segments once a link of this length is added. Names of
 * schools are shortened first, then fewer offers are listed, of the latest texts. `name`: the first name of the person
 * it is for, if two people share the number.
 */
export function textAnswer(outcome: TextOutcome, linkLength: number, name: string | null = null): string {
  const room = ' '.repeat(linkLength === 0 ? 0 : linkLength + 1);
  const offers = 'offers' in outcome ? outcome.offers.length : 0;
  for (let listed = offers; ; listed -= 1) {
    const shown = 'offers' in outcome ? { ...outcome, offers: outcome.offers.slice(0, listed) } : outcome;
    for (let most = 60; most >= 12; most -= 4) {
      const named: Named = (full) => cut(oneLine(full), most);
      const said = spelled(words(shown, named));
      const person = name === null ? '' : ` (${spelled(named(name))})`;
      // A shortened name may end a sentence.
      const text = `${productName}${person}: ${said.replaceAll('....', '...')}`;
      if (smsSize(text + room).segments <= smsSegments || (listed <= 1 && most === 12)) return text;
    }
  }
}

type Named = (full: string) => string;

function words(outcome: TextOutcome, named: Named): string {
  switch (outcome.type) {
    case 'booked':
      return bookedWords(outcome, named);
    case 'undone':
      return `You're no longer booked for ${classWords(outcome.class, named)}. Changed your mind? Reply Y${outcome.code}.`;
    case 'requested':
      return `You requested ${classWords(outcome.class, named)}. We'll notify you when the school answers.`;
    case 'declined':
      return `You declined ${classWords(outcome.class, named)}. Changed your mind? Reply Y${outcome.code}.`;
    case 'declined_taken':
      return `Thanks for answering. Someone else took ${classWords(outcome.class, named)}.`;
    case 'moved':
      return movedWords(outcome, named);
    case 'already_booked':
      return `You're already booked: ${classWords(outcome.class, named)}.`;
    case 'already_requested':
      return `You already requested ${classWords(outcome.class, named)}. The school hasn't answered yet.`;
    case 'cancel_booking':
      return `You're still booked for ${classWords(outcome.class, named)}. If you can't come, cancel here:`;
    case 'withdraw':
      return `You requested ${classWords(outcome.class, named)}. To withdraw your request, sign in:`;
    case 'refused':
      return refusedWords(outcome, named);
    case 'unknown_code':
      return `No offer to this number has the code ${outcome.code}. ${listWords(outcome.offers, named)}`;
    case 'list':
      return outcome.offers.length === 0 ? listWords([], named) : `Which class? ${listWords(outcome.offers, named)}`;
    case 'unread':
      return `We couldn't understand this reply. ${listWords(outcome.offers, named)}`;
    case 'inactive':
      return 'Your account is not active right now, so you cannot take classes. Please ask your school.';
    case 'stranger':
      return "We don't know this number. Sign in and add it to your profile to get offers by text:";
    case 'stopped':
      return "You won't get any more texts at this number. Reply START to get them again.";
    case 'started':
      return "You'll get texts at this number again. Reply STOP to end them, HELP for help.";
    case 'help':
      return helpText(outcome);
  }
}

type Outcome<Type extends TextOutcome['type']> = Extract<TextOutcome, { type: Type }>;

function bookedWords({ class: of, report, undoBy, code }: Outcome<'booked'>, named: Named): string {
  const undo = undoBy === null ? '' : ` To undo, reply N${code} by ${formatTime(undoBy)}.`;
  return `You're booked: ${classWords(of, named)}. Report ${report}.${undo}`;
}

function movedWords({ class: of, change, code }: Outcome<'moved'>, named: Named): string {
  return change === null || change.length > longestChange
    ? `This class has changed. It is now ${classWords(of, named)}. Reply Y${code} again to accept it.`
    : `This job has changed. ${change.replaceAll(' – ', '-')} Reply Y${code} again to accept all of it.`;
}

function helpText({ hasReplies, address }: Outcome<'help'>): string {
  const how = hasReplies ? "Reply Y and an offer's code to accept it, N and the code to decline. " : '';
  return `Texts about vacancies at your schools. ${how}Reply STOP to end them, START to get them again. Message and data rates may apply. ${address}`;
}

function refusedWords({ class: of, because, sentence }: Outcome<'refused'>, named: Named): string {
  switch (because) {
    case 'already_filled':
    case 'already_requested':
    case 'requested_by_other':
    case 'not_open':
      return `Someone else was faster: ${classWords(of, named)} is taken. Thanks for answering.`;
    case 'vacancy_gone':
      return `${classWords(of, named)} was canceled. There's nothing left to do.`;
    case 'vacancy_over':
    case 'vacancy_started':
      return `It's too late for ${classWords(of, named)}.`;
    case 'booked_elsewhere':
      return `You have another class at that time, so you weren't booked for ${classWords(of, named)}.`;
    default:
      return `${because === null ? sentence : refusal(because).sentence} It was ${classWords(of, named)}.`;
  }
}

function listWords(offers: readonly TextedOffer[], named: Named): string {
  if (offers.length === 0) return 'You have no open offers right now.';
  const known = offers.toSorted(bySoonest).map((offer) => ({
    code: offer.code,
    name: offer.name === null ? '' : ` (${named(offer.name)})`,
    said: classWords(offer, named),
    facts: factsOf(offer, named),
  }));
  const lines = known.map((one) => {
    const alike = known.filter(({ name, said }) => name === one.name && said === one.said);
    return `${one.code}${one.name}: ${[one.said, ...apart(one, alike)].join(', ')}`;
  });
  return `Reply Y or N with the code. ${lines.join('; ')}.`;
}

function bySoonest(a: TextedOffer, b: TextedOffer): number {
  return byText(`${a.date} ${a.start}`, `${b.date} ${b.start}`) || a.code - b.code;
}

type Listed = { facts: readonly string[] };

/**
 * Returns the facts that tell an offer apart from those that read alike: the shortest one that does so alone, or else
 * all of them. A text contains no title of a class and no teacher's name.
 */
function apart(one: Listed, alike: readonly Listed[]): string[] {
  if (alike.length < 2) return [];
  const alone = one.facts
    .map((_, at) => alike.map(({ facts }) => facts[at] ?? ''))
    .map((values, at) => ({ at, values, length: values.join('').length }))
    .filter(({ values }) => new Set(values).size === alike.length)
    .toSorted((a, b) => a.length - b.length);
  const [shortest] = alone;
  const facts = shortest === undefined ? one.facts : one.facts.slice(shortest.at, shortest.at + 1);
  return facts.filter((fact, at) => fact !== '' && (shortest !== undefined || !isShared(at, one, alike)));
}

function isShared(at: number, one: Listed, alike: readonly Listed[]): boolean {
  return alike.every(({ facts }) => facts[at] === one.facts[at]);
}

function factsOf({ grade, room, subject }: ClassFacts, named: Named): string[] {
  return [
    grade === null ? '' : gradeName(grade),
    room === null ? '' : named(roomName(room)),
    subject === null ? '' : named(subject),
  ];
}

function classWords({ school, date, more = 0, start, end }: TextedClass, named: Named): string {
  const others = more === 0 ? '' : ` and ${more} more ${more === 1 ? 'day' : 'days'}`;
  return `${formatShortDate(date)}${others}, ${formatTime(start)}-${formatTime(end)}, ${named(school)}`;
}

function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, Math.max(1, most - 3))
        .join('')
        .trimEnd()}...`;
}
