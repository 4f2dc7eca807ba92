import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveChange } from '#domain/live.ts';
import { concerns } from '#web/api/changed.ts';

/** Fetches again what changed, as far as it is on the screen; the rest when it is looked at. */
export type Refresher = {
  note(change: LiveChange): void;
  /** Leaves what it has not fetched yet: there is nobody any more who may. */
  drop(): void;
  stop(): void;
};

type Hands = { isBusy(): boolean; during(changed: Promise<unknown>, hasNews: () => boolean): Promise<boolean> };

/** Changes that come together are fetched together; many people's screens do not ask in the same moment. In ms. */
const gather = { least: 40, spread: 120 };
/** Between two rounds, in ms. */
const pause = 500;
/** How long a page that is being touched or scrolled is left alone, in ms. */
const mostPatience = 3000;

/** A list that somebody reads; counts and single things are not read out. */
const isList = ({ queryKey: [noun, part] }: Query) =>
  (noun === 'vacancies' && part === 'list') || noun === 'people' || noun === 'schools' || noun === 'messages';

/**
 * Collects changes and fetches what they concern. `onUpdated` hears when a list on the screen has become another, and
 * whether something came in above what is in view.
 */
export function makeRefresher(queries: QueryClient, hands: Hands, onUpdated: (cameAbove: boolean) => void): Refresher {
  const begun = new WeakMap<object, number>();
  const forget = queries.getQueryCache().subscribe((event) => {
    // A further page says nothing of those before it.
    if (event.type === 'updated' && event.action.type === 'fetch' && event.action.meta?.fetchMore === undefined)
      begun.set(event.query, performance.now());
  });
  /** Whether a list is being given a further page: asking for all of it anew would end that, and whoever wanted more would get none. */
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
    // What was asked for after the change is told the truth anyway: the answer to one's own act, for one.
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
      // An own act under way asks for what it changed by itself.
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
