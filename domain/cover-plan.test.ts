import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bell, periodsOn } from './bell.ts';
import {
  type Colleague,
  type CoverDay,
  coverOrders,
  coverRank,
  defaultCoverRules,
  inCoverOrder,
  spareOf,
} from './cover.ts';
import { fits, mostPeriods, planPeriods } from './cover-plan.ts';
import type { Slot, SlotKind } from './timetable.ts';

const date = '2026-11-23';
const someone: Colleague = {
  id: 1,
  fullName: 'A',
  slots: [],
  consent: 'ask',
  neverOn: [],
  bookings: null,
  isVolunteer: false,
  since: null,
  absences: [],
  covers: [],
  saidNo: [],
  month: 0,
  year: 0,
};
const slot = (period: string, kind: SlotKind): Slot => ({ period, days: [], kind, title: '', room: '', size: null });

/** Periods of these lengths, one after the other. */
function bellOf(lengths: readonly number[]): Bell {
  let minutes = 480;
  const at = () => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const periods = lengths.map((length, nth) => {
    const start = at();
    minutes += length;
    return { period: String(nth + 1), start, end: at() };
  });
  return { schedules: [{ name: 'Regular', periods }], weekly: {}, days: [] };
}

/** Returns a small day: up to 4 periods, 4 colleagues, 6 needs. */
const smallDays = (lengths: fc.Arbitrary<number[]>, planning: fc.Arbitrary<number | null>) =>
  fc
    .record({
      lengths,
      order: fc.constantFrom(...coverOrders),
      perDay: fc.integer({ min: 1, max: 3 }),
      planningMinutes: planning,
      lunchPeriods: fc.subarray(['2', '3']),
      people: fc.array(
        fc.record({
          kinds: fc.array(fc.constantFrom<SlotKind>('planning', 'planning', 'class', 'lunch'), {
            minLength: 4,
            maxLength: 4,
          }),
          saidNo: fc.subarray(['1', '2', '3'], { maxLength: 1 }),
          month: fc.integer({ min: 0, max: 2 }),
          year: fc.integer({ min: 0, max: 2 }),
          isVolunteer: fc.boolean(),
          isBooked: fc.constantFrom(true, false, false),
          since: fc.constantFrom(null, '2001-08-01', '2015-08-01'),
        }),
        { maxLength: 4 },
      ),
      needs: fc.array(fc.constantFrom('1', '2', '3', '4'), { maxLength: 6 }),
    })
    .map(({ lengths: all, people, needs, ...rules }) => {
      const day: CoverDay = { date, bell: bellOf(all), rules: { ...defaultCoverRules, ...rules } };
      const colleagues = people.map(({ kinds, isBooked, ...person }, id): Colleague => {
        const slots = kinds.map((kind, nth) => slot(String(nth + 1), kind));
        const one = { ...someone, ...person, id, fullName: String(id) };
        // The substitute is booked for all but the last period.
        const booking = { id, start: '08:00', end: periodsOn(day.bell, date).at(-1)?.start ?? '', slots };
        return isBooked ? { ...one, isVolunteer: false, bookings: [booking] } : { ...one, slots };
      });
      const exists = needs.filter((period) => Number(period) <= all.length);
      return { day, colleagues, needs: exists.map((period) => ({ period })) };
    });

type Day = { day: CoverDay; colleagues: Colleague[]; needs: { period: string }[] };

/** Returns the periods of each colleague in a plan. */
function takenIn({ day, colleagues, needs }: Day, plan: readonly (number | null)[]) {
  return colleagues.map((_, of) =>
    periodsOn(day.bell, day.date).flatMap((period) =>
      needs.flatMap((need, at) => (plan[at] === of && need.period === period.period ? [period] : [])),
    ),
  );
}

function keepsRules(of: Day, plan: readonly (number | null)[]): boolean {
  return takenIn(of, plan).every((taken, index) => {
    const colleague = of.colleagues[index];
    if (colleague === undefined) return false;
    const spare = spareOf(colleague, of.day);
    return (
      new Set(taken).size === taken.length &&
      taken.every((period) => spare.free.includes(period) && !colleague.saidNo.includes(period.period)) &&
      fits(spare, taken)
    );
  });
}

/** Returns every plan that keeps the rules. */
function* everyPlan(of: Day, plan: (number | null)[] = []): Generator<(number | null)[]> {
  if (plan.length === of.needs.length) {
    yield plan;
    return;
  }
  for (const person of [null, ...of.colleagues.keys()]) {
    const next = [...plan, person];
    if (keepsRules({ ...of, needs: of.needs.slice(0, next.length) }, next)) yield* everyPlan(of, next);
  }
}

const covered = (plan: readonly (number | null)[]) => plan.filter((one) => one !== null).length;

/** Returns the places of a plan's turns in the school's order, last first. Smaller is fairer. */
function turnPlaces({ day, colleagues, needs }: Day, plan: readonly (number | null)[]): number[] {
  const byOrder = inCoverOrder(day.rules.order);
  const bySeniority = day.rules.order === 'seniority';
  const all = colleagues
    .flatMap((colleague, of) =>
      Array.from({ length: needs.length }, (_, nth) => ({
        of,
        nth,
        later: { ...colleague, month: colleague.month + nth, year: colleague.year + nth },
      })),
    )
    .toSorted(
      (a, b) =>
        coverRank(day.rules.order, a.later) - coverRank(day.rules.order, b.later) ||
        (bySeniority ? a.nth - b.nth : 0) ||
        byOrder(a.later, b.later) ||
        a.nth - b.nth,
    );
  const taken = takenIn({ day, colleagues, needs }, plan);
  return all.flatMap(({ of, nth }, place) => ((taken[of]?.length ?? 0) > nth ? [place] : []));
}

