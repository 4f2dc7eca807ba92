import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeOfDays,
  changesOfDays,
  consecutiveDays,
  daysInWords,
  daysTogether,
  type JobDay,
  jobInWords,
  notesOnOtherDay,
  otherDayNotSwapped,
  otherDayRefused,
  remainingDays,
  sharedDays,
} from './job-days.ts';
import { addDays } from './time.ts';

const thanksgiving = [{ from: '2026-11-26', to: '2026-11-27', name: 'Thanksgiving' }];

describe('days in a row', () => {
  it.each([
    ['none', [], []],
    ['one', ['2026-11-30'], [['2026-11-30']]],
    ['neighbors', ['2026-11-30', '2026-12-01'], [['2026-11-30', '2026-12-01']]],
    ['in any order, and twice', ['2026-12-01', '2026-11-30', '2026-12-01'], [['2026-11-30', '2026-12-01']]],
    ['across a weekend', ['2026-12-04', '2026-12-07'], [['2026-12-04', '2026-12-07']]],
    ['across closed days', ['2026-11-25', '2026-11-30'], [['2026-11-25', '2026-11-30']]],
    ['with a Saturday in between', ['2026-12-04', '2026-12-05'], [['2026-12-04', '2026-12-05']]],
    ['with a school day in between', ['2026-11-30', '2026-12-02'], [['2026-11-30'], ['2026-12-02']]],
    [
      'two rows',
      ['2026-11-30', '2026-12-01', '2026-12-03', '2026-12-04'],
      [
        ['2026-11-30', '2026-12-01'],
        ['2026-12-03', '2026-12-04'],
      ],
    ],
  ])('%s', (_, dates, rows) => {
    expect(consecutiveDays(dates, thanksgiving)).toEqual(rows);
  });

  it('keep each date exactly once, in order, whatever they are', () => {
    const dates = fc.array(fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-11-01', days)));
    fc.assert(
      fc.property(dates, (some) => {
        const rows = consecutiveDays(some, thanksgiving);
        expect(rows.flat()).toEqual([...new Set(some)].toSorted());
        expect(consecutiveDays(rows.flat(), thanksgiving)).toEqual(rows);
      }),
    );
  });
});

describe('the change of a job since its reader saw its days', () => {
  const at = (date: string, startTime = '08:00') => ({ date, startTime, endTime: '15:00' });
  const [monday, tuesday, wednesday] = [at('2026-11-30'), at('2026-12-01'), at('2026-12-02')];
  const seen = [monday, tuesday, wednesday];
  it.each([
    ['none', seen, null],
    [
      'another day',
      [monday, tuesday, at('2026-12-04')],
      'It now includes Fri, Dec 4, 8:00 AM – 3:00 PM. It no longer includes Wed, Dec 2.',
    ],
    ['another time', [monday, at('2026-12-01', '12:30'), wednesday], 'It now includes Tue, Dec 1, 12:30 PM – 3:00 PM.'],
    ['fewer days', [monday], 'It no longer includes Tue, Dec 1; Wed, Dec 2.'],
  ])('%s', (_, now, change) => {
    expect(
      changeOfDays(
        seen,
        now.filter((day) => day !== undefined),
      ),
    ).toBe(change);
  });
});

const now = new Date('2026-11-29T12:00:00Z');
const day = (id: number, parts: Partial<JobDay> = {}): JobDay => ({
  id,
  date: addDays('2026-11-29', id),
  startsAt: now.getTime() + id * 86_400_000,
  endsAt: now.getTime() + id * 86_400_000 + 25_200_000,
  status: 'open',
  substituteId: null,
  requestedById: null,
  confirmed: null,
  coveredInside: false,
  ...parts,
});
const ids = (days: readonly JobDay[]) => days.map(({ id }) => id);

describe('an action on one day acts on', () => {
  const filled = (id: number, parts: Partial<JobDay> = {}) =>
    day(id, { status: 'filled', substituteId: 7, confirmed: true, ...parts });
  it.each([
    ['all open days', 'vacancy.request', [day(1), day(2), day(3)], [1, 2, 3]],
    ['the others that are open', 'vacancy.request', [day(1), filled(2), day(3)], [1, 3]],
    ['no day that colleagues cover', 'vacancy.decline', [day(1), day(2, { coveredInside: true })], [1]],
    ['itself, even if colleagues cover it', 'vacancy.assign', [day(1, { coveredInside: true }), day(2)], [1, 2]],
    ['no day that has begun', 'vacancy.request', [day(1), day(2, { startsAt: now.getTime() })], [1]],
    ['itself, even if it has begun', 'vacancy.release', [filled(1, { startsAt: 0 }), filled(2)], [1, 2]],
    [
      'the days of the same request',
      'vacancy.approve',
      [
        day(1, { status: 'pending_approval', requestedById: 7 }),
        day(2, { status: 'pending_approval', requestedById: 7 }),
        day(3, { status: 'pending_approval', requestedById: 8 }),
      ],
      [1, 2],
    ],
    [
      'the days of the same substitute',
      'vacancy.release',
      [filled(1), filled(2, { substituteId: 8 }), filled(3)],
      [1, 3],
    ],
    ['answered and unanswered days alike', 'vacancy.release', [filled(1), filled(2, { confirmed: false })], [1, 2]],
    ['unanswered days only', 'vacancy.confirm', [filled(1, { confirmed: false }), filled(2)], [1]],
    ['itself only, if it is edited', 'vacancy.edit', [day(1), day(2)], [1]],
    ['itself only, if it is deleted', 'vacancy.remove', [day(1), day(2)], [1]],
    ['nothing, if it isn’t a day of the job', 'vacancy.request', [day(2), day(3)], []],
  ] as const)('%s (%s)', (_, action, days, expected) => {
    expect(ids(daysTogether({ id: 1 }, days, now, action))).toEqual(expected);
  });

  it('the same days, whichever of them it names', () => {
    const some = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 9 }),
        status: fc.constantFrom('open' as const, 'filled' as const),
        person: fc.integer({ min: 1, max: 2 }),
      }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(some, (list) => {
        const days = list.map(({ id, status, person }) =>
          day(id, status === 'open' ? {} : { status, substituteId: person, confirmed: true }),
        );
        for (const one of days) {
          const together = daysTogether(one, days, now, 'vacancy.release');
          expect(ids(together)).toContain(one.id);
          for (const other of together)
            expect(ids(daysTogether(other, days, now, 'vacancy.release'))).toEqual(ids(together));
        }
      }),
    );
  });

  it('days in the order in which they begin', () => {
    const days = [
      day(1, { startsAt: now.getTime() + 5 }),
      day(2, { startsAt: now.getTime() + 5 }),
      day(3, { startsAt: now.getTime() + 1 }),
    ];
    expect(ids(daysTogether({ id: 2 }, days, now))).toEqual([3, 1, 2]);
  });
});

