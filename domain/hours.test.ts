import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ApprovedPay,
  countedTimes,
  differenceOf,
  type HourContext,
  hourLines,
  hourTotals,
  isChanged,
  streakHalves,
  streakKey,
  type WorkedDay,
} from './hours.ts';
import { defaultPaySettings, type PaySettings } from './pay.ts';

const ANN = 7;
const BOB = 8;

function dayOf(parts: Partial<WorkedDay> = {}): WorkedDay {
  return {
    key: 'v1',
    substituteId: ANN,
    teacherId: 20,
    date: '2026-11-23',
    start: '08:00',
    end: '15:00',
    arrived: null,
    left: null,
    attendance: null,
    entered: null,
    lateMinutes: null,
    isUnconfirmed: false,
    answer: null,
    approved: null,
    ...parts,
  };
}

function contextOf(settings: Partial<PaySettings> = {}, parts: Partial<HourContext> = {}): HourContext {
  return {
    settings: { ...defaultPaySettings, regularCents: 15_000, longTermCents: 20_000, ...settings },
    zone: 'America/New_York',
    isClosed: () => false,
    around: new Map(),
    ...parts,
  };
}

const lineOf = (day: WorkedDay, context = contextOf()) => {
  const line = hourLines([day], context).get(day.key);
  if (line === undefined) throw new Error('Every day has a line.');
  return line;
};

describe('the time of a day', () => {
  test.each([
    [{}, '08:00', '15:00'],
    [{ arrived: '08:20' }, '08:20', '15:00'],
    [{ arrived: '07:50', left: '14:00' }, '07:50', '14:00'],
    [{ arrived: '15:30' }, '08:00', '15:00'],
    [{ arrived: '08:20', entered: { start: '09:00', end: '12:00', breakMinutes: 0 } }, '09:00', '12:00'],
  ])('with %j it is %s to %s', (parts, start, end) => {
    expect(countedTimes(dayOf(parts))).toEqual({ start, end });
  });

  test('the usual break is unpaid, unless another was entered', () => {
    const context = contextOf({ breakMinutes: 30 });
    expect(lineOf(dayOf(), context)).toMatchObject({ breakMinutes: 30, minutes: 390 });
    expect(lineOf(dayOf({ entered: { start: '08:00', end: '15:00', breakMinutes: 45 } }), context)).toMatchObject({
      breakMinutes: 45,
      minutes: 375,
    });
  });

  test('a no-show pays nothing, unless times were entered', () => {
    expect(lineOf(dayOf({ attendance: 'no_show' })).cents).toBe(0);
    expect(
      lineOf(dayOf({ attendance: 'no_show', entered: { start: '08:00', end: '15:00', breakMinutes: 0 } })).cents,
    ).toBe(15_000);
  });

  test('a late cancellation pays its minutes, without a break', () => {
    const context = contextOf({ breakMinutes: 30, breakFromMinutes: 0, lateCode: 'CXL' });
    expect(lineOf(dayOf({ lateMinutes: 210 }), context)).toMatchObject({
      kind: 'late_cancellation',
      payCode: 'CXL',
      minutes: 210,
      units: 1,
      breakMinutes: 0,
    });
  });
});

describe('the reasons to look at a line', () => {
  const approved: ApprovedPay = {
    substituteId: ANN,
    kind: 'regular',
    start: '08:00',
    end: '15:00',
    minutes: 420,
    units: 2,
    cents: 15_000,
  };
  test.each<[string, Partial<WorkedDay>, string[]]>([
    ['nothing', {}, []],
    ['the substitute disputes it', { answer: 'disputed' }, ['disputed']],
    ['the substitute confirms it', { answer: 'confirmed' }, []],
    ['nobody signed in', { attendance: 'missing' }, ['not_signed_in']],
    ['a no-show', { attendance: 'no_show' }, ['not_signed_in']],
    ['signed in', { attendance: 'here' }, []],
    ['15 minutes late', { arrived: '08:15' }, []],
    ['16 minutes in all', { arrived: '08:10', left: '14:54' }, ['differs']],
    ['never confirmed', { isUnconfirmed: true }, ['unconfirmed']],
    ['too long', { entered: { start: '06:00', end: '17:00', breakMinutes: 0 } }, ['differs', 'long_day']],
    ['approved', { approved, isUnconfirmed: true, attendance: 'missing' }, []],
    ['approved, then disputed', { approved, answer: 'disputed' }, ['disputed']],
    ['approved, then someone else', { approved, substituteId: BOB }, ['changed']],
  ])('%s', (_, parts, problems) => {
    expect(lineOf(dayOf(parts)).problems).toEqual(problems);
  });

  test('two jobs at the same time, but not one after the other', () => {
    const lines = hourLines(
      [dayOf(), dayOf({ key: 'v2', start: '14:00', end: '16:00' }), dayOf({ key: 'v3', start: '16:00', end: '17:00' })],
      contextOf(),
    );
    expect([...lines.values()].map(({ problems }) => problems.includes('overlaps'))).toEqual([true, true, false]);
    const others = hourLines([dayOf(), dayOf({ key: 'v2', substituteId: BOB })], contextOf());
    expect([...others.values()].flatMap(({ problems }) => problems)).toEqual([]);
  });

  test.each<[Partial<ApprovedPay>, boolean]>([
    [{}, false],
    [{ cents: 1, minutes: 1, units: 0 }, false],
    [{ start: '08:05' }, true],
    [{ end: '14:00' }, true],
    [{ kind: 'long_term' }, true],
    [{ substituteId: BOB }, true],
  ])('approved as %j', (parts, changed) => {
    const line = lineOf(dayOf());
    expect(isChanged({ ...approved, ...parts }, ANN, line)).toBe(changed);
    expect(isChanged(approved, null, null)).toBe(true);
  });
});

