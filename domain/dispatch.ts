import { type OfferHours, usualOfferHours } from './school.ts';
import { addDays, instantOf, localParts, minutesOf } from './time.ts';

/** The order of offers: everyone at once, the best matches in waves, or the favorites with a head start. */
export const offerings = ['everyone', 'best_matches', 'favorites'] as const;

export type Offering = (typeof offerings)[number];

/** Someone eligible for a vacancy. */
export interface DispatchCandidate {
  id: number;
  /** The chance of a yes, from 0 to 1. */
  chance: number;
  /** They have a head start: chosen by name, or with 'Favorites first' a favorite. */
  isFavorite: boolean;
  /** When the substitute's quiet hours end. It is null outside of them. */
  quietUntil: Date | null;
  /** The vacancy is urgent, and the substitute agreed to be notified of urgent ones at any hour. */
  isAtAnyHour: boolean;
}

/** An offer that was sent. */
export interface SentOffer {
  substituteId: number;
  wave: number;
  at: Date;
  /** 'failed' means that the offer bounced. It is null while there is no answer. */
  answer: 'declined' | 'failed' | null;
  answeredAt: Date | null;
  remindedAt: Date | null;
}

/** The whole situation of a vacancy that substitutes are notified of. */
export interface DispatchQuestion {
  offering: Offering;
  vacancy: {
    date: string;
    startTime: string;
    startsAt: Date;
    endsAt: Date;
    timeZone: string;
    /** The hours of the vacancy's school. */
    hours: OfferHours;
    isOpen: boolean;
  };
  isPaused: boolean;
  /** Someone decided not to wait for further waves. */
  isForEveryone: boolean;
  /** Everyone eligible now, best first, whether or not they have an offer. */
  candidates: readonly DispatchCandidate[];
  offers: readonly SentOffer[];
  now: Date;
}

/** The facts that decide when something is due. */
type Timing = { offering: Offering; vacancy: Omit<DispatchQuestion['vacancy'], 'endsAt' | 'isOpen'> };

/**
 * The next step. After an offer or a reminder, ask for the step after it at once. After a wait, ask when it ends or
 * something changes.
 */
export type DispatchStep =
  | { type: 'offer'; wave: number; to: number[] }
  | { type: 'remind'; to: number[] }
  | { type: 'wait'; until: Date }
  | { type: 'end'; why: 'closed' | 'over' | 'paused' | 'everyone_asked' };

/** The constants of the policy. Times are minutes. `docs/fill.md` has the simulation that we chose them with. */
export const policy = {
  /** The hours of a school that didn't choose others. Only time within a school's hours counts as time to answer. */
  hours: usualOfferHours,
  /** An answer must come this long before the start. */
  lastAnswer: 10,
  /** With this much waking time left or less, waiting costs more than asking everyone. */
  everyone: 45,
  /** The pause after a wave: this share of the time that is left, within the bounds. */
  pause: { share: 0.1, shortest: 4, longest: 120 },
  /** The number of yeses to expect from a wave and from open offers, with little time left and with plenty. */
  promised: { soon: 1, later: 0.5, much: 600 },
  wave: { smallest: 3, largest: 60 },
  /** The median time to an answer, and the shape of its distribution (log-logistic). */
  answer: { median: 15, shape: 1.2 },
  /** Favorites are notified this share of the remaining time before everyone else, at most a day. */
  headStart: { share: 0.25, longest: 960 },
  /** Everyone with an open offer is reminded this long before the start, unless the offer was sent just then. */
  reminders: [13.5 * 60, 110],
  reminderRest: 60,
} as const;

const minute = 60_000;

/**
 * Returns the next step for a vacancy, which depends only on the situation. It is total: taking each step when it is
 * due ends with the vacancy filled, over, or offered to everyone eligible.
 *
 * Waves are as large as the time left and the learned chances require: small while there are days, everyone at once
 * near the bell. People chosen by name are a wave of their own, before the others. A decline or a bounce moves the next
 * person up at once, but not while one of them can still answer. A wave is sent within the school's hours, and skips
 * people in their quiet hours until these end. A wave for an urgent vacancy still goes to people who agreed to that.
 * Near the bell, and once the class has begun, everyone left is asked at any hour: the texts of people in their quiet
 * hours are held then, their emails aren't.
 */
