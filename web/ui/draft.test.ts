import * as z from 'zod/mini';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drafts } from '#web/ui/draft.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const notes = drafts('note', z.string());
const attempt = { sent: '{"note":"Room 4"}', key: 'k1' };

it('keeps the attempt with its text until the draft is deleted', () => {
  const draft = notes(1);
  draft.keep('Room 4');
  draft.keepAttempt(attempt);
  draft.keep('Room 5');
  expect([notes(1).read(), notes(1).attempt()]).toEqual(['Room 5', attempt]);
  draft.keep(null);
  draft.keep('Room 6');
  expect(notes(1).attempt()).toBeNull();
});

it('is separate for each person and subject', () => {
  notes(1, 'a').keep('Room 4');
  notes(1, 'a').keepAttempt(attempt);
  for (const other of [notes(2, 'a'), notes(1, 'b')]) expect([other.read(), other.attempt()]).toEqual([null, null]);
  notes(1, 'b').keep(null);
  expect(notes(1, 'a').read()).toBe('Room 4');
  notes(2, 'a').keep('Room 7');
  expect(notes(2, 'a').attempt()).toBeNull();
});

it('does nothing if storage is forbidden, without failing', () => {
  vi.stubGlobal('sessionStorage', undefined);
  notes(1).keep('Room 4');
  notes(1).keepAttempt(attempt);
  expect(notes(1).read()).toBeNull();
});
