import { describe, expect, it } from 'vitest';
import { type Bell, bellLimits, delayedSchedule, noBell, templateBell } from './bell.ts';

const monday = '2026-11-23';
const day = (name: string, start: string, end: string) => ({ name, periods: [{ period: '1', start, end }] });
const bell: Bell = {
  schedules: [
    day('Regular', '08:00', '15:00'),
    day('Two hours late', '10:05', '15:00'),
    day('One hour late', '09:00', '14:50'),
    day('Half day', '08:00', '12:00'),
    day('Late half day', '10:00', '12:00'),
    { name: 'Empty', periods: [] },
  ],
  weekly: { wednesday: 1, friday: 3 },
  days: [],
};

describe('the bells of a day that opens late', () => {
  it.each([
    ['a two-hour delay', monday, 120, 1],
    ['an hour', monday, 60, 2],
    ['an hour and ten minutes', monday, 70, 2],
    ['an hour and a half: none is near', monday, 90, null],
    ['five minutes: the regular day isn’t one of a delay', monday, 5, null],
    ['three hours', monday, 180, null],
    ['a weekday that begins late anyway', '2026-11-25', 120, null],
    ['a weekday with a half day: the bells must end when its own do', '2026-11-27', 120, 4],
  ])('%s', (_, date, minutes, schedule) => {
    expect(delayedSchedule(bell, date, minutes)).toBe(schedule);
  });

  it('follow a longer delay after a shorter one, and stay if they already match', () => {
    const after: Bell = { ...bell, days: [{ date: monday, schedule: 2 }] };
    expect(delayedSchedule(after, monday, 120)).toBe(1);
    expect(delayedSchedule(after, monday, 60)).toBeNull();
  });

  it('stay without bells, on an empty day, and where no more single days fit', () => {
    expect(delayedSchedule(noBell, monday, 120)).toBeNull();
    expect(delayedSchedule({ ...bell, days: [{ date: monday, schedule: 5 }] }, monday, 120)).toBeNull();
    const others = Array.from({ length: bellLimits.days }, (_, nth) => ({ date: `2027-01-${nth}`, schedule: 0 }));
    expect(delayedSchedule({ ...bell, days: others }, monday, 120)).toBeNull();
    const [, ...withRoom] = others;
    expect(delayedSchedule({ ...bell, days: [...withRoom, { date: monday, schedule: 0 }] }, monday, 120)).toBe(1);
  });

  it('are the late start of every template', () => {
    for (const periods of [6, 7, 8])
      for (const minutes of [40, 45, 50, 55])
        expect(delayedSchedule(templateBell({ periods, start: '08:00', minutes, passing: 5 }), monday, 120)).toBe(1);
  });
});
