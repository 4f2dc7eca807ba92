import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fitAllDays,
  inOverlappingGroups,
  jobChangedBecause,
  linesOfDay,
  planDay,
  type PlanChoice,
  type PlannedClass,
  pricing,
  scarcityPrices,
} from './day-plan.ts';

const of = (id: number, ...options: [number, number][]): PlannedClass => ({
  id,
  options: options.map(([substituteId, points]) => ({ substituteId, points })),
});
const proposed = (classes: readonly PlannedClass[], choices: readonly PlanChoice[] = []) =>
  planDay(classes, choices).map(({ substituteId }) => substituteId);

describe('the plan of a day', () => {
  test('covers as many classes as possible before it gives anyone their best', () => {
    expect(proposed([of(1, [7, 9], [8, 1]), of(2, [7, 8])])).toEqual([8, 7]);
  });

  test('gives each class its best substitute where no one is needed twice', () => {
    expect(proposed([of(1, [7, 9], [8, 1]), of(2, [9, 2], [7, 1])])).toEqual([7, 9]);
  });

  test('leaves a class without anyone eligible uncovered', () => {
    expect(planDay([of(1), of(2, [7, 1])], [])).toEqual([
      { vacancyId: 1, substituteId: null, alternatives: [] },
      { vacancyId: 2, substituteId: 7, alternatives: [] },
    ]);
  });

  test('shows two others for each class, starting with those whom no other class needs', () => {
    const [first] = planDay([of(1, [7, 9], [8, 5], [9, 4], [6, 1]), of(2, [8, 9])], []);
    expect(first).toEqual({ vacancyId: 1, substituteId: 7, alternatives: [9, 6] });
  });

  test('is the same with the 200 best of each class as with everyone of a large school, and keeps a choice beyond them', () => {
    const all = Array.from({ length: 900 }, (_, nth): [number, number] => [nth + 1, 900 - nth]);
    const day = (most: number) => Array.from({ length: 30 }, (_, nth) => of(nth + 1, ...all.slice(0, most)));
    expect(planDay(day(900), [])).toEqual(planDay(day(200), []));
    expect(planDay(day(900), [{ vacancyId: 2, substituteId: 777 }])[1]?.substituteId).toBe(777);
  });

  test('plans the rest around a choice', () => {
    const classes = [of(1, [7, 9], [8, 1]), of(2, [8, 9], [7, 2])];
    expect(proposed(classes)).toEqual([7, 8]);
    expect(proposed(classes, [{ vacancyId: 1, substituteId: 8 }])).toEqual([8, 7]);
    expect(proposed(classes, [{ vacancyId: 1, substituteId: null }])).toEqual([null, 8]);
  });

  test('ignores a choice of someone who is not eligible, and the earlier of two choices of one person', () => {
    const classes = [of(1, [7, 9], [8, 1]), of(2, [7, 8], [8, 2])];
    expect(proposed(classes, [{ vacancyId: 1, substituteId: 99 }])).toEqual(proposed(classes));
    expect(proposed(classes, [{ vacancyId: 3, substituteId: 7 }])).toEqual(proposed(classes));
    const both = [
      { vacancyId: 1, substituteId: 7 },
      { vacancyId: 2, substituteId: 7 },
    ];
    expect(proposed(classes, both)).toEqual([8, 7]);
  });

  test('names no one twice, only eligible people, and keeps every valid choice', () => {
    const option = fc.record({
      substituteId: fc.integer({ min: 1, max: 9 }),
      points: fc.double({ min: -9, max: 9, noNaN: true }),
    });
    const options = fc.uniqueArray(option, { selector: ({ substituteId }) => substituteId, maxLength: 9 });
    const day = fc.array(options, { maxLength: 7 }).map((all) => all.map((each, id) => ({ id, options: each })));
    const choice = fc.record({ vacancyId: fc.nat(6), substituteId: fc.option(fc.integer({ min: 1, max: 9 })) });
    const choices = fc.uniqueArray(choice, { selector: ({ vacancyId }) => vacancyId, maxLength: 4 });
    fc.assert(
      fc.property(day, choices, (classes, own) => {
        const lines = planDay(classes, own);
        const named = lines.flatMap(({ substituteId }) => (substituteId === null ? [] : [substituteId]));
        expect(new Set(named).size).toBe(named.length);
        for (const [nth, { substituteId, alternatives }] of lines.entries()) {
          const eligible = classes[nth]?.options.map((each) => each.substituteId) ?? [];
          if (substituteId !== null) expect(eligible).toContain(substituteId);
          for (const other of alternatives) expect(eligible).toContain(other);
          expect(alternatives).not.toContain(substituteId);
        }
        for (const { vacancyId, substituteId } of own) {
          const isRepeated = own.filter((each) => each.substituteId === substituteId).length > 1;
          const isEligible = classes[vacancyId]?.options.some((each) => each.substituteId === substituteId) === true;
          if (substituteId === null || (isEligible && !isRepeated))
            expect(lines.find((line) => line.vacancyId === vacancyId)?.substituteId ?? null).toBe(substituteId);
        }
      }),
    );
  });
});

