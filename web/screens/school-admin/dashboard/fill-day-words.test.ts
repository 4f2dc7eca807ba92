import { expect, test } from 'vitest';
import {
  type PlanLine,
  type PlannedPerson,
  planWords,
  reasonWords,
} from '#web/screens/school-admin/dashboard/fill-day-words.ts';

const person: PlannedPerson = {
  id: 1,
  fullName: 'Ann Lee',
  profileImageUrl: null,
  reasons: [],
  timesWithTeacher: 3,
  timesHere: 1,
};
const line: PlanLine = {
  vacancyId: 1,
  version: 1,
  date: '2026-11-23',
  startTime: '08:00',
  endTime: '15:00',
  description: 'Math',
  teacherName: 'Tess',
  isUrgent: false,
  proposed: person,
  alternatives: [],
};

test('says why someone is proposed', () => {
  expect(reasonWords(person, '2026-11-23')).toBe('Free at that time');
  expect(reasonWords({ ...person, reasons: ['with_teacher', 'subject'] }, '2026-11-23').replaceAll('\u00a0', ' ')).toBe(
    'Taught this class 3 times · Knows the subject',
  );
  expect(reasonWords({ ...person, reasons: ['here', 'preferred_date'] }, '2026-11-23').replaceAll('\u00a0', ' ')).toBe(
    'Been here 1 time · Prefers to work this Monday',
  );
});

test.each([
  [[], 0, 'Every other class of this day is covered or has a request to review.'],
  [[line], 0, 'This plan has a substitute for the uncovered class. No one is notified'],
  [[line, line], 0, 'This plan has a substitute for both uncovered classes. No one'],
  [[line, line, line], 0, 'This plan has a substitute for all 3 uncovered classes. No one'],
  [
    [line, { ...line, proposed: null }],
    1,
    'This plan has substitutes for 1 of 2 uncovered classes. 1 more class can be planned after these. No one',
  ],
])('says how much of the day a plan covers', (lines, more, words) => {
  expect(planWords({ lines, more })).toContain(words);
});
