import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closedOn } from './closure.ts';
import { dayAgain, proposedAbsence, type ProposalFacts } from './proposal.ts';
import { defaultVacancySettings } from './shift.ts';
import { minutesOf } from './time.ts';

const facts: ProposalFacts = {
  teacher: { fullName: 'Dana Lee', subjects: null, department: null },
  last: null,
  settings: defaultVacancySettings,
  closures: [],
  absences: [],
  today: '2026-11-23',
  time: '05:45',
};
const last = {
  shiftType: 'morning',
  description: 'Grade 4, fractions',
  additionalNotes: 'Room 12.\nI know the room. [Added by substitute]',
  googleDocLink: 'https://docs.google.com/plans',
  grade: null,
  subject: 'Math',
  room: null,
} as const;
const halves = { ...defaultVacancySettings, allowMorningShift: true };

describe('an absence is proposed', () => {
  it('from the last one, without a substitute’s message', () => {
    expect(proposedAbsence({ ...facts, last, settings: halves })).toEqual({
      today: { date: '2026-11-23', start: '08:00', end: '12:00', shiftType: 'morning' },
      next: { date: '2026-11-24', start: '08:00', end: '12:00', shiftType: 'morning' },
      shiftType: 'morning',
      description: 'Grade 4, fractions',
      additionalNotes: 'Room 12.',
      grade: '4',
      subject: 'Math',
      room: 'Room 12',
      googleDocLink: 'https://docs.google.com/plans',
    });
  });

  it('with the first available shift if the last one is no longer available', () => {
    expect(proposedAbsence({ ...facts, last }).shiftType).toBe('full_day');
    const none = { ...defaultVacancySettings, allowFullDay: false };
    expect(proposedAbsence({ ...facts, last, settings: none }).shiftType).toBeNull();
  });

  it.each([
    [{ subjects: 'Math', department: 'Science' }, 'Math, Dana Lee'],
    [{ subjects: ' ', department: 'Science' }, 'Science, Dana Lee'],
    [{ subjects: null, department: null }, "Dana Lee's class"],
  ])('for the first time from the profile: %j', (teacher, description) => {
    const proposed = proposedAbsence({ ...facts, teacher: { ...facts.teacher, ...teacher } });
    expect(proposed).toMatchObject({
      description,
      additionalNotes: 'Check in at the front office. They have the room and the schedule.',
      googleDocLink: null,
    });
  });
});

