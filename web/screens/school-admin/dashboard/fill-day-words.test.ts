import { expect, test } from 'vitest';
import {
  askedWords,
  isAskedBefore,
  notSentWords,
  type PlanLine,
  type PlannedPerson,
  planWords,
  reasonWords,
  sentTogether,
  sentWords,
} from '#web/screens/school-admin/dashboard/fill-day-words.ts';

const person: PlannedPerson = {
  id: 1,
  fullName: 'Ann Lee',
  profileImageUrl: null,
  reasons: [],
  timesWithTeacher: 3,
  timesHere: 1,
  noShowOn: null,
  offered: null,
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
  days: null,
  others: [],
  proposed: person,
  alternatives: [],
};

test('says why someone is proposed', () => {
  expect(reasonWords(person, '2026-11-23')).toBe('Free at that time');
  expect(reasonWords({ ...person, reasons: ['with_teacher', 'subject'] }, '2026-11-23').replaceAll('\u00a0', ' ')).toBe(
    'Taught this class 3 times · Knows the subject',
  );
  expect(reasonWords({ ...person, reasons: ['here', 'preferred_date'] }, '2026-11-23').replaceAll('\u00a0', ' ')).toBe(
    'Been here once · Prefers to work this Monday',
  );
});

test('says first that someone didn’t come to a class', () => {
  const words = reasonWords({ ...person, reasons: ['near'], noShowOn: '2026-11-03' }, '2026-11-23');
  expect(words.replaceAll('\u00a0', ' ')).toMatch(/^No-show Nov 3 · /);
});

test('says when the class was offered to them, and does not offer it again unless they are chosen', () => {
  const asked = { ...person, offered: { date: '2026-11-23', time: '07:52' } };
  const words = (date: string) => reasonWords(asked, date).replaceAll('\u00a0', ' ');
  expect(words('2026-11-23')).toBe('Offered at 7:52 AM · Free at that time');
  expect(words('2026-11-24')).toBe('Offered Mon, Nov 23 at 7:52 AM · Free at that time');
  const bounced = { ...person, offered: { date: '2026-11-23', time: '07:52', isUndelivered: true } };
  expect(reasonWords(bounced, '2026-11-23').replaceAll('\u00a0', ' ')).toBe(
    'Offered at 7:52 AM, not delivered · Free at that time',
  );
  expect(isAskedBefore(line, [])).toBe(false);
  expect(isAskedBefore({ ...line, proposed: null }, [])).toBe(false);
  expect(isAskedBefore({ ...line, proposed: asked }, [])).toBe(true);
  expect(isAskedBefore({ ...line, proposed: asked }, [{ vacancyId: 2, substituteId: 1 }])).toBe(true);
  expect(isAskedBefore({ ...line, proposed: asked }, [{ vacancyId: 1, substituteId: 1 }])).toBe(false);
});

test.each([
  [[], 0, 'Every class of this day is covered or has a request to review.'],
  [[line], 0, 'This plan has a substitute for the uncovered class. No one is notified'],
  [[line, line], 0, 'This plan has a substitute for both uncovered classes. No one'],
  [[line, line, line], 0, 'This plan has a substitute for all 3 uncovered classes. No one'],
  [
    [line, { ...line, proposed: null }],
    1,
    'This plan has substitutes for 1 of 2 uncovered classes. 1 more class can be planned after these. No one',
  ],
  [[{ ...line, proposed: null }], 0, /^This plan has substitutes for 0 of 1 uncovered class\.$/],
])('says how much of the day a plan covers', (lines, more, words) => {
  expect(planWords({ lines, more })).toMatch(words);
});

test.each([
  [
    [],
    1,
    /^One class isn’t in the plan because its substitute didn’t come\. Offer it again on the board first\. Every other class/,
  ],
  [
    [line],
    2,
    /^This plan has substitutes for 1 of 3 uncovered classes\. 2 classes aren’t in the plan .* first\. No one is notified/,
  ],
])('says which classes a plan leaves to the front office', (lines, missed, words) => {
  expect(planWords({ lines, more: 0, missed })).toMatch(words);
});

test('sends each multi-day job in a separate call', () => {
  const job = (vacancyId: number) => ({ ...line, vacancyId, others: [{ vacancyId: vacancyId + 1, version: 1 }] });
  const [one, two] = [
    { ...line, vacancyId: 1 },
    { ...line, vacancyId: 2 },
  ];
  expect(sentTogether([job(5), one, job(7), two])).toEqual([[one, two], [job(5)], [job(7)]]);
  expect(sentTogether([job(5)])).toEqual([[job(5)]]);
  expect(sentTogether([])).toEqual([]);
});

test('says what was sent, what wasn’t and why', () => {
  expect(sentWords('offer', 2, 0)).toBe('2 offers sent');
  expect(sentWords('offer', 1, 2)).toBe('1 offer sent, 2 not sent');
  expect(sentWords('assign', 2, 1)).toBe('2 substitutes assigned, 1 not assigned');
  expect(sentWords('assign', 0, 3)).toBe('Nothing was sent');
  expect(askedWords('offer', 1)).toBe('We’ll ask the substitute. The answer appears on the board.');
  expect(askedWords('offer', 2)).toBe('We’ll ask each substitute. Their answers appear on the board.');
  expect(askedWords('assign', 1)).toBe('We’ll ask the substitute to confirm.');
  const three = [1, 2, 3].map((vacancyId) => ({ ...line, vacancyId }));
  expect(notSentWords(three, { 2: 'This class was edited.' })).toEqual([
    'Math: This class was edited.',
    '2 other classes weren’t sent either. Check the new plan, then send it.',
  ]);
  expect(notSentWords([line], { 1: 'The days of this job have changed.' })).toEqual([
    'Math: The days of this job have changed.',
  ]);
});
