import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  centsOf,
  defaultPaySettings,
  formatCents,
  formatMinutes,
  formatUnits,
  lateCancellationMinutes,
  longTermDates,
  minutesBetween,
  payCodeOf,
  payFor,
  payInWords,
  payOfDay,
  type PaySettings,
  payUnits,
  plainCents,
  rateOf,
  streakLookback,
  usualBreak,
} from './pay.ts';
import { addDays, weekdayOf } from './time.ts';

const byDay: PaySettings = { ...defaultPaySettings, regularCents: 15_001, longTermCents: 20_000 };
const byHour: PaySettings = { ...byDay, unit: 'hour', regularCents: 2233, roundMinutes: 15 };
const byPeriod: PaySettings = { ...byDay, unit: 'period', regularCents: 3500, periodMinutes: 50 };

const anySettings: fc.Arbitrary<PaySettings> = fc
  .record({
    unit: fc.constantFrom(...payUnits),
    regularCents: fc.option(fc.integer({ min: 0, max: 100_000 })),
    longTermCents: fc.option(fc.integer({ min: 0, max: 100_000 })),
    halfDayCents: fc.option(fc.integer({ min: 0, max: 100_000 })),
    fullDayMinutes: fc.integer({ min: 60, max: 600 }),
    minimumMinutes: fc.integer({ min: 0, max: 240 }),
    roundMinutes: fc.constantFrom(1, 5, 6, 15, 30),
    periodMinutes: fc.integer({ min: 20, max: 120 }),
  })
  .map((parts) => ({ ...defaultPaySettings, ...parts }));
const anyKind = fc.constantFrom('regular' as const, 'long_term' as const, 'late_cancellation' as const);

