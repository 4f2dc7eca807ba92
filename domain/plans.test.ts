import { describe, expect, test } from 'vitest';
import {
  filesChange,
  isDayOf,
  planFileProblem,
  planFileSentences,
  planLimits,
  readsPlans,
  usesEmergencyPlan,
} from './plans.ts';

const end = new Date('2026-11-23T20:00:00Z');
const booked = { status: 'filled', substituteId: 7, endsAt: end, deletedAt: null };
const before = new Date(end.getTime() - 1);

test.each([
  ['the booked substitute, until the last moment', booked, before, true],
  ['the booked substitute, days before', booked, new Date('2026-11-01T00:00:00Z'), true],
  ['the booked substitute, from the end on', booked, end, false],
  ['another substitute', { ...booked, substituteId: 8 }, before, false],
  ['anyone, while the class is open', { ...booked, status: 'open', substituteId: null }, before, false],
  ['the substitute who requested it', { ...booked, status: 'pending_approval', substituteId: null }, before, false],
  ['the booked substitute of a canceled absence', { ...booked, deletedAt: before }, before, false],
])('%s reads the plans: %#', (_who, of, now, reads) => {
  expect(readsPlans(of, 7, now)).toBe(reads);
});

test.each([
  ['2026-11-24T04:59:59Z', false],
  ['2026-11-24T05:00:00Z', true],
  ['2026-11-25T04:59:59Z', true],
  ['2026-11-25T05:00:00Z', false],
])("at %s it is the school's November 24: %s", (now, isDay) => {
  expect(isDayOf({ date: '2026-11-24', timeZone: 'America/New_York' }, new Date(now))).toBe(isDay);
});

test('the emergency plan is for classes without other plans', () => {
  expect(usesEmergencyPlan({ googleDocLink: null, planFileIds: [] })).toBe(true);
  expect(usesEmergencyPlan({ googleDocLink: 'https://a.example', planFileIds: [] })).toBe(false);
  expect(usesEmergencyPlan({ googleDocLink: null, planFileIds: ['a'] })).toBe(false);
});

describe('a file', () => {
  test.each([
    ['plans.pdf', 'application/pdf', null],
    ['Plans.DOCX', '', null],
    ['seating.heic', 'image/heic', null],
    ['plans.doc', 'application/msword', planFileSentences.wrongKind],
    ['plans.pdf.exe', 'application/octet-stream', planFileSentences.wrongKind],
  ])('%s of the type “%s” is judged before it is sent', (name, type, problem) => {
    expect(planFileProblem({ name, type, size: planLimits.each })).toBe(problem);
  });

  test('of more than 10 MB is refused', () => {
    expect(planFileProblem({ name: 'a.pdf', type: '', size: planLimits.each + 1 })).toBe(planFileSentences.tooLarge);
  });
});

test.each([
  [[], [], null],
  [['a'], ['a'], null],
  [['a', 'b'], ['b', 'a'], null],
  [[], ['a'], 'A lesson plan file was added'],
  [['a'], ['a', 'b', 'c'], '2 lesson plan files were added'],
  [['a'], [], 'A lesson plan file was removed'],
  [['a', 'b', 'c'], ['b'], '2 lesson plan files were removed'],
  [['a'], ['b'], 'The files with the lesson plans were changed'],
])('from %j to %j reads as %s', (from, to, line) => {
  expect(filesChange(from, to)).toBe(line);
});
