import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultVacancySettings, type ShiftType } from './shift.ts';
import { splitAt } from './split.ts';
import { minutesOf } from './time.ts';

const span = { startTime: '08:00', endTime: '15:00', shiftType: 'full_day' } as const;
const halfDays = { ...defaultVacancySettings, allowMorningShift: true, allowAfternoonShift: true };

test.each([
  ['07:59', null],
  ['08:00', null],
  ['15:00', null],
  ['15:01', null],
  ['11:30', ['08:00', '11:30', 'morning', '11:30', '15:00', 'afternoon']],
])('a full day split at %s becomes %j', (at, wanted) => {
  const halves = splitAt(span, at, halfDays);
  expect(
    halves && [halves.first, halves.second].flatMap((half) => [half.startTime, half.endTime, half.shiftType]),
  ).toEqual(wanted);
});

test('a school without half days, and a shift that is one already, keep the shift', () => {
  const types = (type: ShiftType, settings = defaultVacancySettings) => {
    const halves = splitAt({ ...span, shiftType: type }, '11:30', settings);
    return [halves?.first.shiftType, halves?.second.shiftType];
  };
  expect(types('full_day')).toEqual(['full_day', 'full_day']);
  expect(types('full_day', { ...halfDays, allowAfternoonShift: false })).toEqual(['full_day', 'full_day']);
  expect(types('morning', halfDays)).toEqual(['morning', 'morning']);
});

test('the halves cover exactly the time of the whole', () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
  fc.assert(
    fc.property(time, time, time, (startTime, at, endTime) => {
      const halves = splitAt({ startTime, endTime, shiftType: 'full_day' }, at, halfDays);
      expect(halves === null).toBe(at <= startTime || at >= endTime);
      if (halves === null) return;
      const { first, second } = halves;
      expect([first.startTime, first.endTime, second.endTime]).toEqual([startTime, second.startTime, endTime]);
      const minutes = (half: typeof first) => minutesOf(half.endTime) - minutesOf(half.startTime);
      expect(Math.min(minutes(first), minutes(second))).toBeGreaterThan(0);
      expect(minutes(first) + minutes(second)).toBe(minutesOf(endTime) - minutesOf(startTime));
    }),
  );
});