describe('the lines of a period', () => {
  test('long-term days count from before the period, separately for each class', () => {
    const context = contextOf(
      { longTermDays: 2 },
      {
        around: new Map([
          [
            streakKey(dayOf()) ?? '',
            [
              { date: '2026-11-19', halves: 2 },
              { date: '2026-11-20', halves: 2 },
            ],
          ],
        ]),
      },
    );
    const lines = hourLines([dayOf(), dayOf({ key: 'v2', date: '2026-11-24', teacherId: 21 })], context);
    expect([...lines.values()].map(({ kind, cents }) => [kind, cents])).toEqual([
      ['long_term', 20_000],
      ['regular', 15_000],
    ]);
  });

  test('a half day of a long-term class and a half day elsewhere are paid at their own rates', () => {
    const context = contextOf(
      { longTermDays: 1 },
      { around: new Map([[streakKey(dayOf()) ?? '', [{ date: '2026-11-20', halves: 2 }]]]) },
    );
    const lines = hourLines([dayOf({ end: '12:00' }), dayOf({ key: 'v2', teacherId: 21, start: '12:30' })], context);
    expect([...lines.values()].map(({ cents }) => cents)).toEqual([10_000, 7500]);
  });

  test('extra hands are no teacher’s class, so they never become long-term', () => {
    const dates = ['2026-11-23', '2026-11-24', '2026-11-25'];
    const linesFor = (teacherId: number | null) => {
      const days = dates.map((date) => dayOf({ key: date, date, teacherId }));
      return [...hourLines(days, contextOf({ longTermDays: 2 })).values()].map(({ kind }) => kind);
    };
    expect(linesFor(20)).toContain('long_term');
    expect(linesFor(null)).toEqual(['regular', 'regular', 'regular']);
  });

  test('how much of a day counts for long-term pay', () => {
    expect([0, 1, 299, 300].map((minutes) => streakHalves(defaultPaySettings, minutes))).toEqual([0, 1, 1, 2]);
  });

  const anyDay = fc.record({
    substituteId: fc.constantFrom(ANN, BOB),
    teacherId: fc.constantFrom(20, 21, null),
    date: fc.constantFrom('2026-11-23', '2026-11-24', '2026-11-25'),
    start: fc.constantFrom('07:30', '08:00', '12:00'),
    end: fc.constantFrom('12:00', '15:00', '15:10').filter((end) => end > '12:00'),
    attendance: fc.constantFrom(null, 'here' as const, 'missing' as const, 'no_show' as const),
    lateMinutes: fc.constantFrom(null, null, 120),
  });

  test('add up to their totals whatever the order, and a person’s lines to the lines of all', () => {
    fc.assert(
      fc.property(
        fc.array(anyDay, { maxLength: 12 }),
        fc.constantFrom('day' as const, 'hour' as const, 'period' as const),
        (parts, unit) => {
          const context = contextOf({ unit, longTermDays: 1 });
          const days = parts.map((part, at) => dayOf({ ...part, key: `v${at}` }));
          const lines = hourLines(days, context);
          const backwards = hourLines(days.toReversed(), context);
          expect(Object.fromEntries(backwards)).toEqual(Object.fromEntries(lines));
          const sum = (of: readonly WorkedDay[]) =>
            hourTotals(of.map((day) => ({ substituteId: day.substituteId, ...lineFor(lines, day) })));
          const whole = sum(days);
          const each = [ANN, BOB].map((id) => sum(days.filter(({ substituteId }) => substituteId === id)));
          expect(whole.cents).toBe(each.reduce((all, { cents }) => all + cents, 0));
          expect(whole.minutes).toBe(each.reduce((all, { minutes }) => all + minutes, 0));
          expect(whole.people).toBe(each.filter(({ lines: count }) => count > 0).length);
          // The pay of one person doesn't depend on anyone else.
          for (const id of [ANN, BOB]) {
            const own = days.filter(({ substituteId }) => substituteId === id);
            const alone = hourLines(own, context);
            for (const day of own) expect(alone.get(day.key)).toEqual(lines.get(day.key));
          }
        },
      ),
    );
  });

  function lineFor(lines: ReturnType<typeof hourLines>, { key }: WorkedDay) {
    const line = lines.get(key);
    if (line === undefined) throw new Error(`No line for ${key}.`);
    return line;
  }
});

test('a correction pays the difference', () => {
  expect(differenceOf({ minutes: 420, units: 2, cents: 20_000 }, { minutes: 420, units: 2, cents: 15_000 })).toEqual({
    minutes: 0,
    units: 0,
    cents: 5000,
  });
});
