import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { liveTopics } from '#domain/live.ts';
import { changed, concerns } from '#web/api/changed.ts';
import { makeQueryClient } from '#web/queries.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A busy machine may take longer than the default of a second. */
const patience = { timeout: 10_000, interval: 10 };

test('data that a command changed is refetched if it is on screen, and marked stale otherwise', async () => {
  const queries = makeQueryClient();
  const asked = { list: 0, people: 0 };
  const shown = new QueryObserver(queries, {
    queryKey: ['vacancies', 'list', {}],
    queryFn: () => Promise.resolve((asked.list += 1)),
  });
  const other = new QueryObserver(queries, {
    queryKey: ['people', 1],
    queryFn: () => Promise.resolve((asked.people += 1)),
  });
  stops.push(
    shown.subscribe(() => undefined),
    other.subscribe(() => undefined),
  );
  queries.setQueryData(['badges'], { openVacancies: 1 });
  await vi.waitUntil(() => [shown, other].every((each) => each.getCurrentResult().isSuccess), patience);
  await changed(queries, 'vacancies');
  expect(asked).toEqual({ list: 2, people: 1 });
  expect(queries.getQueryState(['badges'])?.isInvalidated).toBe(true);
});

test('a change is over once the screen has the reply, even of the query that is answered last', async () => {
  const queries = makeQueryClient();
  let asked = 0;
  let seen: unknown = null;
  const shown = new QueryObserver(queries, { queryKey: ['badges'], queryFn: () => Promise.resolve((asked += 1)) });
  // This works as the library's hooks do.
  stops.push(shown.subscribe(notifyManager.batchCalls(({ data }) => (seen = data))));
  await vi.waitUntil(() => seen === 1, patience);
  await changed(queries, 'counts');
  expect(seen).toBe(2);
});

describe('the queries of a topic', () => {
  test('for one vacancy: its own page, every list and the counts, but no other vacancy’s page', () => {
    const change = { topic: 'vacancies', id: 7 } as const;
    expect(concerns(change, ['vacancies', 'one', 7])).toBe(true);
    expect(concerns(change, ['vacancies', 'one', 8])).toBe(false);
    expect(concerns(change, ['vacancies', 'list', { status: 'open' }])).toBe(true);
    expect(concerns(change, ['badges'])).toBe(true);
    // An open menu marks offers of classes that are taken.
    expect(concerns(change, ['notices'])).toBe(true);
    expect(concerns(change, ['people', 'teacher', 'pending'])).toBe(false);
  });

  test('for the offers of one vacancy: the board, the lists of cards and its own history, but no counts', () => {
    const change = { topic: 'offers', id: 7 } as const;
    expect(concerns(change, ['board', '2026-12-01'])).toBe(true);
    expect(concerns(change, ['vacancies', 'list', { status: 'open' }])).toBe(true);
    expect(concerns(change, ['vacancies', 'history', 7])).toBe(true);
    expect(concerns(change, ['vacancies', 'history', 8])).toBe(false);
    expect(concerns(change, ['badges'])).toBe(false);
  });

  test('every topic has queries, and none includes the session, which is refetched separately', () => {
    const keys = [
      'vacancies',
      'board',
      'badges',
      'notices',
      'people',
      'schools',
      'messages',
      'availability',
      'own-sessions',
      'hours',
    ].map((noun) => [noun]);
    expect(liveTopics.filter((topic) => !keys.some((key) => concerns({ topic }, key)))).toEqual([]);
    expect(liveTopics.filter((topic) => concerns({ topic }, ['session']))).toEqual([]);
  });
});