describe('two substitutes are swapped together on', () => {
  /** Returns days of a job that this substitute works. */
  const job = (substituteId: number, numbers: readonly number[], parts: Partial<JobDay> = {}) =>
    numbers.map((n) =>
      day(100 * substituteId + n, {
        date: addDays('2026-11-29', n),
        startsAt: now.getTime() + n * 86_400_000,
        status: 'filled',
        substituteId,
        confirmed: true,
        ...parts,
      }),
    );
  const shared = (one: readonly JobDay[], other: readonly JobDay[], nth = 0) => {
    const [first, second] = [one[nth], other[nth]];
    if (first === undefined || second === undefined) return [];
    return sharedDays({ day: first, job: one }, { day: second, job: other }, now).map((pair) => ids(pair));
  };

  it.each([
    [
      'each date that both jobs have',
      job(1, [1, 2, 3]),
      job(2, [1, 2]),
      [
        [101, 201],
        [102, 202],
      ],
    ],
    ['no day of a third substitute', job(1, [1, 2]), [...job(2, [1]), ...job(3, [2])], [[101, 201]]],
    ['no day without a substitute', [...job(1, [1]), day(2)], job(2, [1, 2]), [[101, 201]]],
    ['no other day that has begun', job(1, [1]), [...job(2, [1]), ...job(2, [0])], [[101, 201]]],
    ['the day itself, even if it has begun', job(1, [0]), job(2, [0]), [[100, 200]]],
  ])('%s', (_, one, other, pairs) => {
    expect(shared(one, other)).toEqual(pairs);
  });

  it('the same days in order, whichever of them is named', () => {
    const [one, other] = [job(1, [1, 2, 3]), job(2, [1, 2, 3])];
    expect(shared(one, other, 2)).toEqual(shared(one, other, 0));
    expect(shared(one, other, 1)).toEqual([
      [101, 201],
      [102, 202],
      [103, 203],
    ]);
  });
});