describe('the scarcity prices of a day', () => {
  type Options = PlannedClass['options'];
  const pricesOf = (...classes: [number, number][][]) =>
    Object.fromEntries(scarcityPrices(classes.map((options) => of(0, ...options).options)));

  test.each<[string, [number, number][][], Record<number, number>]>([
    ['no class', [], {}],
    [
      'one class alone',
      [
        [
          [7, 9],
          [8, 1],
        ],
      ],
      {},
    ],
    [
      'two classes that want different people',
      [
        [
          [7, 9],
          [8, 1],
        ],
        [
          [8, 9],
          [7, 1],
        ],
      ],
      {},
    ],
    [
      'a class that can take someone nearly as good',
      [
        [
          [7, 5],
          [8, 4],
        ],
        [[7, 5]],
      ],
      { 7: 1 },
    ],
    [
      'two such classes: the price is the lower loss',
      [
        [
          [7, 5],
          [8, 3],
        ],
        [
          [7, 5],
          [9, 4],
        ],
      ],
      { 7: 1 },
    ],
    [
      'three: the price is the higher loss of the two that go without',
      [
        [
          [7, 5],
          [8, 4],
        ],
        [
          [7, 5],
          [9, 3],
        ],
        [[7, 5]],
      ],
      { 7: 2 },
    ],
    [
      'a chain of classes, in which the replacement is needed by another class, too',
      [
        [[7, 5]],
        [
          [7, 5],
          [8, 4],
        ],
        [
          [8, 5],
          [9, 4],
        ],
      ],
      { 7: 2, 8: 1 },
    ],
    ['a class that has no one else', [[[7, 5]], [[7, 4]]], { 7: pricing.highest }],
    ['a class without anyone', [[], [[7, 5]]], {}],
    [
      'someone asked for by name, whom no other class needs',
      [
        [
          [7, 1005],
          [8, 4],
        ],
        [
          [7, 5],
          [8, 5],
        ],
      ],
      {},
    ],
  ])('with %s', (_, classes, prices) => {
    expect(pricesOf(...classes)).toEqual(prices);
  });

  const option = fc.record({ substituteId: fc.integer({ min: 1, max: 12 }), points: fc.integer({ min: -9, max: 9 }) });
  const classes = fc.array(fc.uniqueArray(option, { selector: ({ substituteId }) => substituteId, maxLength: 12 }), {
    maxLength: 8,
  });

  test('are what the others lose if one class takes a person, up to the highest price, whatever the order', () => {
    /** As many classes covered as possible, then the most points, with one more person who is like `twin`. */
    const worth = (day: readonly Options[], twin: number | null) => {
      const both = day.map((options) => [
        ...options,
        ...options.flatMap((one) => (one.substituteId === twin ? [{ ...one, substituteId: 99 }] : [])),
      ]);
      const lines = planDay(
        both.map((options, id) => ({ id, options })),
        [],
      );
      return lines.reduce((sum, { vacancyId, substituteId }) => {
        const taken = both[vacancyId]?.find((one) => one.substituteId === substituteId);
        return sum + (taken === undefined ? 0 : pricing.covered + taken.points);
      }, 0);
    };
    fc.assert(
      fc.property(classes, fc.integer({ min: 2 ** 20, max: 2 ** 31 - 1 }), (day, seed) => {
        const prices = scarcityPrices(day);
        for (let id = 1; id <= 12; id += 1) {
          const gain = worth(day, id) - worth(day, null);
          expect(prices.get(id) ?? 0).toBe(Math.min(gain, pricing.highest));
        }
        const shuffled = <One>(list: readonly One[]) =>
          list
            .map((one, nth) => ({ one, at: Math.imul(nth + 1, seed) }))
            .toSorted((x, y) => x.at - y.at)
            .map(({ one }) => one);
        expect(scarcityPrices(shuffled(day.map(shuffled)))).toEqual(prices);
      }),
      { numRuns: 300 },
    );
  });

  test('are the same with the 30 best of each class as with all of them', () => {
    const many = Array.from({ length: 90 }, (_, nth): [number, number] => [nth + 1, -nth]);
    const day = [many, many, many.toReversed()];
    expect(pricesOf(...day)).toEqual({ 1: 2, 2: 1 });
    expect(pricesOf(...day.map((options) => options.filter(([, points]) => points > -30)))).toEqual({ 1: 2, 2: 1 });
  });
});

