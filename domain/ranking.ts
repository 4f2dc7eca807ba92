import type { Distance } from './distance.ts';
import { dayName } from './time.ts';

/** How a substitute answered offers: of `asked` offers, `answered` got any answer, `yes` of them a yes. */
export interface Answers {
  asked: number;
  answered: number;
  yes: number;
}

/**
 * The facts by which substitutes are ranked for a vacancy. Name, gender and age are not among them, and never will be.
 */
export interface RankingFacts {
  /** The poster chose the substitute by name. */
  isAskedFor: boolean;
  isTeachersFavorite: boolean;
  isSchoolsFavorite: boolean;
  /** Classes of this teacher, and of this school, that they have completed. */
  timesWithTeacher: number;
  timesHere: number;
  /** The substitute didn't come to a class of this teacher, and that still counts. */
  isNoShowHere: boolean;
  knowsSubject: boolean;
  /** The substitute chose the vacancy's grade in their job preferences. */
  choseGrade: boolean;
  /** The substitute declined a class of this teacher because it isn't their subject or grade. */
  isNotTheirClass: boolean;
  prefersDate: boolean;
  distance: Distance;
  /** The chance that the substitute accepts this offer, from 0 to 1. See `chancesOf`. */
  chance: number;
  /** The chance that they say yes to any offer that they answer, from 0 to 1, see `chancesOf`. */
  usualYes: number;
  /** There is time to ask people who seldom say yes. See `hasTimeToSpare`. */
  sparesWilling: boolean;
  /** The number of days that the substitute already works in the vacancy's month. */
  daysThisMonth: number;
  /** The median of `daysThisMonth` of everyone who is eligible for the vacancy. */
  usualDays: number;
  /** The day's loss, in points, if they take this vacancy. It is 0 if no other class needs them. */
  scarcity: number;
}

/**
 * Why a substitute is offered a vacancy early, in display order. Learned chances and prices have no words: they are
 * shown to no one.
 */
export const rankingReasons = [
  'asked_for',
  'teachers_favorite',
  'schools_favorite',
  'with_teacher',
  'here',
  'subject',
  'grade',
  'preferred_date',
  'near',
  'fair_share',
] as const;

export type RankingReason = (typeof rankingReasons)[number];

/**
 * The one table of weights, in points. Points add up, and each doubling of the chance of a yes is worth
 * `doubledChance`: a teacher's favorite comes before everyone else, and a substitute who has been here before a
 * stranger who is twice as likely to say yes. Nothing outweighs 'asked for by name' but a no-show at a class of the
 * same teacher, which comes after everyone else. The help page about offers lists the same order in words.
 */
const weights = {
  noShowHere: -10_000,
  askedFor: 1000,
  teachersFavorite: 6,
  schoolsFavorite: 4,
  /**
   * Points for the first class with this teacher, or at this school. They grow with the logarithm of further classes.
   */
  withTeacher: 1,
  here: 0.5,
  subject: 1,
  grade: 0.5,
  notTheirClass: -1,
  prefersDate: 1,
  distance: { near: 0.5, usual: 0, far: -0.5 },
  doubledChance: 0.5,
  /** Points for each doubling of the usual chance of a yes, while there is time to spare (docs/decisions/085). */
  doubledUsualYes: -2,
  /** Points for each day that the substitute already works this month. */
  dayThisMonth: -0.03,
} as const;

/**
 * Up to this many days of work in a month, a substitute is offered a vacancy for their fair share, if most others work
 * more: early in a month, almost no one has worked yet.
 */
const fewDays = 2;
/** The lowest chance: anyone may say yes. */
const lowestChance = 0.001;

/** Returns a substitute's rank for a vacancy, in points, highest first, and the reasons for it in display order. */
export function rank(facts: RankingFacts): { points: number; reasons: RankingReason[] } {
  const { timesWithTeacher, timesHere, distance } = facts;
  const holds: Record<RankingReason, boolean> = {
    asked_for: facts.isAskedFor,
    teachers_favorite: facts.isTeachersFavorite,
    schools_favorite: facts.isSchoolsFavorite,
    with_teacher: timesWithTeacher > 0,
    here: timesHere > 0 && timesWithTeacher === 0,
    subject: facts.knowsSubject,
    grade: facts.choseGrade,
    preferred_date: facts.prefersDate,
    near: distance === 'near',
    fair_share: timesHere > 0 && facts.daysThisMonth <= fewDays && facts.daysThisMonth < facts.usualDays,
  };
  return { points: pointsOf(facts), reasons: rankingReasons.filter((reason) => holds[reason]) };
}

/** Returns the median of these days of work in a month, the lower one of two. Without any, it is 0. */
export function medianDays(days: readonly number[]): number {
  const counts: number[] = [];
  for (const count of days) counts[count] = (counts[count] ?? 0) + 1;
  let left = days.length / 2;
  for (const [count, people = 0] of counts.entries()) {
    left -= people;
    if (left <= 0) return count;
  }
  return 0;
}

/** Returns the points of `rank`, without the reasons. */
export function pointsOf(facts: RankingFacts): number {
  const { timesWithTeacher, timesHere, distance } = facts;
  return (
    (facts.isNoShowHere ? weights.noShowHere : 0) +
    (facts.isAskedFor ? weights.askedFor : 0) +
    (facts.isTeachersFavorite ? weights.teachersFavorite : 0) +
    (facts.isSchoolsFavorite ? weights.schoolsFavorite : 0) +
    weights.withTeacher * Math.log2(1 + timesWithTeacher) +
    weights.here * Math.log2(1 + timesHere) +
    (facts.knowsSubject ? weights.subject : 0) +
    (facts.choseGrade ? weights.grade : 0) +
    (facts.isNotTheirClass ? weights.notTheirClass : 0) +
    (facts.prefersDate ? weights.prefersDate : 0) +
    (distance === null ? 0 : weights.distance[distance]) +
    weights.doubledChance * Math.log2(Math.max(facts.chance, lowestChance)) +
    (facts.sparesWilling ? weights.doubledUsualYes * Math.log2(facts.usualYes) : 0) +
    weights.dayThisMonth * facts.daysThisMonth -
    facts.scarcity
  );
}

