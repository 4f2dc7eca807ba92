import { setImmediate } from 'node:timers/promises';
import { fitAllDays } from '#domain/day-plan.ts';
import type { DispatchCandidate } from '#domain/dispatch.ts';
import { distanceOf } from '#domain/distance.ts';
import { eligibility, hoursUntil } from '#domain/eligibility.ts';
import { heldUntil, type QuietHours } from '#domain/notice-topics.ts';
import {
  type Answers,
  chancesOf,
  hasTimeToSpare,
  medianDays,
  pointsOf,
  type RankingFacts,
  tieBreak,
  usualAnswers,
} from '#domain/ranking.ts';
import type { Queryable } from '#server/db/database.ts';
import {
  type CandidateFacts,
  candidateFacts,
  factsFor,
  type PersonFacts,
  type RankedFor,
} from '#server/features/vacancies/candidates/candidate-facts.ts';
import { subjectsOfClass } from '#server/features/vacancies/candidates/class-subjects.ts';
import { offeredClass } from '#server/features/vacancies/vacancy/preference-facts.ts';

/** A substitute to whom a vacancy may be offered, in the order of the offers. */
export type RankedCandidate = DispatchCandidate & {
  rank: number;
  /** The points of `rank` in domain/ranking.ts. No one ever sees them. */
  points: number;
  /** The facts from which `rank` tells the reasons. Only the few people who are notified or shown need them. */
  about: RankingFacts;
};

/** Returns the school's substitutes who are eligible for an open vacancy, best first. */
export async function rankedCandidates(
  db: Queryable,
  row: RankedFor,
  now: Date,
  options: RankingOptions = {},
): Promise<RankedCandidate[]> {
  return rankBy(await candidateFacts(db, [row], now), row, options);
}

/** A vacancy to rank people for, with the other days of its job that they would take along. */
export type RankedLine = { row: RankedFor; others: readonly RankedFor[] };

/**
 * Like `rankedCandidates`, for several vacancies of one school, by vacancy. For a job, these are the people who fit
 * all of its days. Other work of the process isn't held up meanwhile.
 */
export async function rankedForAll(
  db: Queryable,
  lines: readonly RankedLine[],
  now: Date,
): Promise<Map<number, RankedCandidate[]>> {
  const found = new Map<number, RankedCandidate[]>();
  const [first, ...rest] = lines.flatMap(({ row, others }) => [row, ...others]);
  if (first === undefined) return found;
  const facts = await candidateFacts(db, [first, ...rest], now);
  for (const { row, others } of lines) {
    const fit = others.map((day) => eligibleIds(facts, day));
    found.set(row.id, fitAllDays(rankBy(facts, row), fit));
    await setImmediate();
  }
  return found;
}

/**
 * An order that people can see leaves out the learned chances (`learns`). Waves keep the people who often say yes for
 * the same morning (`spares`), and those whom another class needs more for that class (`prices`).
 */
type RankingOptions = { learns?: boolean; spares?: boolean; prices?: ReadonlyMap<number, number> };

/** Like `rankedCandidates`, by facts that were read for several vacancies of the school. */
export function rankBy(facts: CandidateFacts, row: RankedFor, options: RankingOptions = {}): RankedCandidate[] {
  const quietEnd = quietEnds(row, facts.now);
  const ranked = toRank(facts, row, options)
    .map(({ person, found, about }) => ({
      id: person.id,
      chance: about.chance,
      isFavorite: isFirst(row, person.id, found),
      quietUntil: quietEnd(person.quiet),
      isAtAnyHour: row.isUrgent && person.quiet.urgentMayDisturb,
      points: pointsOf(about),
      about,
      tie: tieBreak(row.id, person.id),
      rank: 0,
    }))
    .toSorted((a, b) => b.points - a.points || a.tie - b.tie);
  // The objects get their rank here, because this runs for each person and vacancy, and copies take time.
  let place = 0;
  for (const one of ranked) {
    place += 1;
    one.rank = place;
  }
  return ranked;
}

/** Returns the points that `rankBy` gives the people who are eligible for a vacancy, in any order. */
export function pointsBy(
  facts: CandidateFacts,
  row: RankedFor,
  options: RankingOptions,
): { substituteId: number; points: number }[] {
  return toRank(facts, row, options).map(({ person: { id: substituteId }, about }) => ({
    substituteId,
    points: pointsOf(about),
  }));
}

