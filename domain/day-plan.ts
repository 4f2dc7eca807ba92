import { bestPlan, type Option } from './assignment.ts';
import { type JobDay, otherDayRefused } from './job-days.ts';
import { refusal } from './refusal.ts';
import { formatShortDate } from './time.ts';

/** An uncovered class of the day, and who can cover it. */
export interface PlannedClass {
  id: number;
  /** The eligible substitutes, with the points that `rank` gives them. */
  options: readonly { substituteId: number; points: number }[];
}

/** The reader's own choice for a class. Null leaves it out of the plan. */
export interface PlanChoice {
  vacancyId: number;
  substituteId: number | null;
}

/**
 * The proposal for a class: a substitute, or null if no one is left, and other choices, starting with people no other
 * class needs.
 */
export interface PlannedLine {
  vacancyId: number;
  substituteId: number | null;
  alternatives: number[];
}

/**
 * The maximum number of classes in a plan, which bounds its cost. The earliest come first. The others can be planned
 * once these are sent.
 */
export const mostPlanned = 30;

/**
 * The maximum number of options per class that are compared, best first, which bounds the cost. With 30 classes, the
 * 200 best are always enough.
 */
const mostOptions = 200;
const alternativesShown = 2;
/** This is higher than any sum of points, so as many classes as possible are covered. */
const uncovered = 1e9;

/** The constants of scarcity prices. */
export const pricing = {
  /**
   * The highest price, in points. It is lower than the points of a teacher's favorite, and far lower than those of
   * 'asked for'.
   */
  highest: 3,
  /** The maximum number of options per class that compete, best first, which bounds the cost. */
  options: 30,
  /** The points that a covered class is worth. They are few enough to keep the precision of the prices. */
  covered: 1000,
} as const;

/**
 * Returns the day's best plan: as many classes covered as possible, then the most points, no substitute twice. It keeps
 * the choices and plans the rest around them. It ignores a choice of someone who isn't eligible. If one person is
 * chosen twice, the later choice counts.
 */
export function planDay(classes: readonly PlannedClass[], choices: readonly PlanChoice[]): PlannedLine[] {
  const chosen = fixed(classes, choices);
  const taken = new Set([...chosen.values()].filter((id) => id !== null));
  const options = classes.map((one) => optionsOf(one, chosen, taken));
  const plan = solved(options, uncovered);
  const used = new Set(plan.chosen);
  return classes.map(({ id, options: all }, nth) => {
    const own = plan.chosen[nth] ?? null;
    // People whom another class of the plan needs come last.
    const others = all
      .slice(0, mostOptions)
      .filter(({ substituteId }) => substituteId !== own && !taken.has(substituteId))
      .toSorted((x, y) => Number(used.has(x.substituteId)) - Number(used.has(y.substituteId)) || y.points - x.points);
    return {
      vacancyId: id,
      substituteId: own,
      alternatives: others.slice(0, alternativesShown).map(({ substituteId }) => substituteId),
    };
  });
}

/** Returns the best plan for these options: the substitute of each class, and everyone's scarcity price in points. */
function solved(
  classes: readonly PlannedClass['options'][],
  covered: number,
): { chosen: (number | null)[]; prices: [substituteId: number, price: number][] } {
  const people = [...new Set(classes.flatMap((options) => options.map(({ substituteId }) => substituteId)))];
  const place = new Map(people.map((id, nth) => [id, nth]));
  const indexed = classes.map((options) =>
    options.map(({ substituteId, points }): Option => ({ substitute: place.get(substituteId) ?? -1, cost: -points })),
  );
  const { chosen, scarcity } = bestPlan(indexed, people.length, covered);
  return {
    chosen: chosen.map((nth) => people[nth ?? -1] ?? null),
    prices: people.map((id, nth) => [id, scarcity[nth] ?? 0]),
  };
}

/**
 * Returns the scarcity prices of the substitutes whom several classes compete for, in points, by id: how much the best
 * plan for the other classes loses if one class takes this person. Everyone else's price is 0. The prices don't depend
 * on the order of the classes or options.
 */
export function scarcityPrices(classes: readonly PlannedClass['options'][]): Map<number, number> {
  if (classes.length < 2) return new Map();
  const best = classes.map((options) =>
    firstOf(options, pricing.options, (x, y) => y.points - x.points || x.substituteId - y.substituteId),
  );
  return new Map(
    solved(best, pricing.covered).prices.flatMap(([id, price]) =>
      price > 0 ? [[id, Math.min(price, pricing.highest)]] : [],
    ),
  );
}

