import { describe, expect, it } from 'vitest';
import {
  type Bell,
  bellProblems,
  noBell,
  periodMinutes,
  periodNames,
  periodsOn,
  scheduleOn,
  templateBell,
  usualTemplate,
} from './bell.ts';
import {
  answered,
  type Booking,
  bookingAt,
  type Colleague,
  type CoverDay,
  coverKinds,
  coverOrders,
  defaultCoverRules,
  inCoverOrder,
  obstaclesOf,
  placeOf,
  schoolYearStart,
  spareOf,
  stands,
  weekOf,
} from './cover.ts';
import { alsoCovering, coverKindInWords, coverQuestion, periodInWords } from './cover-words.ts';
import type { Slot, SlotKind } from './timetable.ts';

const monday = '2026-11-23';
const bell = templateBell({ periods: 4, start: '08:00', minutes: 45, passing: 5 });
const slot = (period: string, kind: SlotKind, days: Slot['days'] = []): Slot => ({
  period,
  days,
  kind,
  title: '',
  room: '',
  size: null,
});
const someone: Colleague = {
  id: 1,
  fullName: 'Ada',
  slots: [slot('1', 'class')],
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
const dayOf = (rules: Partial<CoverDay['rules']> = {}, date = monday): CoverDay => ({
  date,
  bell,
  rules: { ...defaultCoverRules, ...rules },
});
const cover = (period: string, date = monday) => {
  const times = periodsOn(bell, date).find((each) => each.period === period);
  return { period, date, start: times?.start ?? '', end: times?.end ?? '' };
};

describe('bells', () => {
  it('follow the single day, then the weekday, then the regular day', () => {
    const school: Bell = { ...bell, weekly: { wednesday: 1 }, days: [{ date: '2026-11-25', schedule: 2 }] };
    expect(['2026-11-23', '2026-11-18', '2026-11-25'].map((date) => scheduleOn(school, date))).toEqual([0, 1, 2]);
    expect(periodsOn(noBell, monday)).toEqual([]);
    expect(periodNames(school)).toEqual(['1', '2', '3', '4']);
  });

  it('come from a template whose days are all valid, the shorter ones within the regular one', () => {
    for (const periods of [1, 4, 8, 16]) {
      const made = templateBell({ ...usualTemplate, periods, minutes: 40 });
      expect(bellProblems(made)).toEqual([]);
      const end = (nth: number) => made.schedules[nth]?.periods.at(-1)?.end ?? '';
      if (periods === 8) expect([end(1) <= end(0), end(2) < end(0)]).toEqual([true, true]);
      expect(made.schedules.flatMap((day) => day.periods).every((period) => periodMinutes(period) >= 15)).toBe(true);
    }
  });

  it('say what is wrong, by field', () => {
    const period = (name: string, start: string, end: string) => ({ period: name, start, end });
    const wrong: Bell = {
      schedules: [
        {
          name: 'A',
          periods: [
            period('1', '08:00', '09:00'),
            period('1', '08:30', '09:30'),
            period('3', '10:00', '10:00'),
            period('4', 'x', 'y'),
          ],
        },
      ],
      weekly: { monday: 4, friday: 0 },
      days: [
        { date: 'soon', schedule: 0 },
        { date: monday, schedule: 9 },
      ],
    };
    expect(bellProblems(wrong).map(({ field }) => field)).toEqual([
      'schedules.0.periods.1.start',
      'schedules.0.periods.1.period',
      'schedules.0.periods.2.end',
      'schedules.0.periods.3.end',
      'weekly.monday',
      'days.0',
      'days.1',
    ]);
  });
});

describe('whether a colleague is free', () => {
  const obstacles = (colleague: Partial<Colleague>, rules: Partial<CoverDay['rules']> = {}) =>
    Object.fromEntries(obstaclesOf({ ...someone, ...colleague }, dayOf(rules)));

  it.each([
    ['without a timetable', { slots: [] }, {}, '2', 'no_timetable'],
    ['out', { absences: [{ start: '08:00', end: '09:00' }] }, {}, '2', 'absent'],
    ['never covers', { consent: 'never' }, {}, '2', 'never'],
    ['never on Mondays', { neverOn: ['monday'] }, {}, '2', 'never'],
    ['teaching', {}, {}, '1', 'teaching'],
    ['at lunch', { slots: [slot('2', 'lunch')] }, {}, '2', 'lunch'],
    ['on duty', { slots: [slot('2', 'duty')] }, {}, '2', 'duty'],
    ['not at school', { slots: [slot('2', 'off')] }, {}, '2', 'off'],
    ['covering then', { covers: [cover('2')] }, { perDay: 2 }, '2', 'covering'],
    ['done for the day', { covers: [cover('2')] }, {}, '3', 'day_full'],
    ['about to lose the last lunch', { slots: [slot('2', 'class')] }, { lunchPeriods: ['2', '3'] }, '3', 'last_lunch'],
    ['below the planning time', {}, { planningMinutes: 670 }, '2', 'planning'],
    ['free', {}, {}, '2', null],
    ['free, with another lunch left', {}, { lunchPeriods: ['2', '3'] }, '3', null],
    ['free, with lunch in the timetable', { slots: [slot('2', 'lunch')] }, { lunchPeriods: ['2', '3'] }, '3', null],
    ['free, with planning time to spare', {}, { planningMinutes: 600 }, '2', null],
    ['free, covering on another day', { covers: [cover('2', '2026-11-24')] }, {}, '2', null],
  ] as [string, Partial<Colleague>, Partial<CoverDay['rules']>, string, string | null][])(
    '%s',
    (_, colleague, rules, period, expected) => {
      expect(obstacles(colleague, rules)[period]).toBe(expected);
    },
  );

  it('counts the planning time of the week: five days of three free periods, less what was covered in them', () => {
    const spare = (covers: Colleague['covers']) =>
      spareOf({ ...someone, covers }, dayOf({ planningMinutes: 600, perDay: 3 })).minutes;
    expect(spare([])).toBe(5 * 3 * 45 - 600);
    expect(spare([cover('2', '2026-11-24')])).toBe(5 * 3 * 45 - 600 - 45);
    // A combined class doesn't use up planning time.
    expect(spare([cover('1', '2026-11-24')])).toBe(5 * 3 * 45 - 600);
    expect(spareOf(someone, dayOf({ planningMinutes: 3000 })).minutes).toBe(0);
  });

  it.each([
    ['free while the teacher has planning time', {}, '2', null],
    ['teaching the class of the booking', {}, '1', 'teaching'],
    ['at the lunch of the booking', { slots: [slot('2', 'lunch')] }, '2', 'lunch'],
    ['booked for a teacher without a timetable', { slots: [] }, '2', 'no_timetable'],
    ['booked for a part of the period only', { end: '09:00' }, '2', 'not_booked'],
    ['kept free for lunch', { slots: [slot('2', 'class')] }, '3', 'last_lunch'],
  ] as [string, Partial<Booking>, string, string | null][])('a substitute: %s', (_, booking, period, expected) => {
    const whole: Booking = { id: 7, start: '08:00', end: '12:00', slots: [slot('1', 'class')], ...booking };
    const day = dayOf({ lunchPeriods: ['2', '3'], planningMinutes: 3000 });
    expect(obstaclesOf({ ...someone, slots: [], bookings: [whole] }, day).get(period)).toBe(expected);
  });

  it('a substitute keeps no planning time, and covers as often as they are free', () => {
    const booked = { ...someone, bookings: [{ id: 7, start: '08:00', end: '12:00', slots: [slot('1', 'class')] }] };
    expect(spareOf({ ...booked, covers: [cover('2')] }, dayOf({ planningMinutes: 3000 }))).toMatchObject({
      most: 2,
      minutes: null,
    });
    expect(bookingAt(someone, cover('2'))).toBe(null);
  });

  it('lets a class that is split or combined join the colleague’s own', () => {
    expect(coverKinds.map((kind) => stands('teaching', kind))).toEqual([true, false, false, true]);
    expect(coverKinds.map((kind) => stands('lunch', kind))).toEqual([true, true, true, true]);
    expect(stands(null, 'period')).toBe(false);
  });
});

describe('the school’s order', () => {
  const people: Colleague[] = [
    { ...someone, id: 1, fullName: 'Ada', month: 2, year: 2, since: '2001-08-01' },
    { ...someone, id: 2, fullName: 'Ben', month: 0, year: 9, since: '2015-08-01', isVolunteer: true },
    { ...someone, id: 3, fullName: 'Cleo', month: 0, year: 1 },
    { ...someone, id: 4, fullName: 'Cleo', month: 0, year: 1 },
    { ...someone, id: 5, fullName: 'Dan', month: 2, year: 2, since: '2001-08-01' },
  ];
  it.each([
    ['fair', [3, 4, 2, 1, 5]],
    ['seniority', [3, 4, 2, 1, 5]],
    ['volunteers', [2, 3, 4, 1, 5]],
  ] as const)('%s, with booked substitutes before teachers and after volunteers', (order, expected) => {
    const booked: Colleague = { ...someone, id: 6, fullName: 'Zoe', month: 9, bookings: [] };
    expect([...people.toReversed(), booked].toSorted(inCoverOrder(order)).map(({ id }) => id)).toEqual(
      order === 'volunteers' ? [2, 6, ...expected.slice(1)] : [6, ...expected],
    );
    expect(coverOrders).toContain(order);
  });
});

describe('an answer', () => {
  const at = (time: string) => new Date(`${monday}T${time}:00Z`);
  const times = { startsAt: at('10:00'), endsAt: at('10:45') };
  it.each([
    ['asked', 'yes', '09:00', 'accepted'],
    ['asked', 'yes', '10:30', 'accepted'],
    ['asked', 'yes', '10:45', null],
    ['asked', 'no', '11:00', 'declined'],
    ['accepted', 'yes', '09:00', 'accepted'],
    ['accepted', 'no', '09:59', 'declined'],
    ['accepted', 'no', '10:00', null],
    ['declined', 'yes', '09:00', null],
    ['canceled', 'no', '09:00', null],
  ] as const)('%s, %s at %s: %s', (state, answer, time, expected) => {
    expect(answered({ state, ...times }, answer, at(time))).toBe(expected);
  });
});

it('has its own place, but the classes of a study hall share one', () => {
  const base = { kind: 'study_hall', room: ' Gym', vacancyId: 1, period: '2' } as const;
  expect(placeOf(base)).toBe(placeOf({ ...base, vacancyId: 9, room: 'gym ' }));
  expect(placeOf({ ...base, room: null })).toBe('class:1:2');
  expect(placeOf({ ...base, kind: 'period' })).toBe('class:1:2');
});

it('knows weeks and school years', () => {
  expect(weekOf('2026-11-29')).toEqual(weekOf(monday));
  expect([schoolYearStart('2026-07-31'), schoolYearStart('2026-08-01')]).toEqual(['2025-08-01', '2026-08-01']);
});

it('says it in words', () => {
  expect(['3', 'B', 'A1', 'Homeroom'].map(periodInWords)).toEqual(['period 3', 'period B', 'period A1', 'Homeroom']);
  expect(coverQuestion({ period: '3', room: null, title: 'Art' })).toBe('Cover period 3 of Art?');
  const art = { period: '3', room: null, title: 'Art' };
  expect(alsoCovering([art, { period: 'B', room: 'Room 12', title: 'Band' }])).toBe(
    'You also cover period 3 of Art and period B in Room 12.',
  );
  expect(alsoCovering([])).toBeNull();
  expect(coverKinds.map((kind) => coverKindInWords(kind, 1))).toEqual([
    '1 student',
    'The class is split. You take 1 student.',
    'The class joins yours: 1 student.',
    'Study hall with 1 student',
  ]);
  expect(coverKinds.map((kind) => coverKindInWords(kind, null))).toEqual([
    null,
    'The class is split. You take part of it.',
    'The class joins yours.',
    'Study hall',
  ]);
});
