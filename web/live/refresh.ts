import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveChange } from '#domain/live.ts';
import { concerns } from '#web/api/changed.ts';

/** Refetches changed data that is displayed. The rest is refetched when it is opened. */
export type Refresher = {
  note(change: LiveChange): void;
  /** Drops pending refetches, because the user may no longer make them. */
  drop(): void;
  stop(): void;
};

type Hands = { isBusy(): boolean; during(changed: Promise<unknown>, hasNews: () => boolean): Promise<boolean> };

/** Changes that arrive together are refetched together. A random delay spreads many clients. The time is in ms. */
const gather = { least: 40, spread: 120 };
/** The pause between two rounds, in ms. */
const pause = 500;
/** How long a page that is being touched or scrolled is left alone, in ms. */
const mostPatience = 3000;

/** Returns a list that a person is reading. Counts and single items aren't announced. */
const isList = ({ queryKey: [noun, part] }: Query) =>
  (noun === 'vacancies' && part === 'list') || noun === 'people' || noun === 'schools' || noun === 'messages';

/**
 * Collects changes and refetches the affected data. `onUpdated` is called when a displayed list has changed, and
 * whether something new is above the visible part.
 */
export function makeRefresher(queries: QueryClient, hands: Hands, onUpdated: (cameAbove: boolean) => void): Refresher {
  const begun = new WeakMap<object, number>();
  const forget = queries.getQueryCache().subscribe((event) => {
    // A later page doesn't affect the earlier ones.
    if (event.type === 'updated' && event.action.type === 'fetch' && event.action.meta?.fetchMore === undefined)
      begun.set(event.query, performance.now());
  });
  /** Returns whether a list is fetching its next page. Refetching all of it now would cancel that. */
  const isGrowing = () =>
    queries.isFetching({ predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined }) > 0;
  let pending: { change: LiveChange; at: number }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushedAt = Number.NEGATIVE_INFINITY;

  const flush = async () => {
    const changes = pending;
    pending = [];
    if (changes.length === 0) return;
    flushedAt = performance.now();
    // Data requested after the change is current anyway, such as the reply to the user's own action.
    const isStale = (query: Query) =>
      changes.some(({ change, at }) => (begun.get(query) ?? 0) < at && concerns(change, query.queryKey));
    const lists = queries
      .getQueryCache()
      .findAll({ type: 'active', predicate: (query) => isList(query) && isStale(query) });
    const before = lists.map((query) => query.state.data);
    let shown = before;
    const hasNews = () => {
      const latest = lists.map((query) => query.state.data);
      const isNew = latest.some((data, index) => data !== shown[index]);
      shown = latest;
      return isNew;
    };
    const cameAbove = await hands.during(queries.invalidateQueries({ predicate: isStale }), hasNews);
    if (lists.some((query, index) => query.state.data !== before[index])) onUpdated(cameAbove);
  };
  const schedule = () => {
    if (timer !== undefined) return;
    const now = performance.now();
    const since = pending[0]?.at ?? now;
    const wait = Math.max(gather.least + Math.random() * gather.spread, flushedAt + pause - now);
    timer = setTimeout(() => {
      timer = undefined;
      // The user's own pending action refetches what it changes.
      const waits = hands.isBusy() || queries.isMutating() > 0;
      if (isGrowing() || (waits && performance.now() - since < mostPatience)) schedule();
      else void flush();
    }, wait);
  };
  return {
    note: (change) => {
      pending.push({ change, at: performance.now() });
      schedule();
    },
    drop: () => {
      pending = [];
    },
    stop: () => {
      forget();
      clearTimeout(timer);
    },
  };
}
