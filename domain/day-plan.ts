import { bestPlan, type Option } from './assignment.ts';

/** An uncovered class of the day, and who can cover it. */
export interface PlannedClass {
  id: number;
  /** The eligible substitutes, with their points from `rank`. */
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

/** The most classes in a plan, earliest first, which bounds its cost. The others can be planned once these are sent. */
export const mostPlanned = 30;

/** The most options of a class that enter the plan. With 30 classes, the 200 best are always enough. */
const mostOptions = 200;
const alternativesShown = 2;
/** This is higher than any sum of points, so as many classes as possible are covered. */
const uncovered = 1e9;

/**
 * Returns the day's best plan: as many classes covered as possible, then the most points, no substitute twice. It keeps the
 * choices and plans the rest around them. It ignores a choice of someone who isn't eligible. If one person is chosen twice, the
 * later choice counts.
 */
export function planDay(classes: readonly PlannedClass[], choices: readonly PlanChoice[]): PlannedLine[] {
  const chosen = fixed(classes, choices);
  const taken = new Set([...chosen.values()].filter((id) => id !== null));
  const options = classes.map((one) => optionsOf(one, chosen, taken));
  const people = [...new Set(options.flatMap((each) => each.map(({ substituteId }) => substituteId)))];
  const place = new Map(people.map((id, nth) => [id, nth]));
  const indexed = options.map((each) =>
    each.map(({ substituteId, points }): Option => ({ substitute: place.get(substituteId) ?? -1, cost: -points })),
  );
  const plan = bestPlan(indexed, people.length, uncovered);
  const used = new Set(plan.chosen.map((nth) => people[nth ?? -1]));
  return classes.map(({ id, options: all }, nth) => {
    const own = people[plan.chosen[nth] ?? -1] ?? null;
    // People whom another class of the plan needs come last.
    const others = all
      .filter(({ substituteId }) => substituteId !== own && !taken.has(substituteId))
      .toSorted((x, y) => Number(used.has(x.substituteId)) - Number(used.has(y.substituteId)) || y.points - x.points);
    return {
      vacancyId: id,
      substituteId: own,
      alternatives: others.slice(0, alternativesShown).map(({ substituteId }) => substituteId),
    };
  });
}

function fixed(classes: readonly PlannedClass[], choices: readonly PlanChoice[]): Map<number, number | null> {
  const eligible = new Map(
    classes.map(({ id, options }) => [id, new Set(options.map(({ substituteId }) => substituteId))]),
  );
  const chosen = new Map<number, number | null>();
  for (const { vacancyId, substituteId } of choices) {
    if (substituteId === null) chosen.set(vacancyId, null);
    else if (eligible.get(vacancyId)?.has(substituteId) === true) {
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
  return options.filter(({ substituteId }) => !taken.has(substituteId)).slice(0, mostOptions);
}
