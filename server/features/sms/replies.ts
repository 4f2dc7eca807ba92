import { readTextReply, textAnswer, type TextOutcome, type TextReply } from '#domain/text-reply.ts';
import { refusalOfNumber } from '#server/features/sms/numbers.ts';
import {
  type Answered,
  answeredBefore,
  answeredOrCounted,
  keepAnswer,
  Repeated,
} from '#server/features/sms/reply-rows.ts';
import { whoHas } from '#server/features/sms/queries.ts';
import { answerByText, openOffers } from '#server/features/vacancies/commands.ts';
import { isWithin } from '#server/http/limits.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Call } from '#server/http/route.ts';
import { endSmsTo, resumeSmsTo } from '#server/notifications/sms-consent.ts';
import { waitingBookingText } from '#server/notifications/booking-texts.ts';
import { linkKey, tokenFor } from '#server/security/keys.ts';

/**
 * The maximum number of answers to one number in an hour, to one unknown number in a day, and to all unknown numbers
 * in a day.
 */
const limits = { inHour: 30, strangerInDay: 1, strangersInDay: 100 } as const;
const hour = 3600;

/** A reply as it arrived. `isAnswered`: the carrier has already answered its own word. */
export type Heard = { carrierId: string; number: string; text: string; isAnswered: boolean };

type HeardCall = Pick<Call, 'db' | 'config' | 'now'>;

/**
 * The text that answers a reply. `insteadOf`: the delivery of the booking's own text, which this answer replaces once
 * it is sent.
 */
export type ReplyAnswer = { text: string; insteadOf: number | null };

/**
 * Acts on a reply once, and returns the text that answers it. Null means no answer. A repeated delivery of the same
 * reply does nothing and gets the same answer. Beyond the limits, it acts only on STOP and START, without an answer, so
 * no one can make us send texts at will.
 */
export async function hearReply(call: HeardCall, heard: Heard): Promise<ReplyAnswer | null> {
  const { db, now } = call;
  const limit = { key: `text-reply:${heard.number}`, most: limits.inHour, windowSeconds: hour };
  const { before, isWithin: isHeard } = await answeredOrCounted(db, heard.carrierId, limit, now);
  if (before !== null) return linked(call, before);
  const reply = readTextReply(heard.text);
  if (!isHeard && reply.type !== 'stop' && reply.type !== 'start') return null;
  try {
    const keep = (tx: Queryable, answered: Answered) => keepAnswer(tx, heard.carrierId, answered, now);
    const answered =
      'code' in reply ? await answerOffer(call, heard, reply, keep) : await keep(db, await act(call, heard, reply));
    return isHeard ? await linked(call, answered) : null;
  } catch (error) {
    if (!(error instanceof Repeated)) throw error;
    const first = await answeredBefore(db, heard.carrierId);
    return first === null ? null : linked(call, first);
  }
}

type Keep = (db: Queryable, answered: Answered) => Promise<Answered>;

/** Accepts or declines an offer, and keeps the answer together with what it did. */
async function answerOffer(
  call: HeardCall,
  { number }: Heard,
  reply: Extract<TextReply, { code: number }>,
  keep: Keep,
): Promise<Answered> {
  const { db, config, now } = call;
  return answerByText({ db, config, now, number }, reply, async (tx, { outcome, offer }) => {
    const known = offer === null ? await whoHas(tx, number) : 'person';
    return keep(
      tx,
      known === 'person' ? said(call, reply.type, outcome, offer) : await answerNobody(call, number, known),
    );
  });
}