export function nextStep(question: DispatchQuestion): DispatchStep {
  const { vacancy, candidates, offers, now } = question;
  if (!vacancy.isOpen) return { type: 'end', why: 'closed' };
  // A class that has begun without a substitute can still get one.
  if (now >= vacancy.endsAt) return { type: 'end', why: 'over' };
  if (question.isPaused) return { type: 'end', why: 'paused' };
  const asked = new Set(offers.map(({ substituteId }) => substituteId));
  const remaining = candidates.filter(({ id }) => !asked.has(id));
  if (remaining.length === 0) return afterAll(question);
  const wave = offers.reduce((latest, offer) => Math.max(latest, offer.wave), 0);
  if (question.isForEveryone || question.offering === 'everyone' || wakingMinutes(now, vacancy) <= policy.everyone)
    return offerTo(wave + 1, remaining);
  if (question.offering === 'favorites') return favoritesFirst(question, wave, remaining);
  return wavesOf(question, wave, remaining);
}

/** Returns when the next wave goes out, and to how many people, if no one answers first. Returns null if none will. */
export function nextWave(question: DispatchQuestion): { at: Date; size: number } | null {
  let { now, offers } = question;
  // At most two reminders, the end of the hours and of quiet hours come before a wave.
  for (let turn = 0; turn < mostBefore; turn += 1) {
    const step = nextStep({ ...question, now, offers });
    if (step.type === 'end') return null;
    if (step.type === 'offer') return { at: now, size: step.to.length };
    const at = now;
    if (step.type === 'wait') now = step.until;
    else offers = offers.map((one) => (step.to.includes(one.substituteId) ? { ...one, remindedAt: at } : one));
  }
  return null;
}
const mostBefore = 20;

/**
 * Returns a line of the history: 'Wave 2: 5 substitutes notified', or 'Wave 1: 1 more substitute notified after a
 * decline' if people are added to a wave. `offers` are the ones before.
 */
export function waveInWords(
  wave: number,
  count: number,
  offers: readonly (Pick<SentOffer, 'wave' | 'at' | 'answeredAt'> & { answer: string | null })[],
): string {
  if (offers.every((offer) => offer.wave !== wave))
    return `Wave ${wave}: ${count === 1 ? '1 substitute' : `${count} substitutes`} notified`;
  const last = Math.max(...offers.map(({ at }) => at.getTime()));
  const since = (answer: string) =>
    offers.filter((offer) => offer.answer === answer && offer.answeredAt !== null && offer.answeredAt.getTime() > last)
      .length;
  const [declined, failed] = [since('declined'), since('failed')];
  const why = [
    ...(declined > 0 ? [declined === 1 ? 'a decline' : `${declined} declines`] : []),
    ...(failed > 0 ? [failed === 1 ? 'a failed delivery' : `${failed} failed deliveries`] : []),
  ].join(' and ');
  return `Wave ${wave}: ${count} more ${count === 1 ? 'substitute' : 'substitutes'} notified${why === '' ? '' : ` after ${why}`}`;
}

/**
 * Returns when everyone eligible will have been asked, whatever happens: once waiting costs more than asking everyone.
 * Returns null if everyone is asked at once. With favorites first, it is when their head start ends.
 */
export function everyoneAt({
  offering,
  vacancy,
  first = null,
}: {
  offering: Offering;
  vacancy: Omit<DispatchQuestion['vacancy'], 'endsAt' | 'isOpen'>;
  /** When the favorites were asked, if anyone asked them. */
  first?: Date | null;
}): Date | null {
  if (offering === 'everyone') return null;
  if (offering === 'favorites' && first !== null) return headStartEnds({ offering, vacancy }, first);
  return new Date(vacancy.startsAt.getTime() - (policy.lastAnswer + policy.everyone) * minute);
}

