import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makePace } from '#server/live/pace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('sends the first of each key immediately, and of those in its interval only the last, at its end', () => {
  const pace = makePace(3000);
  const sent: string[] = [];
  for (const text of ['a1', 'a2', 'a3']) pace.send('a', () => sent.push(text));
  pace.send('b', () => sent.push('b1'));
  expect(sent).toEqual(['a1', 'b1']);
  vi.advanceTimersByTime(2999);
  expect(sent).toEqual(['a1', 'b1']);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual(['a1', 'b1', 'a3']);
  // Sending the call that waited began another interval.
  pace.send('a', () => sent.push('a4'));
  pace.send('b', () => sent.push('b2'));
  expect(sent).toEqual(['a1', 'b1', 'a3', 'b2']);
  vi.advanceTimersByTime(3000);
  expect(sent).toEqual(['a1', 'b1', 'a3', 'b2', 'a4']);
  vi.advanceTimersByTime(3000);
  expect(vi.getTimerCount()).toBe(0);
});

it('sends nothing once stopped', () => {
  const pace = makePace(3000);
  let sent = 0;
  for (let n = 0; n < 3; n += 1) pace.send('a', () => (sent += 1));
  pace.stop();
  vi.advanceTimersByTime(9000);
  expect(sent).toBe(1);
});