describe('an edit of all remaining days', () => {
  it('concerns the day itself and all that haven’t begun, in any state, in their order', () => {
    const days = [
      day(1, { startsAt: now.getTime() - 2 }),
      day(4, { startsAt: now.getTime() + 2 }),
      day(2, { startsAt: now.getTime() }),
      day(3, { startsAt: now.getTime() + 1, status: 'filled', substituteId: 7 }),
    ];
    expect(ids(remainingDays({ id: 4 }, days, now))).toEqual([3, 4]);
    expect(ids(remainingDays({ id: 1 }, days, now))).toEqual([1, 3, 4]);
  });

  it('lists a change once if all days share it, and every other change with its date', () => {
    expect(changesOfDays([])).toEqual([]);
    expect(changesOfDays([{ date: '2026-12-01', changes: ['A', 'B'] }])).toEqual(['A', 'B']);
    expect(
      changesOfDays([
        { date: '2026-12-01', changes: ['A', 'B'] },
        { date: '2026-12-02', changes: ['C', 'B'] },
      ]),
    ).toEqual(['B', 'Tue, Dec 1: A', 'Wed, Dec 2: C']);
  });

  it('loses no change of any day, and repeats none', () => {
    const changes = fc.uniqueArray(fc.constantFrom<string[]>('A', 'B', 'C', 'D'));
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 5 }), (lists) => {
        const days = lists.map((list, nth) => ({ date: addDays('2026-11-30', nth), changes: list }));
        const lines = changesOfDays(days);
        expect(new Set(lines).size).toBe(lines.length);
        for (const list of lists)
          for (const change of list) expect(lines.some((line) => line.endsWith(change))).toBe(true);
        for (const line of lines.filter((each) => !each.includes(':')))
          expect(lists.every((list) => list.includes(line))).toBe(true);
      }),
    );
  });

  it('adds to each description, and replaces it only if the text itself changed', () => {
    expect(notesOnOtherDay({ before: 'Desk.', after: 'Desk. Keys.', other: 'Shelf.' })).toBe('Shelf. Keys.');
    expect(notesOnOtherDay({ before: 'Desk.', after: 'Board.', other: 'Shelf.' })).toBe('Board.');
    expect(notesOnOtherDay({ before: '', after: 'Board.', other: 'Shelf.' })).toBe('Board.');
  });
});

it('are named by their number, the first and the last', () => {
  const dates = ['2026-11-30', '2026-12-01', '2026-12-02'];
  expect(daysInWords(dates)).toBe('3 days, Mon, Nov 30 to Wed, Dec 2');
  expect(jobInWords(dates)).toBe('Part of a 3-day job, Mon, Nov 30 to Wed, Dec 2');
  expect([daysInWords(['2026-11-30']), jobInWords([])]).toEqual([null, null]);
  expect(otherDayRefused('2026-12-01', 'This overlaps with another assignment.')).toBe(
    "One substitute takes every day of this job, and one day isn't possible. Tue, Dec 1: This overlaps with another assignment.",
  );
  expect(otherDayNotSwapped('2026-12-01', 'It has begun.')).toBe(
    'No one was swapped, because one of the days can’t be swapped. Tue, Dec 1: It has begun.',
  );
});