function wavesOf(question: DispatchQuestion, wave: number, remaining: readonly DispatchCandidate[]): DispatchStep {
  const { offers, now, vacancy } = question;
  const unanswered = offers.filter(({ answer }) => answer === null);
  const isTheirs = wave <= 1 && areChosen(question, unanswered);
  const chosen = reachOf(
    question,
    remaining.filter(({ isFavorite }) => isFavorite),
  );
  if (isTheirs && chosen.reachable.length > 0) return offerTo(1, chosen.reachable);
  const { reachable, soonest } = reachOf(question, remaining);
  if (soonest !== null) return reminderOr(question, beforeTheStart(question, soonest));
  // Chosen people whose quiet hours outlast their head start don't hold up everyone else.
  if (wave === 0 && chosen.soonest !== null && chosen.soonest < later(question, now, pauseAt(now, question)))
    return reminderOr(question, beforeTheStart(question, chosen.soonest));
  const replaced = isTheirs && unanswered.length > 0 ? 0 : unreplaced(offers);
  if (replaced > 0) return offerTo(wave, reachable.slice(0, replaced));
  const began = offers.filter((offer) => offer.wave === wave).map(({ at }) => at.getTime());
  const since = new Date(Math.min(...began));
  const due = wave === 0 ? now : later(question, since, pauseAt(since, question));
  if (due > now) return reminderOr(question, due);
  return offerTo(wave + 1, waveOf(question, reachable, wakingMinutes(now, vacancy)));
}

/** Returns whether these offers went to people chosen by name, who can still take the vacancy. */
function areChosen({ candidates }: DispatchQuestion, offers: readonly SentOffer[]): boolean {
  const chosen = new Set(candidates.flatMap(({ id, isFavorite }) => (isFavorite ? [id] : [])));
  return offers.every(({ substituteId }) => chosen.has(substituteId));
}

/**
 * Returns the best substitutes who weren't asked yet, until enough yeses can be expected from them and from the
 * offers without an answer.
 */
function waveOf(
  { offers, candidates, vacancy }: DispatchQuestion,
  remaining: readonly DispatchCandidate[],
  left: number,
) {
  const { soon, later: much } = policy.promised;
  let missing = soon + (much - soon) * Math.min(1, left / policy.promised.much);
  const unanswered = new Set(offers.flatMap(({ substituteId, answer }) => (answer === null ? [substituteId] : [])));
  const chances = new Map<number, number>();
  for (const { id, chance } of candidates) if (unanswered.has(id)) chances.set(id, chance);
  // Offers of one wave were sent at the same moment.
  const elapsedSince = new Map<number, number>();
  for (const { substituteId, at, answer } of offers) {
    const chance = chances.get(substituteId);
    if (answer !== null || chance === undefined) continue;
    const elapsed = elapsedSince.get(at.getTime()) ?? wakingMinutes(at, vacancy) - left;
    elapsedSince.set(at.getTime(), elapsed);
    const answered = answeredWithin(elapsed);
    missing -= (chance * (answeredWithin(elapsed + left) - answered)) / (1 - chance * answered);
  }
  const within = answeredWithin(left);
  const to: DispatchCandidate[] = [];
  for (const candidate of remaining.slice(0, policy.wave.largest)) {
    if (missing <= 0 && to.length >= policy.wave.smallest) break;
    to.push(candidate);
    missing -= candidate.chance * within;
  }
  return to;
}

function favoritesFirst(
  question: DispatchQuestion,
  wave: number,
  remaining: readonly DispatchCandidate[],
): DispatchStep {
  const { now } = question;
  const favorites = reachOf(
    question,
    remaining.filter(({ isFavorite }) => isFavorite),
  );
  const ends = headStartUntil(question, favorites);
  if (ends > now && favorites.reachable.length > 0) return offerTo(Math.max(wave, 1), favorites.reachable);
  if (ends > now) return reminderOr(question, earlier(favorites.soonest, ends));
  const { reachable, soonest } = reachOf(question, remaining);
  return soonest === null ? offerTo(wave + 1, reachable) : reminderOr(question, beforeTheStart(question, soonest));
}

