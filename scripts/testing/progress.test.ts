import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { quoted, type RunEvent } from './events.ts';
import { Progress } from './progress.ts';

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('prints the current step, progress and time left every ten seconds', () => {
  const times = new Map([
    ['a.test.ts', 5000],
    ['b.test.ts', 90_000],
    ['c.test.ts', 30_000],
  ]);
  const progress = new Progress({ step: 'tests', started: performance.now(), workers: 2, times });
  progress.take({ kind: 'plan', names: ['a.test.ts', 'b.test.ts', 'c.test.ts'] });
  progress.take({ kind: 'start', name: 'a.test.ts' });
  progress.take({ kind: 'start', name: 'b.test.ts' });
  progress.take({ kind: 'end', name: 'a.test.ts', ms: 6000 });
  vi.advanceTimersByTime(10_000);
  expect(lines).toEqual(['[0:10] tests 1 of 3, 0 failed, 0:10 so far, about 1:00 left · b']);
  expect(times.get('a.test.ts')).toBe(6000);
  progress.take({ kind: 'tally', passed: 1, failed: 0 });
  progress.end(0);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
});

it('prints a failure immediately, with the command that repeats it', () => {
  const progress = new Progress({ step: 'tests', started: 0, workers: 2, times: new Map() });
  progress.take({
    kind: 'failure',
    title: 'a.test.ts: adds',
    why: 'expected 2\nreceived 3',
    again: 'a.test.ts -t adds',
  });
  progress.take({ kind: 'tally', passed: 4, failed: 1 });
  progress.end(1);
  expect(lines).toEqual([
    '✗ a.test.ts: adds\n      expected 2\n      received 3\n      again: npm test -- a.test.ts -t adds',
  ]);
  expect([progress.passed, progress.failed, progress.failures]).toEqual([4, 1, lines]);
});

it('prints the time until the end of the run if the later steps have run before', () => {
  let laterMs: number | null = null;
  const progress = new Progress({
    step: 'tests',
    started: performance.now(),
    workers: 2,
    times: new Map([['a.test.ts', 60_000]]),
    laterMs: () => laterMs,
  });
  progress.take({ kind: 'plan', names: ['a.test.ts'] });
  progress.take({ kind: 'start', name: 'a.test.ts' });
  vi.advanceTimersByTime(10_000);
  laterMs = 400_000;
  vi.advanceTimersByTime(10_000);
  progress.take({ kind: 'tally', passed: 1, failed: 0 });
  progress.end(0);
  expect(lines).toEqual([
    '[0:10] tests 0 of 1, 0 failed, 0:10 so far, about 0:30 left · a',
    '[0:20] tests 0 of 1, 0 failed, 0:20 so far, about 0:30 left, 7:10 until the end · a',
  ]);
});

it('repeats a failure of a long run in its long form', () => {
  const env = { FIRSTBELL_LONG: '1', CHROMIUM: '/usr/bin/chromium' };
  const progress = new Progress({ step: 'rounds', started: 0, workers: 2, times: new Map(), env });
  progress.take({ kind: 'failure', title: 'a.test.ts: adds', why: 'no', again: 'a.test.ts -t adds' });
  progress.take({ kind: 'tally', passed: 0, failed: 1 });
  progress.end(1);
  expect(lines).toEqual(['✗ a.test.ts: adds\n      no\n      again: FIRSTBELL_LONG=1 npm test -- a.test.ts -t adds']);
});

describe('a runner that exits', () => {
  const endOf = (code: number, events: readonly RunEvent[], mayBeEmpty = false) => {
    const progress = new Progress({ step: 'tests', started: 0, workers: 2, times: new Map() });
    for (const event of events) progress.take(event);
    progress.end(code, { mayBeEmpty });
    return { failed: progress.failed, said: progress.failures.map((failure) => failure.split('\n')[0]) };
  };
  const failure: RunEvent = { kind: 'failure', title: 'a.test.ts: adds', why: '', again: 'a.test.ts' };
  const tally = (passed: number, failed = 0): RunEvent => ({ kind: 'tally', passed, failed });

  it.each<[string, number, RunEvent[], number, string[]]>([
    ['well', 0, [tally(3)], 0, []],
    ['with a failure', 1, [failure, tally(3, 1)], 1, ['✗ a.test.ts: adds']],
    ['well before its tally', 0, [], 1, ['✗ tests ended with exit code 0 before it was done']],
    [
      'before its tally, after a failure',
      1,
      [failure],
      2,
      ['✗ a.test.ts: adds', '✗ tests ended with exit code 1 before it was done'],
    ],
    ['badly without a failure', 1, [tally(3)], 1, ['✗ tests ended with exit code 1']],
    ['well without a test', 0, [tally(0)], 1, ['✗ tests ran no test']],
  ])('%s', (_how, code, events, failed, said) => {
    expect(endOf(code, events)).toEqual({ failed, said });
  });

  it('may have run nothing if another step runs tests', () => {
    expect(endOf(0, [tally(0)], true)).toEqual({ failed: 0, said: [] });
  });
});

it('quotes a title for the shell', () => {
  expect(['races', 'one wins', "the owner's"].map(quoted)).toEqual([
    'races',
    "'one wins'",
    String.raw`'the owner'\''s'`,
  ]);
});
