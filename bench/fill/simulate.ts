import { scarcityPrices } from '#domain/day-plan.ts';
import { usualOfferHours } from '#domain/school.ts';
import { type DispatchCandidate, nextStep, type Offering, type SentOffer } from '#domain/dispatch.ts';
import {
  type Answers,
  chancesOf,
  hasTimeToSpare,
  pointsOf,
  type RankingFacts,
  tieBreak,
  usualAnswers,
} from '#domain/ranking.ts';
import {
  allDays,
  chanceOf,
  dayMinutes,
  days,
  type Lead,
  normalOf,
  people,
  startOfSchool,
  type Town,
  type Vacancy,
} from '#bench/fill/world.ts';
import { afterWaking, isFree, isQualified, isSaidFree, wouldTake } from '#bench/fill/behavior.ts';
import { Events } from '#bench/fill/events.ts';

/** No one here has quiet hours: people answer by day, no matter when the message was sent. */
const isAwake = { quietUntil: null, isAtAnyHour: false } as const;

/** A policy: the product's own modules, with some of their features turned on. */
export interface Policy {
  name: string;
  offering: Offering;
  /** Ranks by the chance of a yes, learned from answers. Otherwise, everyone has the same chance. */
  learns: boolean;
  /** This policy also ranks by scarcity prices. */
  isPriced: boolean;
}

export const policies: readonly Policy[] = [
  { name: 'broadcast', offering: 'everyone', learns: false, isPriced: false },
  { name: 'favorites', offering: 'favorites', learns: false, isPriced: false },
  { name: 'waves', offering: 'best_matches', learns: false, isPriced: false },
  { name: 'priced waves', offering: 'best_matches', learns: false, isPriced: true },
  { name: 'learned', offering: 'best_matches', learns: true, isPriced: true },
];

/** The results of one run of a policy over the measured days. */
export interface Outcome {
  vacancies: number;
  filled: number;
  messages: number;
  ofLead: Map<Lead, { vacancies: number; filled: number }>;
  /** The results by school. */
  ofSchool: { vacancies: number; filled: number }[];
}

/** The current state of a vacancy. */
interface Case {
  vacancy: Vacancy;
  /** The people who are eligible, apart from bookings and declines. See `eligible`. */
  people: readonly number[];
  offers: Map<number, SentOffer>;
  filledBy: number | null;
  /** The last ranking. It holds for a while, so that each decline doesn't rank everyone again. */
  ranking: { at: number; candidates: DispatchCandidate[] } | null;
  /** The step that is due. Overtaken steps are skipped. */
  stepAt: number;
}

/** The day on which the simulation begins, by UTC: the schools' clock has no daylight saving time. */
const epoch = Date.parse('2026-01-05T00:00:00Z');
const minute = 60_000;
const lastAnswer = 10;
/** The minimum time between two computations of the prices for a day's classes, in minutes. */
const pricesHold = 120;
/** The minimum time between two rankings of a vacancy's substitutes, in minutes. */
const rankingHolds = 30;

export function simulate(town: Town, policy: Policy): Outcome {
  const run = new Run(town, policy);
  run.start();
  return run.outcome();
}

class Run {
  readonly #town: Town;
  readonly #policy: Policy;
  readonly #events = new Events();
  readonly #cases: Case[];
  /** The bookings of a day, as `day × substitutes + substitute`. */
  readonly #booked: Uint8Array;
  /** Unanswered offers of open classes, numbered in the same way. */
  readonly #openOffers: Uint16Array;
  readonly #recent: Float64Array;
  readonly #recentAt: Float64Array;
  readonly #timesAt = new Map<number, number>();
  readonly #daysOf: Int32Array;
  readonly #own: Answers[];
  readonly #here = new Map<number, Answers>();
  readonly #school: Answers[];
  readonly #prices = new Map<number, { at: number; of: Map<number, number> }>();
  readonly #daysOfVacancies: Case[][];
  #messages = 0;