describe('what a day pays', () => {
  test.each([
    [byDay, 0, { minutes: 0, units: 0, cents: 0 }],
    [byDay, 1, { minutes: 1, units: 1, cents: 7501 }],
    [byDay, 299, { minutes: 299, units: 1, cents: 7501 }],
    [byDay, 300, { minutes: 300, units: 2, cents: 15_001 }],
    [{ ...byDay, halfDayCents: 9000 }, 200, { minutes: 200, units: 1, cents: 9000 }],
    [{ ...byDay, halfDayCents: 90_000 }, 200, { minutes: 200, units: 1, cents: 15_001 }],
    [{ ...byDay, regularCents: null }, 300, { minutes: 300, units: 2, cents: 0 }],
    [byHour, 30, { minutes: 120, units: 120, cents: 4466 }],
    [byHour, 367, { minutes: 360, units: 360, cents: 13_398 }],
    [byHour, 368, { minutes: 375, units: 375, cents: 13_956 }],
    [byPeriod, 20, { minutes: 20, units: 1, cents: 3500 }],
    [byPeriod, 124, { minutes: 124, units: 2, cents: 7000 }],
    [byPeriod, 125, { minutes: 125, units: 3, cents: 10_500 }],
  ])('%#: %j for %d minutes', (settings, minutes, pay) => {
    expect(payFor(settings, 'regular', minutes)).toEqual(pay);
  });

  test('long-term days have their own rate and half, and the regular rate without one', () => {
    expect(payFor(byDay, 'long_term', 400).cents).toBe(20_000);
    expect(payFor({ ...byDay, halfDayCents: 9000 }, 'long_term', 200).cents).toBe(10_000);
    expect(rateOf({ ...byDay, longTermCents: null }, 'long_term')).toBe(15_001);
  });

  test('each kind has its pay code', () => {
    const settings = { ...byDay, regularCode: 'SUB', longTermCode: 'LTS', lateCode: 'CXL' };
    expect(['regular', 'long_term', 'late_cancellation'].map((kind) => payCodeOf(settings, kind as 'regular'))).toEqual(
      ['SUB', 'LTS', 'CXL'],
    );
  });

  test('it never falls when the minutes rise', () => {
    fc.assert(
      fc.property(anySettings, anyKind, fc.nat(1000), fc.nat(200), (settings, kind, minutes, more) => {
        const less = payFor(settings, kind, minutes);
        const longer = payFor(settings, kind, minutes + more);
        expect(longer.minutes >= less.minutes && longer.units >= less.units && longer.cents >= less.cents).toBe(true);
        expect(Object.values(longer).every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });

  const anyParts = fc.uniqueArray(
    fc.record({
      key: fc.integer({ min: 1, max: 99 }).map(String),
      start: fc.integer({ min: 6, max: 16 }).map((hour) => `${String(hour).padStart(2, '0')}:00`),
      minutes: fc.nat(500),
      isApproved: fc.boolean(),
    }),
    { selector: ({ key }) => key, maxLength: 6 },
  );

  test('the parts of a day add up to the whole, in any order', () => {
    fc.assert(
      fc.property(anySettings, anyKind, anyParts, (settings, kind, parts) => {
        const paid = payOfDay(settings, kind, parts);
        const sum = { minutes: 0, units: 0, cents: 0 };
        for (const { minutes, units, cents } of paid.values()) {
          expect(Math.min(minutes, units, cents)).toBeGreaterThanOrEqual(0);
          sum.minutes += minutes;
          sum.units += units;
          sum.cents += cents;
        }
        expect(sum).toEqual(
          payFor(
            settings,
            kind,
            parts.reduce((all, { minutes }) => all + minutes, 0),
          ),
        );
        for (const order of [parts.toReversed(), parts.toSorted((a, b) => a.minutes - b.minutes)])
          expect(Object.fromEntries(payOfDay(settings, kind, order))).toEqual(Object.fromEntries(paid));
      }),
    );
  });

  test('a morning and an afternoon are a full day, and two hours are half of one', () => {
    const halves = (...minutes: number[]) => [
      ...payOfDay(
        byDay,
        'regular',
        minutes.map((each, at) => ({ key: String(at), start: `0${8 + at}:00`, minutes: each })),
      ).values(),
    ];
    expect(halves(240, 150).map(({ cents }) => cents)).toEqual([7501, 7500]);
    expect(halves(60, 60).map(({ units }) => units)).toEqual([1, 0]);
  });
});

describe('minutes at school', () => {
  test.each([
    ['2026-11-23', '08:00', '15:00', 420],
    ['2026-03-08', '01:00', '04:00', 120],
    ['2026-11-01', '00:30', '03:00', 210],
  ])('%s from %s to %s', (date, start, end, minutes) => {
    expect(minutesBetween(date, start, end, 'America/New_York')).toBe(minutes);
    expect(minutesBetween(date, start, end, 'America/New_York')).toBe(minutes);
  });

  test('another time zone has its own days of change', () => {
    expect(minutesBetween('2026-03-08', '01:00', '04:00', 'America/Phoenix')).toBe(180);
  });

  test('the usual break is taken from long days only', () => {
    const settings = { ...byDay, breakMinutes: 30 };
    expect([359, 360].map((minutes) => usualBreak(settings, minutes))).toEqual([0, 30]);
    expect(usualBreak({ ...settings, breakFromMinutes: 0 }, 20)).toBe(20);
  });
});

describe('long-term days', () => {
  const days = (count: number, from = '2026-11-02') => {
    const found: string[] = [];
    for (let date = from; found.length < count; date = addDays(date, 1))
      if (!['saturday', 'sunday'].includes(weekdayOf(date))) found.push(date);
    return found;
  };
  const full = (dates: readonly string[], halves = 2) => dates.map((date) => ({ date, halves }));
  const rule = { longTermDays: 3, longTermRetroactive: false, longTermGapDays: 0 };
  const open = () => false;

  test('begin after the third day, or go back to the first', () => {
    const week = days(5);
    expect([...longTermDates(full(week), rule, open)]).toEqual(week.slice(3));
    expect([...longTermDates(full(week), { ...rule, longTermRetroactive: true }, open)].toSorted()).toEqual(week);
    expect(longTermDates(full(week.slice(0, 3)), { ...rule, longTermRetroactive: true }, open).size).toBe(0);
    expect(longTermDates(full(week), { ...rule, longTermDays: null }, open).size).toBe(0);
  });

  test('half days count as half, and two of one date as a day', () => {
    const week = days(7);
    expect([...longTermDates(full(week, 1), rule, open)]).toEqual(week.slice(6));
    expect([...longTermDates([...full(week, 1), ...full(week, 2)], rule, open)]).toEqual(week.slice(3));
  });

  test('weekends and closures break nothing; a missed school day does, unless the rule allows it', () => {
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = days(6);
    const missed = full([a, b, d, e, f]);
    expect(longTermDates(missed, rule, open).size).toBe(0);
    expect([...longTermDates(missed, { ...rule, longTermGapDays: 1 }, open)]).toEqual([e, f]);
    expect([...longTermDates(missed, rule, (date) => date === c)]).toEqual([e, f]);
  });

  test('do not depend on the order of the days', () => {
    const all = days(20);
    fc.assert(
      fc.property(
        fc.shuffledSubarray(all),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        fc.nat(2),
        (some, longTermDays, longTermRetroactive, longTermGapDays) => {
          const asked = { longTermDays, longTermRetroactive, longTermGapDays };
          const found = longTermDates(full(some), asked, open);
          expect([...longTermDates(full(some.toSorted()), asked, open)].toSorted()).toEqual([...found].toSorted());
          for (const date of found) expect(some).toContain(date);
        },
      ),
    );
  });

  test('days before the lookback change no date of the period', () => {
    fc.assert(
      fc.property(
        fc.subarray(days(110, '2026-06-01')),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(3),
        (some, longTermDays, longTermGapDays) => {
          const asked = { longTermDays, longTermRetroactive: false, longTermGapDays };
          const from = '2026-10-20';
          const near = some.filter((date) => date >= addDays(from, -streakLookback(asked)));
          const ofPeriod = (dates: readonly string[]) =>
            [...longTermDates(full(dates), asked, open)].filter((date) => date >= from).toSorted();
          expect(ofPeriod(near)).toEqual(ofPeriod(some));
        },
      ),
    );
    expect(streakLookback({ ...rule, longTermDays: null })).toBe(0);
  });
});

describe('a late cancellation', () => {
  const start = new Date('2026-11-23T13:00:00Z');
  const before = (minutes: number) => new Date(start.getTime() - minutes * 60_000);
  test.each([
    [null, 'half', 5, null],
    [120, 'half', 121, null],
    [120, 'half', 120, 211],
    [120, 'full', -10, 421],
    [120, 'minimum', 0, 120],
  ] as const)('within %s minutes pays %s: %d before', (lateMinutes, latePays, minutes, paid) => {
    const settings = { lateMinutes, latePays, minimumMinutes: 120 };
    expect(lateCancellationMinutes(settings, start, before(minutes), 421)).toBe(paid);
  });

  test('never pays more than the class', () => {
    expect(
      lateCancellationMinutes({ lateMinutes: 60, latePays: 'minimum', minimumMinutes: 120 }, start, start, 45),
    ).toBe(45);
  });
});

describe('amounts as people read them', () => {
  test.each([
    [0, '$0.00', '0.00'],
    [5, '$0.05', '0.05'],
    [123_456_789, '$1,234,567.89', '1234567.89'],
    [-100_050, '-$1,000.50', '-1000.50'],
  ])('%d cents', (cents, shown, plain) => {
    expect(formatCents(cents)).toBe(shown);
    expect(plainCents(cents)).toBe(plain);
  });

  test('what is shown reads back as the same amount', () => {
    fc.assert(fc.property(fc.nat(900_000_000), (cents) => centsOf(formatCents(cents)) === cents));
  });

  test.each([
    ['185', 18_500],
    [' $185.5 ', 18_550],
    ['1,240.05', 124_005],
    ['', null],
    ['12,40', null],
    ['1.234', null],
    ['-5', null],
  ])('%j', (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  test.each<[PaySettings, number, string | null]>([
    [byDay, 420, '$150.01 for a full day'],
    [byDay, 240, '$75.01 for half a day'],
    [{ ...byDay, halfDayCents: 9000 }, 240, '$90.00 for half a day'],
    // The break isn't paid.
    [{ ...byDay, breakMinutes: 90 }, 380, '$75.01 for half a day'],
    [byHour, 420, '$22.33 an hour'],
    [byPeriod, 100, '$35.00 a class period'],
    [defaultPaySettings, 420, null],
    [{ ...byHour, regularCents: 0 }, 420, null],
  ])('the pay of an offer: %j for %d minutes', (settings, minutes, words) => {
    expect(payInWords(settings, minutes)).toBe(words);
  });

  test('times and units', () => {
    expect([formatMinutes(425), formatMinutes(-30)]).toEqual(['7:05', '-0:30']);
    expect([formatUnits('hour', 65), formatUnits('period', 1), formatUnits('period', 4)]).toEqual([
      '1:05',
      '1 period',
      '4 periods',
    ]);
    expect([formatUnits('day', 2), formatUnits('day', 1), formatUnits('day', -3)]).toEqual([
      '1 day',
      '0.5 days',
      '-1.5 days',
    ]);
  });
});
