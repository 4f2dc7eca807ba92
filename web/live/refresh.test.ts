import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeRefresher } from '#web/live/refresh.ts';
import { makeQueryClient } from '#web/queries.ts';

const calm = { isBusy: () => false, during: async (changed: Promise<unknown>) => changed.then(() => false) };
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A busy machine may take longer than the default of a second. */
const patience = { timeout: 10_000, interval: 10 };

/** Returns a page that shows one list; `rows` is what the server has. */
function openPage(hands = calm) {
  const queries = makeQueryClient();
  const server = { rows: ['a'], asked: 0 };
  const queryFn = async () => {
    server.asked += 1;
    return [...server.rows];
  };
  const observer = new QueryObserver(queries, { queryKey: ['vacancies', 'list', {}], queryFn });
  stops.push(observer.subscribe(() => undefined));
  const onUpdated = vi.fn<(cameAbove: boolean) => void>();
  const refresher = makeRefresher(queries, hands, onUpdated);
  stops.push(() => refresher.stop());
  return {
    queries,
    server,
    observer,
    onUpdated,
    refresher,
    loaded: vi.waitUntil(() => observer.getCurrentResult().isSuccess, patience),
  };
}

describe('a change', () => {
  it('refetches the data on screen, once for several events, and is announced if the data differs', async () => {
    const { server, observer, onUpdated, refresher, loaded } = openPage();
    await loaded;
    server.rows = ['a', 'b'];
    for (const id of [1, 2, 3]) refresher.note({ topic: 'vacancies', id });
    await vi.waitUntil(() => observer.getCurrentResult().data?.length === 2, patience);
    await vi.waitUntil(() => onUpdated.mock.calls.length === 1, patience);
    expect(server.asked).toBe(2);
  });

  it('is not announced if the data is the same, and fetches nothing for another topic', async () => {
    const { server, onUpdated, refresher, loaded } = openPage();
    await loaded;
    refresher.note({ topic: 'messages' });
    refresher.note({ topic: 'vacancies', id: 1 });
    await vi.waitUntil(() => server.asked === 2, patience);
    // The announcement of the next change would be the second one.
    server.rows = ['a', 'b'];
    refresher.note({ topic: 'vacancies', id: 1 });
    await vi.waitUntil(() => onUpdated.mock.calls.length > 0, patience);
    expect(server.asked).toBe(3);
    expect(onUpdated).toHaveBeenCalledOnce();
  });

  it('from before the page’s request is not fetched again', async () => {
    const { queries, server, refresher, loaded } = openPage();
    await loaded;
    refresher.note({ topic: 'vacancies', id: 1 });
    await queries.invalidateQueries();
    // A later event for another topic shows that the round is over.
    let answers = 0;
    const other = new QueryObserver(queries, { queryKey: ['messages', 'sent'], queryFn: async () => (answers += 1) });
    stops.push(other.subscribe(() => undefined));
    await vi.waitUntil(() => other.getCurrentResult().isSuccess, patience);
    const first = other.getCurrentResult().data;
    refresher.note({ topic: 'messages' });
    await vi.waitUntil(() => other.getCurrentResult().data !== first, patience);
    expect(server.asked).toBe(2);
  });

  it('does not cancel a next page in flight, and refetches the pages before it', async () => {
    const queries = makeQueryClient();
    let version = 1;
    const arrives = Promise.withResolvers<void>();
    const queryFn = async ({ pageParam }: { pageParam: number }) => {
      if (pageParam === 1 && version === 1) await arrives.promise;
      return `page ${pageParam} of ${version}`;
    };
    const observer = new InfiniteQueryObserver(queries, {
      queryKey: ['people', 'substitute'],
      queryFn,
      initialPageParam: 0,
      getNextPageParam: (_, pages) => pages.length,
    });
    stops.push(observer.subscribe(() => undefined));
    const refresher = makeRefresher(queries, calm, () => undefined);
    stops.push(() => refresher.stop());
    await vi.waitUntil(() => observer.getCurrentResult().isSuccess, patience);
    refresher.note({ topic: 'people' });
    const more = observer.fetchNextPage();
    const rounds = vi.fn<() => void>();
    await vi.waitUntil(() => {
      rounds();
      return rounds.mock.calls.length > 10;
    }, patience);
    arrives.resolve();
    expect((await more).data?.pages).toEqual(['page 0 of 1', 'page 1 of 1']);
    version = 2;
    await vi.waitUntil(() => observer.getCurrentResult().data?.pages[0] === 'page 0 of 2', patience);
    expect(observer.getCurrentResult().data?.pages).toEqual(['page 0 of 2', 'page 1 of 2']);
  });

  it('waits while a finger is down', async () => {
    let isBusy = true;
    const { server, refresher, loaded } = openPage({ ...calm, isBusy: () => isBusy });
    await loaded;
    refresher.note({ topic: 'vacancies' });
    const rounds = vi.fn<() => void>();
    await vi.waitUntil(() => {
      rounds();
      return rounds.mock.calls.length > 10;
    }, patience);
    expect(server.asked).toBe(1);
    isBusy = false;
    await vi.waitUntil(() => server.asked === 2, patience);
  });
});
