import fc from 'fast-check';
import { munkres } from 'munkres';
import { describe, expect, test } from 'vitest';
import { bestPlan, type Option, type Plan } from './assignment.ts';

/** This is higher than every chain of options in these tests, so as many classes as possible are covered. */
const uncovered = 1000;

/** Returns the cheapest of all plans, found by trying each. */
function cheapest(classes: readonly (readonly Option[])[], used: readonly number[] = []): number {
  const [first, ...rest] = classes;
  if (first === undefined) return 0;
  return Math.min(
    uncovered + cheapest(rest, used),
    ...first
      .filter(({ substitute }) => !used.includes(substitute))
      .map(({ substitute, cost }) => cost + cheapest(rest, [...used, substitute])),
  );
}

/** The duals prove a plan: no option is cheaper than its class's cost, and both sums are the same. */
function expectProof(classes: readonly (readonly Option[])[], plan: Plan, atMost: number): void {
  const taken = plan.chosen.filter((one) => one !== null);
  expect(new Set(taken).size).toBe(taken.length);
  for (const [nth, options] of classes.entries()) {
    const own = plan.classCosts[nth] ?? NaN;
    expect(own).toBeLessThanOrEqual(atMost);
    for (const { substitute, cost } of options)
      expect(own).toBeLessThanOrEqual(cost + (plan.scarcity[substitute] ?? NaN));
  }
  for (const [substitute, price] of plan.scarcity.entries()) {
    expect(price).toBeGreaterThanOrEqual(0);
    if (!taken.includes(substitute)) expect(price).toBe(0);
  }
  const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
  expect(sum(plan.classCosts) - sum(plan.scarcity)).toBe(plan.cost);
}

const day = (most: { classes: number; substitutes: number; cost: number }) =>
  fc.integer({ min: 1, max: most.substitutes }).chain((substitutes) =>
    fc.record({
      substitutes: fc.constant(substitutes),
      classes: fc.array(
        fc.array(
          fc.record({
            substitute: fc.integer({ min: 0, max: substitutes - 1 }),
            cost: fc.integer({ min: -5, max: most.cost }),
          }),
          { maxLength: 6 },
        ),
        { maxLength: most.classes },
      ),
    }),
  );

describe("a day's plan", () => {
  test('costs as much as another solver’s, at sizes too large to try every plan', () => {
    fc.assert(
      fc.property(day({ classes: 25, substitutes: 40, cost: 30 }), ({ classes, substitutes }) => {
        // A dense table: a column for each substitute, and one for each class that stays uncovered.
        const costs = classes.map((options) => {
          const row = Array.from({ length: substitutes + classes.length }, () => uncovered);
          for (const { substitute, cost } of options) row[substitute] = Math.min(row[substitute] ?? uncovered, cost);
          return row;
        });
        const other = costs.length === 0 ? [] : munkres(costs);
        const cost = other.reduce((sum, [row, column]) => sum + (costs[row]?.[column] ?? NaN), 0);
        expect(bestPlan(classes, substitutes, uncovered).cost).toBe(cost);
      }),
      { numRuns: 200 },
    );
  });

  test('is as cheap as the cheapest of all plans', () => {
    fc.assert(
      fc.property(day({ classes: 6, substitutes: 6, cost: 20 }), ({ classes, substitutes }) => {
        const plan = bestPlan(classes, substitutes, uncovered);
        expect(plan.cost).toBe(cheapest(classes));
        expectProof(classes, plan, uncovered);
      }),
      { numRuns: 300 },
    );
  });

  test('is proven optimal by its prices at any size, and leaves a class uncovered where that is cheaper', () => {
    fc.assert(
      fc.property(
        day({ classes: 60, substitutes: 50, cost: 30 }),
        fc.integer({ min: 0, max: 40 }),
        ({ classes, substitutes }, cheap) => {
          expectProof(classes, bestPlan(classes, substitutes, cheap), cheap);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('gives a class its only substitute, even if another class prefers them', () => {
    const plan = bestPlan(
      [
        [
          { substitute: 0, cost: 1 },
          { substitute: 1, cost: 9 },
        ],
        [{ substitute: 0, cost: 5 }],
      ],
      3,
      uncovered,
    );
    expect(plan).toMatchObject({ chosen: [1, 0], cost: 14 });
    // If another class takes the first substitute, the first class gets the second one.
    expect(plan.scarcity).toEqual([8, 0, 0]);
  });

  test('of a day without classes or without substitutes is empty', () => {
    expect(bestPlan([], 2, uncovered)).toEqual({ chosen: [], cost: 0, scarcity: [0, 0], classCosts: [] });
    expect(bestPlan([[]], 0, 7)).toEqual({ chosen: [null], cost: 7, scarcity: [], classCosts: [7] });
  });

  test('refuses an option that names no substitute of the day', () => {
    expect(() => bestPlan([[{ substitute: 2, cost: 0 }]], 2, 7)).toThrow('No substitute of the day: 2');
    expect(() => bestPlan([[{ substitute: -1, cost: 0 }]], 2, 7)).toThrow(RangeError);
  });
});