async function act(call: HeardCall, heard: Heard, reply: Exclude<TextReply, { code: number }>): Promise<Answered> {
  const { db, config, now } = call;
  const { number, isAnswered } = heard;
  const carriersWord = (what: 'stop' | 'start' | 'help', outcome: TextOutcome) =>
    isAnswered ? silence(what) : said(call, what, outcome);
  if (reply.type === 'stop') {
    await endSmsTo(db, number, now);
    return carriersWord('stop', { type: 'stopped' });
  }
  const known = await whoHas(db, number);
  if (reply.type === 'start' || (reply.type === 'list' && reply.isStart && known === 'stopped')) {
    await db.inTransaction((tx) => resumeSmsTo(tx, number, now));
    // START resumes only what STOP ended, so it may have started nothing.
    const isStarted = isAnswered || (await whoHas(db, number)) === 'person';
    return isStarted ? carriersWord('start', { type: 'started' }) : answerStranger(call, number);
  }
  if (reply.type === 'help')
    return carriersWord('help', { type: 'help', hasReplies: config.SMS_REPLIES, address: config.PUBLIC_URL });
  if (known !== 'person') return answerNobody(call, number, known);
  if (reply.type === 'list') return said(call, 'list', { type: 'list', offers: await openOffers(call, number) });
  return said(call, 'unknown', { type: 'unread', offers: await openOffers(call, number) });
}

/**
 * Answers a number that no one has. Texting one that sent STOP would go against its owner's wishes, even as an answer.
 */
async function answerNobody(call: HeardCall, number: string, known: 'stopped' | 'unknown'): Promise<Answered> {
  return known === 'stopped' ? silence('unknown') : answerStranger(call, number);
}

async function answerStranger(call: HeardCall, number: string): Promise<Answered> {
  return (await mayAnswerStranger(call, number)) ? said(call, 'unknown', { type: 'stranger' }) : silence('unknown');
}

/** Unknown numbers get one answer a day, if texts to them are allowed at all, because each costs money. */
async function mayAnswerStranger({ db, config, now }: HeardCall, number: string): Promise<boolean> {
  if ((await refusalOfNumber(config, number)) !== null) return false;
  const day = 24 * hour;
  const one = { key: `text-stranger:${number}`, most: limits.strangerInDay, windowSeconds: day };
  const all = { key: 'text-strangers', most: limits.strangersInDay, windowSeconds: day };
  return (await isWithin(db, one, now)) && isWithin(db, all, now);
}

function silence(what: Answered['act']): Answered {
  return { act: what, answer: null, noticeId: null, recipientId: null, vacancyId: null };
}

type Meant = { noticeId: number; recipientId: number; vacancyId: number; name: string | null };

/**
 * Returns the answer, with the link that helps next: the class's own, which is signed when it is sent, or a page of the
 * app.
 */
function said(call: HeardCall, what: Answered['act'], outcome: TextOutcome, offer: Meant | null = null): Answered {
  const page = pageOf(outcome);
  const link = page === null ? null : `${call.config.PUBLIC_URL}${page}`;
  const isOneTap = page === null && offer !== null && hasOwnLink.includes(outcome.type);
  const length = isOneTap ? `${call.config.PUBLIC_URL}/go/`.length + tokenLength : (link?.length ?? 0);
  const text = textAnswer(outcome, length, offer?.name ?? null);
  return {
    act: what,
    answer: link === null ? text : `${text} ${link}`,
    noticeId: isOneTap ? offer.noticeId : null,
    recipientId: offer?.recipientId ?? null,
    vacancyId: offer?.vacancyId ?? null,
  };
}

const tokenLength = 24;
const hasOwnLink: readonly TextOutcome['type'][] = [
  'booked',
  'requested',
  'declined',
  'undone',
  'moved',
  'already_booked',
  'already_requested',
];

function pageOf({ type }: TextOutcome): string | null {
  switch (type) {
    case 'cancel_booking':
    case 'withdraw':
      return '/dashboard/substitute/my-assignments';
    case 'list':
    case 'unread':
    case 'unknown_code':
      return '/dashboard/substitute/available-vacancies';
    case 'stranger':
      return '/';
    default:
      return null;
  }
}

async function linked({ db, config }: HeardCall, answered: Answered): Promise<ReplyAnswer | null> {
  const { answer, noticeId, recipientId, vacancyId } = answered;
  if (answer === null) return null;
  if (noticeId === null) return { text: answer, insteadOf: null };
  const link = `${config.PUBLIC_URL}/go/${tokenFor(await linkKey(db), 'open', noticeId)}`;
  const isAboutBooking = answered.act === 'accept' && recipientId !== null && vacancyId !== null;
  const insteadOf = isAboutBooking ? await waitingBookingText(db, { recipientId, vacancyId }) : null;
  return { text: `${answer} ${link}`, insteadOf };
}