/** Returns how often something happened: 'once' or '3 times'. */
export function timesInWords(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

export type Reader = 'teacher' | 'office';

/** Returns who reads the reasons. Teachers read only those for their own classes. */
export function readerOf({ role }: { role: string }): Reader {
  return role === 'teacher' ? 'teacher' : 'office';
}

/**
 * Returns the reasons for a class of this date in words: 'Taught this class 3 times · Near'. Without the counts, it
 * says 'before' instead of how often. A teacher reads 'Your favorite'. Returns '' if there are no reasons.
 */
export function rankedInWords(
  reasons: readonly RankingReason[],
  counts: Pick<RankingFacts, 'timesWithTeacher' | 'timesHere'> | null,
  date: string,
  reader: Reader = 'office',
): string {
  const howOften = (count: number | undefined) => (count === undefined ? 'before' : timesInWords(count));
  const words: Record<RankingReason, string> = {
    asked_for: 'Asked for by name',
    teachers_favorite: reader === 'teacher' ? 'Your favorite' : 'The teacher’s favorite',
    schools_favorite: 'The school’s favorite',
    with_teacher: `Taught this class ${howOften(counts?.timesWithTeacher)}`,
    here: `Been here ${howOften(counts?.timesHere)}`,
    subject: 'Knows the subject',
    grade: 'Chose this grade',
    preferred_date: `Prefers to work this ${dayName(date)}`,
    near: 'Near',
    fair_share: 'Hasn’t worked much this month',
  };
  return reasons.map((reason) => words[reason]).join(' · ');
}

/** Returns the reasons that were stored with an offer in words, in display order. How often is unknown by then. */
export function storedReasonsInWords(stored: readonly string[], date: string, reader?: Reader): string {
  const known = rankingReasons.filter((reason) => stored.includes(reason));
  return rankedInWords(known, null, date, reader);
}

/** From this many hours before the start, a class needs the people who say yes most often. */
const spareHours = 10;

/**
 * Returns whether a class this many hours ahead can first be offered to people who seldom say yes. Those who often do
 * are kept for the classes of the same morning, for which there is no time to ask many people.
 */
export function hasTimeToSpare(hoursAhead: number): boolean {
  return hoursAhead >= spareHours;
}

/** The chance of an answer, and of a yes among the answers, before any answer is known. */
export const usualAnswers = { answer: 0.2, yes: 0.5 } as const;

/** How many of a substitute's own answers weigh as much as everyone's answers together. */
const trust = { answers: 6, yes: 4, here: 3, school: 40 } as const;
/** How much answers to offers with another lead time count. */
const otherLead = 0.5;
/** This many other offers for the date halve the chance that a substitute takes this one. */
const rivals = 20;
/** This many offers in the last week halve the attention that the next one gets. */
const attention = 200;

interface AnswersToOffers {
  /** The substitute's own answers at all schools: to offers with this lead time, and with another. */
  own: Answers;
  ownOtherLead: Answers;
  /** The substitute's answers at the vacancy's school. */
  here: Answers;
  /** All answers at the vacancy's school. */
  school: Answers;
  /** The offers that the substitute got in the last 7 days. */
  offersThisWeek: number;
  /** Unanswered offers to the substitute for the same date: one of them may use up the day. */
  othersThatDay: number;
}

/**
 * Returns the chances of a substitute, learned from their own answers alone: that they say yes to this offer, and to
 * any offer that they answer. Few answers count little: the chance of an answer is shrunk to the school's mean, the
 * chance of a yes here to their own, and their own to the school's. Attention is shared: each further offer in a week
 * lowers the first chance.
 */
export function chancesOf({ own, ownOtherLead, here, school, offersThisWeek, othersThatDay }: AnswersToOffers): {
  chance: number;
  usualYes: number;
} {
  const answerOfSchool = shrunk(school.answered, school.asked, usualAnswers.answer, trust.school);
  const yesOfSchool = shrunk(school.yes, school.answered, usualAnswers.yes, trust.school);
  const all = {
    asked: own.asked + otherLead * ownOtherLead.asked,
    answered: own.answered + otherLead * ownOtherLead.answered,
    yes: own.yes + otherLead * ownOtherLead.yes,
  };
  const answer = shrunk(all.answered, all.asked, answerOfSchool, trust.answers);
  const usualYes = shrunk(all.yes, all.answered, yesOfSchool, trust.yes);
  const yesHere = shrunk(here.yes, here.answered, usualYes, trust.here);
  const attentive = 1 / (1 + offersThisWeek / attention) / (1 + othersThatDay / rivals);
  return { chance: answer * yesHere * attentive, usualYes };
}

function shrunk(successes: number, trials: number, mean: number, weight: number): number {
  return (successes + weight * mean) / (trials + weight);
}

/**
 * Returns the order among equals: random, different for each vacancy, but stable. An id shows when people registered,
 * and a name shows more, so neither may decide.
 */
export function tieBreak(vacancyId: number, substituteId: number): number {
  let hash = Math.imul(vacancyId, 0x85ebca6b) ^ Math.imul(substituteId, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}
