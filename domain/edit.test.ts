import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreedTimes, asksAgain, changesInWords, isMoved } from './edit.ts';

const before = {
  date: '2026-11-23',
  startTime: '08:00',
  endTime: '15:00',
  shiftType: 'full_day',
  description: 'Grade 4',
  additionalNotes: 'Plans are on the desk.',
  absenceReason: 'Personal',
  googleDocLink: null,
  planFileIds: [],
  mayNeedChanges: false,
  grade: null,
  subject: 'Math',
  room: '12',
  needsSubject: false,
  needsGrade: false,
  isUrgent: false,
  bookFirst: false,
} as const;

/** The class hasn't moved since its substitute agreed. */
const asAgreed = { agreedStart: null, agreedEnd: null };

test.each([
  [{}, false, false],
  [{ startTime: '08:15' }, true, false],
  [{ startTime: '08:16' }, true, true],
  [{ startTime: '07:45', endTime: '15:15' }, true, false],
  [{ endTime: '14:44' }, true, true],
  [{ endTime: '15:16' }, true, true],
  [{ date: '2026-11-24' }, true, true],
])('%j moves a class: %s, and a booked substitute confirms again: %s', (change, moved, again) => {
  expect(isMoved(before, { ...before, ...change })).toBe(moved);
  expect(asksAgain({ ...before, ...asAgreed }, { ...before, ...change })).toBe(again);
});

test.each([
  [{ startTime: '08:30' }, true],
  [{ startTime: '08:15' }, false],
  [{ startTime: '07:50' }, false],
  [{ startTime: '07:44' }, true],
  [{ endTime: '15:25' }, true],
])('small moves count together: from 8:00, moved by 10 minutes before, %j asks again: %s', (change, again) => {
  const moved = { ...before, startTime: '08:10', endTime: '15:10', agreedStart: '08:00', agreedEnd: '15:00' };
  expect(agreedTimes(moved)).toEqual({ start: '08:00', end: '15:00' });
  expect(asksAgain(moved, { ...moved, ...change })).toBe(again);
});

test.each([
  [{ startTime: '09:30' }, 'New time: 9:30 AM – 3:00 PM (was 8:00 AM – 3:00 PM)'],
  [{ date: '2026-11-24' }, 'New date: November 24, 2026 (was November 23, 2026)'],
  [{ shiftType: 'morning' as const }, 'New shift: Morning Shift (was Full Day Shift)'],
  [{ description: 'Grade 5' }, 'Title: Grade 5 (was Grade 4)'],
  [{ additionalNotes: 'Plans are on the desk. The key is at the office.' }, 'Something was added to the description'],
  [{ additionalNotes: 'Ask next door.' }, 'The description was changed'],
  [{ absenceReason: 'Illness' }, 'The absence reason was changed'],
  [{ googleDocLink: 'https://docs.example.org/1' }, 'The link to the lesson plans was changed'],
  [{ planFileIds: ['a'] }, 'A lesson plan file was added'],
  [{ mayNeedChanges: true }, 'Details may still change'],
  [{ grade: '4' as const }, 'Grade: Grade 4'],
  [{ subject: null }, 'The subject was removed'],
  [{ subject: 'Art' }, 'Subject: Art'],
  [{ room: '14' }, 'Room: Room 14'],
  [{ room: null }, 'The room was removed'],
  [{ needsSubject: true }, 'Offered only to substitutes who know the subject'],
  [{ needsGrade: true }, 'Offered only to substitutes who teach the grade'],
  [{ isUrgent: true }, 'The vacancy is now urgent'],
  [{ bookFirst: true }, 'The first request will be booked automatically'],
])('%j reads as %s', (change, line) => {
  expect(changesInWords(before, { ...before, ...change })).toEqual([line]);
});

test('undoing an edit reads as a change, too', () => {
  const after = {
    ...before,
    googleDocLink: 'https://a.example',
    mayNeedChanges: true,
    isUrgent: true,
    bookFirst: true,
  };
  expect(changesInWords(after, before)).toEqual([
    'The link to the lesson plans was removed',
    'Details are final',
    'The vacancy is no longer urgent',
    'Requests need approval',
  ]);
});

test('asking again does not depend on the direction, and only a moved class asks', () => {
  const time = fc.integer({ min: 0, max: 59 }).map((minute) => `08:${String(minute).padStart(2, '0')}`);
  fc.assert(
    fc.property(time, time, time, time, (startTime, endTime, otherStart, otherEnd) => {
      const one = { date: '2026-11-23', startTime, endTime };
      const other = { date: '2026-11-23', startTime: otherStart, endTime: otherEnd };
      expect(asksAgain({ ...one, ...asAgreed }, other)).toBe(asksAgain({ ...other, ...asAgreed }, one));
      if (asksAgain({ ...one, ...asAgreed }, other)) expect(isMoved(one, other)).toBe(true);
    }),
  );
});