describe('the days of a proposal', () => {
  const thanksgiving = [{ from: '2026-11-26', to: '2026-11-27', name: 'Thanksgiving break' }];
  it.each([
    ['2026-11-23', '05:45', '08:00', '2026-11-24'],
    ['2026-11-23', '08:00', '08:00', '2026-11-24'],
    ['2026-11-23', '11:59', '12:00', '2026-11-24'],
    ['2026-11-23', '14:01', '14:15', '2026-11-24'],
    ['2026-11-23', '14:16', null, '2026-11-24'],
    ['2026-11-23', '20:00', null, '2026-11-24'],
    ['2026-11-28', '05:45', null, '2026-11-30'],
    ['2026-11-25', '05:45', '08:00', '2026-11-30'],
    ['2026-11-26', '05:45', null, '2026-11-30'],
  ])('on %s at %s: today from %s, then %s', (today, time, start, next) => {
    const proposed = proposedAbsence({ ...facts, closures: thanksgiving, today, time });
    expect([proposed.today?.start ?? null, proposed.next.date]).toEqual([start, next]);
  });

  it.each([
    // The last absence was a morning, from 8:00 AM to noon. The full day ends at 3:00 PM.
    ['11:14', { start: '11:15', end: '12:00', shiftType: 'morning' }],
    ['11:20', { start: '11:30', end: '15:00', shiftType: 'full_day' }],
    // Now the afternoon has as much left as the full day.
    ['13:05', { start: '13:15', end: '15:00', shiftType: 'afternoon' }],
    ['14:16', null],
  ])('at %s, once the usual morning is over: %j', (time, expected) => {
    const settings = { ...halves, allowAfternoonShift: true };
    const { today, shiftType } = proposedAbsence({ ...facts, last, settings, time });
    expect([today, shiftType]).toEqual([expected && { date: '2026-11-23', ...expected }, 'morning']);
  });

  it.each([
    ['08:00-12:00', ['2026-11-24', '12:00', '15:00', 'full_day']],
    ['08:00-09:00', ['2026-11-24', '09:00', '12:00', 'morning']],
    ['09:00-10:00 10:30-11:40', ['2026-11-24', '08:00', '09:00', 'morning']],
    ['06:00-08:00 12:00-15:00', ['2026-11-24', '08:00', '12:00', 'morning']],
    ['08:00-12:00 13:15-15:00', ['2026-11-24', '12:00', '13:15', 'full_day']],
    // Less than half an hour is left, and the days after it are closed.
    ['08:00-14:45', ['2026-11-30', '08:00', '12:00', 'morning']],
    ['08:00-15:00', ['2026-11-30', '08:00', '12:00', 'morning']],
  ])('leave out the absences %s that the teacher has then', (spans, expected) => {
    const absences = spans.split(' ').map((span) => {
      const [start = '', end = ''] = span.split('-');
      return { date: '2026-11-24', start, end };
    });
    const closures = [{ from: '2026-11-25', to: '2026-11-27', name: 'Thanksgiving break' }];
    const asked = { ...facts, last, settings: { ...halves, allowAfternoonShift: true }, closures, absences };
    const { today, next } = proposedAbsence(asked);
    expect([next.date, next.start, next.end, next.shiftType]).toEqual(expected);
    expect(today).toMatchObject({ start: '08:00', end: '12:00' });
    // The same absences count today.
    const then = proposedAbsence({ ...asked, today: '2026-11-24' });
    expect(then.today).toEqual(expected[0] === '2026-11-24' ? next : null);
  });

  it('leave out the rest of today after an absence that covers it', () => {
    const absences = [{ date: '2026-11-23', start: '08:00', end: '12:00' }];
    expect(proposedAbsence({ ...facts, absences, time: '09:05' }).today).toMatchObject({
      start: '12:00',
      end: '15:00',
    });
    expect(proposedAbsence({ ...facts, absences, time: '14:16' }).today).toBeNull();
  });

  it.each([
    // Lunch between a morning and an afternoon.
    ['12:30', '05:45', null],
    ['13:00', '05:45', null],
    ['13:00', '11:55', null],
    ['13:15', '05:45', ['12:00', '13:15']],
  ] as const)('leave out a break of up to an hour before an absence at %s', (start, time, expected) => {
    const absences = [
      { date: '2026-11-23', start: '08:00', end: '12:00' },
      { date: '2026-11-23', start, end: '15:00' },
    ];
    const { today } = proposedAbsence({ ...facts, absences, time });
    expect(today && [today.start, today.end]).toEqual(expected);
  });

  it('never start in the past, end after they start, and are school days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 20, max: 30 }), (minute, day) => {
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        const { today, next } = proposedAbsence({ ...facts, closures: thanksgiving, today: `2026-11-${day}`, time });
        for (const proposed of [today, next]) {
          if (proposed === null) continue;
          expect(closedOn(proposed.date, thanksgiving)).toBeNull();
          expect(minutesOf(proposed.end) - minutesOf(proposed.start)).toBeGreaterThanOrEqual(30);
        }
        if (today) expect(today.start >= time).toBe(true);
      }),
    );
  });
});

it.each([
  ['before the start, for all of today', '2026-11-23', '05:45', ['2026-11-23', '08:00', '12:00']],
  ['after the start, for what is left of today', '2026-11-23', '09:05', ['2026-11-23', '09:15', '12:00']],
  ['at the end, for the next school day', '2026-11-23', '11:59', ['2026-11-24', '08:00', '12:00']],
  ['on a Sunday, for Monday', '2026-11-22', '11:59', ['2026-11-23', '08:00', '12:00']],
  ['before a closed day, for the school day after it', '2026-11-25', '13:00', ['2026-11-30', '08:00', '12:00']],
])('an absence is repeated %s', (_, today, time, expected) => {
  const closures = [{ from: '2026-11-26', to: '2026-11-27', name: 'Thanksgiving break' }];
  const { date, start, end } = dayAgain({ start: '08:00', end: '12:00' }, { today, time, closures, absences: [] });
  expect([date, start, end]).toEqual(expected);
});

it.each([
  [
    'for the next school day without an absence',
    [
      { date: '2026-11-23', start: '08:00', end: '15:00' },
      { date: '2026-11-24', start: '07:45', end: '12:00' },
    ],
    ['2026-11-25', '08:00', '12:00'],
  ],
  [
    'for the hours that are left',
    [{ date: '2026-11-23', start: '08:00', end: '10:00' }],
    ['2026-11-23', '10:00', '12:00'],
  ],
  [
    'for the same hours if the absence is at other hours',
    [{ date: '2026-11-23', start: '12:30', end: '15:00' }],
    ['2026-11-23', '08:00', '12:00'],
  ],
])('an absence is repeated %s', (_, absences, expected) => {
  const when = { today: '2026-11-23', time: '05:45', closures: [], absences };
  const { date, start, end } = dayAgain({ start: '08:00', end: '12:00' }, when);
  expect([date, start, end]).toEqual(expected);
});