/** Returns the people who are eligible for a vacancy, each with the facts that rank them. */
function toRank(
  facts: CandidateFacts,
  row: RankedFor,
  { learns = true, spares = false, prices }: RankingOptions,
): { person: PersonFacts['person']; found: PersonFacts['facts']; about: RankingFacts }[] {
  const school = learns ? answersOfSchool(facts) : null;
  const wanted = subjectsOfClass(row, facts.teacherTexts);
  const sparesWilling = spares && hasTimeToSpare(hoursUntil(row.startsAt, facts.now));
  const eligible = eligibleBy(facts, row);
  const usualDays = medianDays(eligible.map(({ facts: { daysThisMonth } }) => daysThisMonth));
  return eligible.map(({ person, facts: found }) => {
    const { chance, usualYes } = school === null ? unlearned : chancesBy(person, found, school);
    // Written out, because this runs for each person and vacancy, and copies of objects would take most of the time.
    const about = {
      isAskedFor: row.firstIds.includes(person.id),
      isTeachersFavorite: found.isTeachersFavorite,
      isSchoolsFavorite: found.isSchoolsFavorite,
      timesWithTeacher: found.timesWithTeacher,
      timesHere: person.timesHere,
      isNoShowHere: found.isNoShowHere,
      knowsSubject: person.subjects.some((subject) => wanted.includes(subject)),
      choseGrade: row.grade !== null && (person.preferences?.grades.includes(row.grade) ?? false),
      isNotTheirClass: found.isNotTheirClass,
      prefersDate: found.singleDate === 'preferred',
      distance: person.saidTooFar ? ('far' as const) : distanceOf(person.milesAway),
      chance,
      usualYes,
      sparesWilling,
      daysThisMonth: found.daysThisMonth,
      usualDays,
      scarcity: prices?.get(person.id) ?? 0,
    };
    return { person, found, about };
  });
}

const unlearned = { chance: usualAnswers.answer, usualYes: usualAnswers.yes };

function chancesBy(
  { here, offersThisWeek }: PersonFacts['person'],
  { own, ownOtherLead, othersThatDay }: PersonFacts['facts'],
  school: Answers,
): { chance: number; usualYes: number } {
  return chancesOf({ own, ownOtherLead, here, school, offersThisWeek, othersThatDay });
}

/** Returns the people of these facts who are eligible for a vacancy, by id. */
export function eligibleIds(facts: CandidateFacts, row: RankedFor): Set<number> {
  return new Set(eligibleBy(facts, row).map(({ person }) => person.id));
}

/** Returns the people of these facts who are eligible for a vacancy. */
function eligibleBy(facts: CandidateFacts, row: RankedFor): PersonFacts[] {
  const over = facts.overLimit(row);
  const { settings } = row;
  const [vacancy, hoursAhead] = [offeredClass(row), hoursUntil(row.startsAt, facts.now)];
  const factsAbout = factsFor(facts, row);
  const eligible: PersonFacts[] = [];
  for (const person of facts.people.values()) {
    const found = factsAbout(person);
    const { week, preferences, knows, milesAway } = person;
    const { hasDeclined, isExcluded, isBooked, singleDate } = found;
    const { isEligible } = eligibility({
      hasDeclined,
      isExcluded,
      isBooked,
      isOverLimit: over.has(person.id),
      week,
      singleDate,
      vacancy,
      settings,
      preferences,
      knows,
      hoursAhead,
      milesAway,
    });
    if (isEligible) eligible.push({ person, facts: found });
  }
  return eligible;
}

/** The answers of everyone at a school, by the facts about them: one round judges them for many vacancies. */
const answersKnown = new WeakMap<CandidateFacts['people'], Answers>();

/** Returns the answers of everyone at the school, whether they are eligible or not. */
function answersOfSchool({ people }: CandidateFacts): Answers {
  const known = answersKnown.get(people);
  if (known !== undefined) return known;
  const school = { asked: 0, answered: 0, yes: 0 };
  for (const { here } of people.values()) {
    school.asked += here.asked;
    school.answered += here.answered;
    school.yes += here.yes;
  }
  answersKnown.set(people, school);
  return school;
}

/**
 * Returns whether someone has a head start: those whom the poster chose by name, and at a school with 'Favorites first'
 * also the favorites.
 */
function isFirst(
  { firstIds, schoolOffering }: Pick<RankedFor, 'firstIds' | 'schoolOffering'>,
  id: number,
  { isTeachersFavorite, isSchoolsFavorite }: PersonFacts['facts'],
): boolean {
  return firstIds.includes(id) || (schoolOffering === 'favorites' && (isTeachersFavorite || isSchoolsFavorite));
}

/**
 * Returns when the quiet hours that hold an offer to someone end. People with the same quiet hours share them, so it is
 * calculated once.
 */
function quietEnds({ isUrgent, timeZone }: RankedFor, now: Date): (quiet: QuietHours) => Date | null {
  const known = new Map<QuietHours, Date | null>();
  return (quiet) => {
    const found = known.get(quiet);
    if (found !== undefined) return found;
    const until = heldUntil('vacancy_posted', isUrgent, quiet, timeZone, now);
    known.set(quiet, until);
    return until;
  };
}