/** Returns the first items in this order, without sorting all the others. */
function firstOf<Item>(items: readonly Item[], most: number, compare: (x: Item, y: Item) => number): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    const last = first.at(-1);
    if (first.length === most && last !== undefined && compare(last, item) <= 0) continue;
    const place = first.findLastIndex((one) => compare(one, item) <= 0) + 1;
    first.splice(place, 0, item);
    if (first.length > most) first.pop();
  }
  return first;
}

/**
 * Returns these classes in groups, by start. A class overlaps only classes of its group, directly or through others, so
 * a substitute could take one class of each group.
 */
export function inOverlappingGroups<Class extends { startsAt: Date; endsAt: Date }>(
  classes: readonly Class[],
): Class[][] {
  const groups: Class[][] = [];
  let until = -Infinity;
  for (const one of classes.toSorted((x, y) => x.startsAt.getTime() - y.startsAt.getTime())) {
    if (one.startsAt.getTime() < until) groups.at(-1)?.push(one);
    else groups.push([one]);
    until = Math.max(until, one.endsAt.getTime());
  }
  return groups;
}

function fixed(classes: readonly PlannedClass[], choices: readonly PlanChoice[]): Map<number, number | null> {
  const isEligible = (vacancyId: number, id: number) =>
    classes.find((one) => one.id === vacancyId)?.options.some(({ substituteId }) => substituteId === id) === true;
  const chosen = new Map<number, number | null>();
  for (const { vacancyId, substituteId } of choices) {
    if (substituteId === null) chosen.set(vacancyId, null);
    else if (isEligible(vacancyId, substituteId)) {
      for (const [other, who] of chosen) if (who === substituteId) chosen.delete(other);
      chosen.set(vacancyId, substituteId);
    }
  }
  return chosen;
}

function optionsOf(
  { id, options }: PlannedClass,
  chosen: ReadonlyMap<number, number | null>,
  taken: ReadonlySet<number>,
): PlannedClass['options'] {
  const choice = chosen.get(id);
  if (choice === null) return [];
  if (choice !== undefined) return options.filter(({ substituteId }) => substituteId === choice);
  return options.slice(0, mostOptions).filter(({ substituteId }) => !taken.has(substituteId));
}

/**
 * Returns the days that become lines of a plan. A line takes the other open days of its job along, so a later day that
 * an earlier line takes along has no separate line.
 */
export function linesOfDay<Day extends { id: number; others: readonly { id: number }[] }>(days: readonly Day[]): Day[] {
  const taken = new Set<number>();
  return days.filter(({ id, others }) => {
    if (taken.has(id)) return false;
    for (const other of others) taken.add(other.id);
    return true;
  });
}

/** Returns the options for a day of a job who also fit each of its other days. Without other days, these are all. */
export function fitAllDays<One extends { id: number }>(
  options: readonly One[],
  others: readonly ReadonlySet<number>[],
): One[] {
  return options.filter(({ id }) => others.every((eligible) => eligible.has(id)));
}

/** The other days of a job that a line of a plan takes along: as the plan knew them, and as they are now. */
export interface DaysOfLine {
  planned: readonly { vacancyId: number; version: number }[];
  /** The other days that an assignment takes along now. */
  together: readonly { id: number; date: string; version: number }[];
  /** All days of the job that exist. It is empty for a class outside a job. */
  job: readonly Pick<JobDay, 'id' | 'date' | 'status'>[];
}

/**
 * Returns the sentence that says why a line no longer has the days that the plan knew: one of them was taken or edited,
 * or a day was added or removed. Returns null if they are the same.
 */
export function jobChangedBecause({ planned, together, job }: DaysOfLine): string | null {
  for (const { vacancyId, version } of planned) {
    const now = together.find(({ id }) => id === vacancyId);
    if (now !== undefined && now.version !== version)
      return `One day of this job was edited: ${formatShortDate(now.date)}.`;
    const day = job.find(({ id }) => id === vacancyId);
    if (now === undefined && day?.status === 'pending_approval')
      return otherDayRefused(day.date, refusal('already_requested').sentence);
    if (now === undefined && day?.status === 'filled')
      return otherDayRefused(day.date, refusal('already_filled').sentence);
  }
  const isSame =
    planned.length === together.length && planned.every((one) => together.some(({ id }) => id === one.vacancyId));
  return isSame ? null : 'The days of this job have changed.';
}