/** Returns the end of the head start, while some favorites still have no offer. */
function headStartUntil(question: DispatchQuestion, { reachable, soonest }: Reach): Date {
  const { offers, candidates, now } = question;
  const [first] = offers.map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime());
  if (first === undefined) {
    // Favorites whose quiet hours outlast their head start don't hold up everyone else.
    const ends = headStartEnds(question, now);
    return reachable.length > 0 || (soonest !== null && soonest < ends) ? ends : now;
  }
  const eligible = new Set(candidates.map(({ id }) => id));
  const isWaiting = offers.some(({ substituteId, answer }) => answer === null && eligible.has(substituteId));
  // Otherwise, no favorite who was asked could still take it.
  return isWaiting ? headStartEnds(question, first) : now;
}

/** Returns when the head start of the favorites who were asked at `first` ends. */
function headStartEnds({ offering, vacancy }: Timing, first: Date): Date {
  const { share, longest } = policy.headStart;
  return later({ offering, vacancy }, first, Math.min(longest, share * wakingMinutes(first, vacancy)));
}

/**
 * Everyone was asked. Only reminders are left. Their times matter even if no one needs one, because they find people
 * who have become eligible since the last wave.
 */
function afterAll(question: DispatchQuestion): DispatchStep {
  const to = toRemind(question);
  if (to.length > 0) return { type: 'remind', to };
  const upcoming = nextReminder(question);
  return upcoming === null ? { type: 'end', why: 'everyone_asked' } : { type: 'wait', until: upcoming };
}

function reminderOr(question: DispatchQuestion, due: Date): DispatchStep {
  const to = toRemind(question);
  const upcoming = nextReminder(question);
  const until = upcoming !== null && upcoming < due ? upcoming : due;
  return to.length > 0 ? { type: 'remind', to } : { type: 'wait', until };
}

/** The people who were asked some time before the latest due reminder, and haven't answered or been reminded since. */
function toRemind({ candidates, offers, vacancy, now }: DispatchQuestion): number[] {
  const passed = remindersOf(vacancy).filter((at) => at <= now.getTime());
  if (passed.length === 0 || now >= vacancy.startsAt) return [];
  const moment = Math.max(...passed);
  const eligible = new Set(candidates.map(({ id }) => id));
  return offers
    .filter(
      ({ substituteId, answer, at, remindedAt }) =>
        answer === null &&
        eligible.has(substituteId) &&
        at.getTime() <= moment - policy.reminderRest * minute &&
        (remindedAt === null || remindedAt.getTime() < moment),
    )
    .map(({ substituteId }) => substituteId);
}

function nextReminder({ vacancy, now }: DispatchQuestion): Date | null {
  const ahead = remindersOf(vacancy).filter((at) => at > now.getTime());
  return ahead.length === 0 ? null : new Date(Math.min(...ahead));
}

/** Returns when the substitutes who were asked get a reminder: within the school's hours, and before the start. */
function remindersOf(vacancy: DispatchQuestion['vacancy']): number[] {
  return policy.reminders
    .map((before) => withinHours(new Date(vacancy.startsAt.getTime() - before * minute), vacancy).getTime())
    .filter((at) => at < vacancy.startsAt.getTime());
}

/** The people who can be notified now. If there are none, the time when the first one can be. */
type Reach = { reachable: readonly DispatchCandidate[]; soonest: Date | null };

/** Returns the people who can be notified, in the same order. */
function reachOf({ vacancy, now }: DispatchQuestion, people: readonly DispatchCandidate[]): Reach {
  const opens = withinHours(now, vacancy).getTime();
  const reachable: DispatchCandidate[] = [];
  // There are few different times, because most people keep the usual quiet hours.
  const ends = new Set<number>();
  for (const person of people) {
    const quietUntil = person.quietUntil?.getTime() ?? 0;
    if (person.isAtAnyHour || (opens <= now.getTime() && quietUntil <= now.getTime())) reachable.push(person);
    else ends.add(Math.max(opens, quietUntil));
  }
  if (reachable.length > 0 || ends.size === 0) return { reachable, soonest: null };
  const times = [...ends].map((at) => withinHours(new Date(at), vacancy).getTime());
  return { reachable, soonest: new Date(Math.min(...times)) };
}

/** Returns this time, or if it is outside the school's hours, the time when they begin again. */
function withinHours(at: Date, { hours, timeZone }: Pick<DispatchQuestion['vacancy'], 'hours' | 'timeZone'>): Date {
  const { date, time } = clockAt(at, timeZone);
  if (time >= hours.from && time < hours.until) return at;
  const begins = instantOf(time < hours.from ? date : addDays(date, 1), hours.from, timeZone);
  // In the hour that occurs twice, they may already have begun.
  return begins > at ? begins : at;
}