describe('classes that overlap', () => {
  const at = (from: number, until: number) => ({ startsAt: new Date(from), endsAt: new Date(until) });
  const groups = (...classes: [number, number][]) =>
    inOverlappingGroups(classes.map(([from, until]) => at(from, until))).map((group) =>
      group.map(({ startsAt, endsAt }) => [startsAt.getTime(), endsAt.getTime()]),
    );

  test.each<[string, [number, number][], [number, number][][]]>([
    ['none', [], []],
    [
      'a morning and an afternoon',
      [
        [5, 9],
        [1, 5],
      ],
      [[[1, 5]], [[5, 9]]],
    ],
    [
      'a full day joins them',
      [
        [5, 9],
        [1, 5],
        [2, 8],
      ],
      [
        [
          [1, 5],
          [2, 8],
          [5, 9],
        ],
      ],
    ],
    [
      'a short class within a long one',
      [
        [1, 9],
        [2, 3],
        [8, 10],
        [10, 11],
      ],
      [
        [
          [1, 9],
          [2, 3],
          [8, 10],
        ],
        [[10, 11]],
      ],
    ],
  ])('are in one group: %s', (_, classes, expected) => {
    expect(groups(...classes)).toEqual(expected);
  });

  test('are never in different groups', () => {
    const span = fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 9 })).map(([from, long]) => at(from, from + long));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), (classes) => {
        const found = inOverlappingGroups(classes);
        expect(found.flat().toSorted((x, y) => classes.indexOf(x) - classes.indexOf(y))).toEqual(classes);
        for (const [nth, group] of found.entries()) {
          const until = Math.max(...group.map(({ endsAt }) => endsAt.getTime()));
          for (const later of found.slice(nth + 1).flat())
            expect(later.startsAt.getTime()).toBeGreaterThanOrEqual(until);
          for (const one of group.slice(1))
            expect(
              group.some((other) => other !== one && other.startsAt < one.endsAt && one.startsAt < other.endsAt),
            ).toBe(true);
        }
      }),
    );
  });
});

describe('a multi-day job in the plan', () => {
  test('is one line, even if two of its days are on this date', () => {
    const day = (id: number, ...others: number[]) => ({ id, others: others.map((other) => ({ id: other })) });
    const ids = (days: ReturnType<typeof day>[]) => linesOfDay(days).map(({ id }) => id);
    expect(ids([])).toEqual([]);
    expect(ids([day(1), day(2, 8, 9), day(3)])).toEqual([1, 2, 3]);
    expect(ids([day(1, 2, 9), day(2, 1, 9), day(3)])).toEqual([1, 3]);
  });

  test('has the people who fit every day, in the same order', () => {
    const person = fc.record({ id: fc.integer({ min: 1, max: 9 }) });
    const days = fc.array(
      fc.uniqueArray(fc.integer({ min: 1, max: 9 })).map((ids) => new Set(ids)),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.uniqueArray(person, { selector: ({ id }) => id }), days, (options, others) => {
        const fit = fitAllDays(options, others);
        expect(fit).toEqual(options.filter((one) => fit.includes(one)));
        for (const one of options) expect(fit.includes(one)).toBe(!others.some((eligible) => !eligible.has(one.id)));
      }),
    );
    expect(fitAllDays([{ id: 7 }], [])).toEqual([{ id: 7 }]);
  });

  const [tuesday, wednesday] = [
    { id: 2, date: '2026-12-01', version: 1 },
    { id: 3, date: '2026-12-02', version: 1 },
  ];
  const planned = [
    { vacancyId: 2, version: 1 },
    { vacancyId: 3, version: 1 },
  ];
  const open = [
    { id: 1, date: '2026-11-30', status: 'open' as const },
    { ...tuesday, status: 'open' as const },
    { ...wednesday, status: 'open' as const },
  ];
  const job = (status: 'filled' | 'pending_approval' | 'open') =>
    open.map((day) => (day.id === 3 ? { ...day, status } : day));
  const whole = "One substitute takes every day of this job, and one day isn't possible. Wed, Dec 2: ";
  test.each([
    ['nothing changed', { planned, together: [tuesday, wednesday], job: open }, null],
    ['a single class', { planned: [], together: [], job: [] }, null],
    [
      'a day was filled',
      { planned, together: [tuesday], job: job('filled') },
      `${whole}This vacancy has just been filled.`,
    ],
    [
      'a day was requested',
      { planned, together: [tuesday], job: job('pending_approval') },
      `${whole}This vacancy has just been requested by someone else.`,
    ],
    [
      'a day was edited',
      { planned, together: [{ ...tuesday, version: 2 }, wednesday], job: open },
      'One day of this job was edited: Tue, Dec 1.',
    ],
    ['colleagues cover a day', { planned, together: [tuesday], job: open }, 'The days of this job have changed.'],
    [
      'a day was canceled',
      { planned, together: [tuesday], job: open.slice(0, 2) },
      'The days of this job have changed.',
    ],
    ['all other days are gone', { planned, together: [], job: [] }, 'The days of this job have changed.'],
    ['a day is open again', { planned: [], together: [tuesday], job: open }, 'The days of this job have changed.'],
  ])('is sent only with the days that the plan knew: %s', (_, days, sentence) => {
    expect(jobChangedBecause(days)).toBe(sentence);
  });
});
