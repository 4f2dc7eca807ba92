import { bestPlan, type Option } from './assignment.ts';

/** An uncovered class of the day, and who can cover it. */
export interface PlannedClass {
  id: number;
  /** Those who are eligible, with their points by `rank`. */
  options: readonly { substituteId: number; points: number }[];
}

/** The reader's own choice for a class. Null leaves it out of the plan. */
export interface PlanChoice {
  vacancyId: number;
  substituteId: number | null;
}

/** The proposal for a class: a substitute, or null where no one is left, and others for it, those first whom no other class needs. */
export interface PlannedLine {
  vacancyId: number;
  substituteId: number | null;
  alternatives: number[];
}

/** A plan has at most so many classes, the earliest first, so that its cost is bounded. The others follow once these are sent. */
export const mostPlanned = 30;

/** So many options of a class enter the plan. With 30 classes, the 200 best always have enough for all of them. */
const mostOptions = 200;
const alternativesShown = 2;
/** Above every sum of points, so as many classes as possible are covered. */
const uncovered = 1e9;

/**
 * The day's best plan: as many classes covered as possible, then the most points, no substitute twice. The choices hold, and the rest is
 * planned around them. A choice of someone who isn't eligible counts for nothing, and of two choices of one person, the later one counts.
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
    // Those whom another class of the plan needs come last.
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