/**
 * Caches local times: the steps of many vacancies need the same few, and each conversion takes several microseconds.
 */
const clocks = new Map<number, { zone: string; date: string; time: string }>();
const mostClocks = 100;

function clockAt(at: Date, zone: string): { date: string; time: string } {
  const instant = at.getTime();
  const known = clocks.get(instant);
  if (known?.zone === zone) return known;
  if (clocks.size >= mostClocks) clocks.clear();
  const clock = { zone, ...localParts(at, zone) };
  clocks.set(instant, clock);
  return clock;
}

function earlier(one: Date | null, other: Date): Date {
  return one !== null && one < other ? one : other;
}

/** Returns this time, but no later than the time when everyone is asked. */
function beforeTheStart({ vacancy, offering, now }: DispatchQuestion, at: Date): Date {
  const all = everyoneAt({ offering, vacancy });
  const latest = all !== null && all > now ? all : vacancy.startsAt;
  return latest > now && latest < at ? latest : at;
}

/** Declined and bounced offers since the last offer was sent: each moves one person up. */
function unreplaced(offers: readonly SentOffer[]): number {
  const last = offers.reduce((latest, { at }) => Math.max(latest, at.getTime()), 0);
  return offers.filter(
    ({ answer, answeredAt }) => answer !== null && answeredAt !== null && answeredAt.getTime() > last,
  ).length;
}

function offerTo(wave: number, to: readonly DispatchCandidate[]): DispatchStep {
  return { type: 'offer', wave, to: to.map(({ id }) => id) };
}

/** Returns the pause after a wave that is sent at this moment, in minutes. */
function pauseAt(at: Date, { vacancy }: DispatchQuestion): number {
  const { share, shortest, longest } = policy.pause;
  return Math.min(Math.max(share * wakingMinutes(at, vacancy), shortest), longest);
}

/**
 * Returns the time this many waking minutes later, but no later than the moment from which everyone is asked, and no
 * later than the start.
 */
function later({ vacancy, offering }: Timing, from: Date, minutes: number): Date {
  const { timeZone, startsAt } = vacancy;
  const { from: morning, until: night } = vacancy.hours;
  const { date, time } = clockAt(from, timeZone);
  let at = new Date(from.getTime() + minutes * minute);
  if (time < morning) at = new Date(instantOf(date, morning, timeZone).getTime() + minutes * minute);
  else {
    const today = Math.max(0, minutesOf(night) - minutesOf(time));
    if (minutes > today)
      at = new Date(instantOf(addDays(date, 1), morning, timeZone).getTime() + (minutes - today) * minute);
  }
  const all = everyoneAt({ offering, vacancy });
  const latest = all !== null && all > from ? all : startsAt;
  return at < latest ? at : latest;
}

/** Returns the minutes within the school's hours until the last possible answer, by its clock. It is at least 0. */
function wakingMinutes(
  from: Date,
  { date, startTime, timeZone, hours }: Pick<DispatchQuestion['vacancy'], 'date' | 'startTime' | 'timeZone' | 'hours'>,
): number {
  const morning = minutesOf(hours.from);
  const night = minutesOf(hours.until);
  const end = minutesOf(startTime) - policy.lastAnswer;
  const clock = clockAt(from, timeZone);
  const day = clock.date;
  const time = minutesOf(clock.time);
  if (day > date) return 0;
  // On the day itself, only the time before an early start counts.
  if (day === date) return Math.max(0, end - Math.max(time, Math.min(morning, end - 1)));
  const days = (Date.parse(date) - Date.parse(day)) / (24 * 60 * minute);
  const today = night - Math.min(Math.max(time, morning), night);
  return today + (days - 1) * (night - morning) + Math.max(0, end - morning);
}

/** Returns the share of all answers that arrive within this many waking minutes. */
function answeredWithin(minutes: number): number {
  return minutes <= 0 ? 0 : 1 / (1 + (policy.answer.median / minutes) ** policy.answer.shape);
}