  constructor(town: Town, policy: Policy) {
    this.#town = town;
    this.#policy = policy;
    const { substitutes, schools } = town.world;
    const none = (): Answers => ({ asked: 0, answered: 0, yes: 0 });
    this.#booked = new Uint8Array(allDays * substitutes);
    this.#openOffers = new Uint16Array(allDays * substitutes);
    this.#recent = new Float64Array(substitutes);
    this.#recentAt = new Float64Array(substitutes);
    this.#daysOf = new Int32Array(substitutes);
    this.#own = Array.from({ length: substitutes }, none);
    this.#school = Array.from({ length: schools }, none);
    this.#cases = town.vacancies.map((vacancy) => ({
      vacancy,
      people: (town.ofSchool[vacancy.school] ?? []).filter(
        (one) => isSaidFree(town, one, vacancy.day) && isQualified(town, one, vacancy),
      ),
      offers: new Map(),
      filledBy: null,
      ranking: null,
      stepAt: Infinity,
    }));
    this.#daysOfVacancies = Array.from({ length: allDays }, (_, day) =>
      this.#cases.filter(({ vacancy }) => vacancy.day === day),
    );
  }

  start(): void {
    for (const { vacancy } of this.#cases)
      this.#events.add({ at: vacancy.postedAt, kind: 'post', vacancy: vacancy.id, substitute: 0 });
    for (;;) {
      const event = this.#events.take();
      if (event === undefined) return;
      const one = this.#cases[event.vacancy];
      if (one === undefined) continue;
      if (event.kind === 'answer') this.#answer(one, event.substitute, event.at);
      else if (event.kind === 'post' || event.at === one.stepAt) this.#step(one, event.at);
    }
  }

  outcome(): Outcome {
    const measured = this.#cases.filter(({ vacancy }) => vacancy.day >= days.warmUp);
    const ofLead: Outcome['ofLead'] = new Map();
    const ofSchool = this.#town.schools.map(() => ({ vacancies: 0, filled: 0 }));
    for (const { vacancy, filledBy } of measured) {
      const lead = ofLead.get(vacancy.lead) ?? { vacancies: 0, filled: 0 };
      ofLead.set(vacancy.lead, lead);
      for (const count of [lead, ofSchool[vacancy.school]]) {
        if (count === undefined) continue;
        count.vacancies += 1;
        if (filledBy !== null) count.filled += 1;
      }
    }
    const filled = measured.filter(({ filledBy }) => filledBy !== null).length;
    return { vacancies: measured.length, filled, messages: this.#messages, ofLead, ofSchool };
  }

  /** Takes the steps of the product's policy until it says to wait. */
  #step(one: Case, at: number): void {
    const { vacancy } = one;
    const startsAt = vacancy.day * dayMinutes + startOfSchool;
    const candidates = one.filledBy === null ? this.#candidates(one, at) : [];
    for (;;) {
      const step = nextStep({
        offering: this.#policy.offering,
        vacancy: {
          date: dateOf(vacancy.day),
          startTime: '07:30',
          startsAt: instant(startsAt),
          // A class that has begun counts as uncovered.
          endsAt: instant(startsAt),
          timeZone: 'UTC',
          hours: usualOfferHours,
          isOpen: one.filledBy === null,
        },
        isPaused: false,
        isForEveryone: false,
        candidates,
        offers: [...one.offers.values()],
        now: instant(at),
      });
      if (step.type === 'offer' || step.type === 'remind') {
        for (const substitute of step.to) this.#send(one, substitute, at, step.type === 'offer' ? step.wave : null);
        continue;
      }
      if (step.type === 'wait') {
        one.stepAt = Math.max((step.until.getTime() - epoch) / minute, at + 0.01);
        this.#events.add({ at: one.stepAt, kind: 'step', vacancy: vacancy.id, substitute: 0 });
      }
      return;
    }
  }

  #send(one: Case, substitute: number, at: number, wave: number | null): void {
    const { vacancy } = one;
    const { seed, world } = this.#town;
    if (vacancy.day >= days.warmUp) this.#messages += 1;
    const recent = this.#recentMessages(substitute, at);
    this.#recent[substitute] = recent + 1;
    const known = one.offers.get(substitute);
    if (wave === null && known !== undefined) one.offers.set(substitute, { ...known, remindedAt: instant(at) });
    else {
      one.offers.set(substitute, {
        substituteId: substitute,
        wave: wave ?? 1,
        at: instant(at),
        answer: null,
        answeredAt: null,
        remindedAt: null,
      });
      this.#countOpen(this.#place(one, substitute), 1);
      for (const count of this.#countsOf(one, substitute)) count.asked += 1;
    }
    if (this.#town.substitutes[substitute]?.isActive !== true) return;
    const nth = wave === null ? Math.floor(at / 60) : 0;
    const look = (people.look * (wave === null ? people.reminder : 1)) / (1 + recent / world.fatigue);
    if (chanceOf(seed, 40, vacancy.id, substitute, nth) >= look) return;
    const { median, sigma } = people.answer;
    const delay = median * Math.exp(sigma * normalOf(seed, 41, vacancy.id, substitute, nth));
    const answerAt = afterWaking(at, delay);
    if (answerAt < vacancy.day * dayMinutes + startOfSchool - lastAnswer)
      this.#events.add({ at: answerAt, kind: 'answer', vacancy: vacancy.id, substitute });
  }

  #answer(one: Case, substitute: number, at: number): void {
    const { vacancy } = one;
    const { seed } = this.#town;
    const offer = one.offers.get(substitute);
    if (offer === undefined || offer.answeredAt !== null) return;
    const place = this.#place(one, substitute);
    if (this.#booked[place] === 1) return;
    const counts = this.#countsOf(one, substitute);
    if (isFree(this.#town, substitute, vacancy.day) && wouldTake(this.#town, substitute, vacancy)) {
      for (const count of counts) {
        count.answered += 1;
        count.yes += 1;
      }
      one.offers.set(substitute, { ...offer, answeredAt: instant(at) });
      if (one.filledBy !== null) return; // Someone was faster. The person learns that immediately.
      one.filledBy = substitute;
      for (const { substituteId, answer } of one.offers.values())
        if (answer === null) this.#countOpen(this.#place(one, substituteId), -1);
      this.#booked[place] = 1;
      this.#daysOf[substitute] = (this.#daysOf[substitute] ?? 0) + 1;
      const pair = this.#pair(one, substitute);
      this.#timesAt.set(pair, (this.#timesAt.get(pair) ?? 0) + 1);
      return;
    }
    if (chanceOf(seed, 42, vacancy.id, substitute) >= people.declines) return;
    for (const count of counts) count.answered += 1;
    one.offers.set(substitute, { ...offer, answer: 'declined', answeredAt: instant(at) });
    if (one.filledBy === null) this.#countOpen(place, -1);
    if (one.filledBy === null) {
      one.stepAt = at + 0.01;
      this.#events.add({ at: one.stepAt, kind: 'step', vacancy: vacancy.id, substitute: 0 });
    }
  }

  #candidates(one: Case, at: number): DispatchCandidate[] {
    if (one.ranking === null || at - one.ranking.at > rankingHolds)
      one.ranking = { at, candidates: this.#ranked(one, at) };
    const size = this.#town.substitutes.length;
    return one.ranking.candidates.filter(({ id }) => this.#booked[one.vacancy.day * size + id] !== 1);
  }

  /** Returns everyone who is eligible now, in the order of the product's ranking. */
  #ranked(one: Case, at: number): DispatchCandidate[] {
    const { vacancy } = one;
    const size = this.#town.substitutes.length;
    const eligible = one.people.filter(
      (each) => this.#booked[vacancy.day * size + each] !== 1 && one.offers.get(each)?.answer !== 'declined',
    );
    if (this.#policy.offering === 'everyone')
      return eligible.map((id) => ({ id, chance: 0, isFavorite: false, ...isAwake }));
    const prices = this.#policy.isPriced ? this.#pricesOf(vacancy.day, at) : null;
    return eligible
      .map((id) => {
        const facts = this.#factsOf(one, id, at);
        const isFavorite = this.#policy.offering === 'favorites' && facts.timesHere > 0;
        const tie = tieBreak(vacancy.id, id);
        const points = pointsOf(facts) - (prices?.get(id) ?? 0);
        return { id, chance: facts.chance, isFavorite, tie, points, ...isAwake };
      })
      .toSorted((a, b) => b.points - a.points || a.tie - b.tie);
  }

  #factsOf(one: Case, substitute: number, at: number): RankingFacts {
    const none: Answers = { asked: 0, answered: 0, yes: 0 };
    const { chance, usualYes } = this.#policy.learns
      ? chancesOf({
          own: this.#own[substitute] ?? none,
          ownOtherLead: none,
          here: this.#here.get(this.#pair(one, substitute)) ?? none,
          school: this.#school[one.vacancy.school] ?? none,
          offersThisWeek: this.#recentMessages(substitute, at),
          othersThatDay: this.#openOffers[one.vacancy.day * this.#town.substitutes.length + substitute] ?? 0,
        })
      : { chance: usualAnswers.answer * usualAnswers.yes, usualYes: usualAnswers.yes };
    return {
      isAskedFor: false,
      isTeachersFavorite: false,
      isSchoolsFavorite: false,
      timesWithTeacher: 0,
      timesHere: this.#timesAt.get(this.#pair(one, substitute)) ?? 0,
      isNoShowHere: false,
      knowsSubject: false,
      choseGrade: false,
      isNotTheirClass: false,
      prefersDate: false,
      // The towns have no places, subjects or grades.
      distance: null,
      chance,
      usualYes,
      sparesWilling: hasTimeToSpare((one.vacancy.day * dayMinutes + startOfSchool - at) / 60),
      daysThisMonth: this.#daysOf[substitute] ?? 0,
      usualDays: 0,
      scarcity: 0,
    };
  }

  /** Returns the scarcity prices of a day's substitutes, in points: the duals of its best plan. */
  #pricesOf(day: number, at: number): Map<number, number> {
    const known = this.#prices.get(day);
    if (known !== undefined && at - known.at < pricesHold) return known.of;
    const open = (this.#daysOfVacancies[day] ?? []).filter(
      ({ filledBy, vacancy }) => filledBy === null && vacancy.postedAt <= at,
    );
    const size = this.#town.substitutes.length;
    const of = scarcityPrices(
      open.map((one) =>
        one.people
          .filter((each) => this.#booked[day * size + each] !== 1)
          .map((substituteId) => ({ substituteId, points: pointsOf(this.#factsOf(one, substituteId, at)) })),
      ),
    );
    this.#prices.set(day, { at, of });
    return of;
  }

  #countOpen(place: number, by: number): void {
    this.#openOffers[place] = (this.#openOffers[place] ?? 0) + by;
  }

  #place({ vacancy }: Case, substitute: number): number {
    return vacancy.day * this.#town.substitutes.length + substitute;
  }

  #pair({ vacancy }: Case, substitute: number): number {
    return vacancy.school * this.#town.substitutes.length + substitute;
  }

  #countsOf(one: Case, substitute: number): Answers[] {
    if (!this.#policy.learns) return [];
    const pair = this.#pair(one, substitute);
    const here = this.#here.get(pair) ?? { asked: 0, answered: 0, yes: 0 };
    this.#here.set(pair, here);
    return [this.#own[substitute], here, this.#school[one.vacancy.school]].filter((each) => each !== undefined);
  }

  #recentMessages(substitute: number, at: number): number {
    const passed = (at - (this.#recentAt[substitute] ?? 0)) / dayMinutes;
    const recent = (this.#recent[substitute] ?? 0) * 0.5 ** (Math.max(0, passed) / people.recentHalvesAfterDays);
    this.#recent[substitute] = recent;
    this.#recentAt[substitute] = at;
    return recent;
  }
}

function instant(minutes: number): Date {
  return new Date(epoch + minutes * minute);
}

function dateOf(day: number): string {
  return instant(day * dayMinutes)
    .toISOString()
    .slice(0, 10);
}
