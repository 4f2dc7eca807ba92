import { describe, expect, test } from 'vitest';
import { filesChange, planFileProblem, planFileSentences, planLimits, readsPlans } from './plans.ts';

const end = new Date('2026-11-23T20:00:00Z');
const booked = { status: 'filled', substituteId: 7, endsAt: end, deletedAt: null };
const before = new Date(end.getTime() - 1);

test.each([
  ['the booked substitute, until the last moment', booked, before, true],
  ['the booked substitute, days before', booked, new Date('2026-11-01T00:00:00Z'), true],
  ['the booked substitute, from the end on', booked, end, false],
  ['another substitute', { ...booked, substituteId: 8 }, before, false],
  ['anyone, while the class is open', { ...booked, status: 'open', substituteId: null }, before, false],
  ['whoever requested it', { ...booked, status: 'pending_approval', substituteId: null }, before, false],
  ['the booked substitute of a canceled absence', { ...booked, deletedAt: before }, before, false],
])('%s reads the plans: %#', (_who, of, now, reads) => {
  expect(readsPlans(of, 7, now)).toBe(reads);
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