const equal = fc.integer({ min: 3, max: 4 }).map((count) => Array.from({ length: count }, () => 45));
const unequal = fc.array(fc.constantFrom(20, 35, 45, 90), { minLength: 3, maxLength: 4 });
const guaranteed = fc.constantFrom(null, 0, 60, 100, 300, 500, 700);

describe('planning the periods of a day', () => {
  it('covers as many periods as the best of all plans, by the colleagues who come first', () => {
    fc.assert(
      fc.property(smallDays(equal, guaranteed), (of) => {
        const plan = planPeriods(of.day, of.needs, of.colleagues);
        expect(keepsRules(of, plan)).toBe(true);
        const all = [...everyPlan(of)];
        const most = Math.max(...all.map(covered));
        expect(covered(plan)).toBe(most);
        expect(mostPeriods(of.day, of.needs, of.colleagues)).toBe(most);
        const places = turnPlaces(of, plan);
        for (const other of all.filter((each) => covered(each) === most)) {
          // No other plan has one of its turns earlier.
          for (const [nth, place] of turnPlaces(of, other).entries()) expect(places[nth]).toBeLessThanOrEqual(place);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('keeps the rules with periods of different lengths, and no plan covers more than the bound', () => {
    fc.assert(
      fc.property(smallDays(unequal, guaranteed), (of) => {
        const plan = planPeriods(of.day, of.needs, of.colleagues);
        expect(keepsRules(of, plan)).toBe(true);
        const bound = mostPeriods(of.day, of.needs, of.colleagues);
        expect(Math.max(...[...everyPlan(of)].map(covered))).toBeLessThanOrEqual(bound);
      }),
      { numRuns: 150 },
    );
  });

  it('is within 5 % of the bound on a large day', () => {
    const of = largeDay();
    const plan = planPeriods(of.day, of.needs, of.colleagues);
    expect(keepsRules(of, plan)).toBe(true);
    const bound = mostPeriods(of.day, of.needs, of.colleagues);
    expect(bound).toBeGreaterThan(150);
    expect(covered(plan)).toBeGreaterThanOrEqual(0.95 * bound);
  });

  it('gives the classes of a period to colleagues in order, and leaves the rest and unknown periods without one', () => {
    const bell = bellOf([45]);
    const day: CoverDay = { date, bell, rules: defaultCoverRules };
    const two = [1, 2].map((id): Colleague => ({ ...someone, id, fullName: String(id), slots: [slot('9', 'class')] }));
    const needs = [{ period: '1' }, { period: '1' }];
    expect(planPeriods(day, needs, two)).toEqual([0, 1]);
    expect(planPeriods(day, [...needs, { period: '1' }], two)).toEqual([0, 1, null]);
    expect(planPeriods(day, [{ period: 'unknown' }], two)).toEqual([null]);
  });

  it.each([
    ['no one said no', [], [], 0],
    ['the first in order said no to it', ['1'], [], 1],
    ['the first in order said no to another period', ['2'], [], 0],
    ['everyone said no to it', ['1'], ['1'], null],
  ])('proposes no one again for a period they said no to: %s', (_, first, second, expected) => {
    const day: CoverDay = { date, bell: bellOf([45, 45]), rules: defaultCoverRules };
    const two = [first, second].map((saidNo, id): Colleague => ({
      ...someone,
      id,
      fullName: String(id),
      slots: [slot('9', 'class')],
      saidNo,
    }));
    expect(planPeriods(day, [{ period: '1' }], two)).toEqual([expected]);
    expect(mostPeriods(day, [{ period: '1' }], two)).toBe(expected === null ? 0 : 1);
  });
});

/** 8 periods of different lengths, 60 absent teachers, 200 colleagues with two or three free periods. */
function largeDay(): Day {
  const bell = bellOf([45, 45, 50, 30, 45, 45, 50, 45]);
  const day: CoverDay = {
    date,
    bell,
    rules: { ...defaultCoverRules, perDay: 2, planningMinutes: 225, lunchPeriods: ['4', '5'] },
  };
  const colleagues = Array.from({ length: 200 }, (_, id): Colleague => ({
    ...someone,
    id,
    fullName: `Teacher ${id}`,
    month: id % 4,
    year: id % 11,
    slots: Array.from({ length: 8 }, (__, nth) =>
      slot(
        String(nth + 1),
        nth === id % 8 || nth === (id * 3 + 1) % 8 || (id % 5 === 0 && nth === 6) ? 'planning' : 'class',
      ),
    ),
  }));
  const needs = Array.from({ length: 60 }, (_, absent) =>
    Array.from({ length: 8 }, (__, nth) => nth).filter((nth) => nth !== absent % 8),
  ).flat();
  return { day, colleagues, needs: needs.map((nth) => ({ period: String(nth + 1) })) };
}
