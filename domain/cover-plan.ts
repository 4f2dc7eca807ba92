import { periodMinutes, periodsOn } from './bell.ts';
import { type Colleague, type CoverDay, coverRank, inCoverOrder, type Spare, spareOf } from './cover.ts';

/** A period of a class that needs a colleague. They are covered in the caller's order. */
export interface CoverNeed {
  period: string;
}

/**
 * Plans a day: for each need, the index of a colleague, or null if the rules leave no one. It covers as many periods as
 * possible. Among those plans, it takes the colleagues who come first in the school's order. It proposes no one for a
 * period to which they already said no.
 *
 * The sets of "turns" (a colleague's first, second… period of the day) that can be placed together form a gammoid: a
 * path through the network of colleagues, lunch groups and periods places a turn. So taking turns greedily in the
 * school's order is optimal (Edmonds 1971, doi 10.1007/BF01584082). Guaranteed planning minutes are counted in periods,
 * longest first, so no placement breaks them. A second pass uses the minutes that are left.
 */
export function planPeriods(
  day: CoverDay,
  needs: readonly CoverNeed[],
  colleagues: readonly Colleague[],
): (number | null)[] {
  const spares = colleagues.map((colleague) => willingSpare(colleague, day));
  const network = networkOf(day, needs, spares);
  const mosts = spares.map((spare) => Math.min(spare.most, periodsWithin(spare, 'longest')));
  for (const turn of turnsOf(day, colleagues, mosts)) place(network, turn);
  const placed = placedIn(network);
  fillWhatIsLeft(day, { wanted: network.wanted, placed }, spares, colleagues);
  return assigned(day, needs, placed);
}

/** No plan that keeps the rules covers more of these needs. */
export function mostPeriods(day: CoverDay, needs: readonly CoverNeed[], colleagues: readonly Colleague[]): number {
  const spares = colleagues.map((colleague) => willingSpare(colleague, day));
  const network = networkOf(day, needs, spares);
  const mosts = spares.map((spare) => Math.min(spare.most, periodsWithin(spare, 'shortest')));
  return turnsOf(day, colleagues, mosts).filter((turn) => place(network, turn)).length;
}

/** Returns a colleague's time to spare, without the periods that they said no to. */
function willingSpare(colleague: Colleague, day: CoverDay): Spare {
  const spare = spareOf(colleague, day);
  return { ...spare, free: spare.free.filter(({ period }) => !colleague.saidNo.includes(period)) };
}

/**
 * Returns the number of free periods that fit into the minutes of the week, counting the longest or the shortest ones
 * first.
 */
function periodsWithin({ free, minutes }: Spare, which: 'longest' | 'shortest'): number {
  const lengths = free.map(periodMinutes).toSorted((a, b) => (which === 'longest' ? b - a : a - b));
  let left = minutes ?? Infinity;
  let fit = 0;
  for (const length of lengths) {
    left -= length;
    if (left < 0) break;
    fit += 1;
  }
  return fit;
}

/** Returns every turn, named by its colleague's index, in the order in which the school asks. */
function turnsOf(day: CoverDay, colleagues: readonly Colleague[], mosts: readonly number[]): number[] {
  const byOrder = inCoverOrder(day.rules.order);
  const turns = colleagues.flatMap((colleague, of) =>
    Array.from({ length: mosts[of] ?? 0 }, (_, nth) => ({
      of,
      nth,
      later: { ...colleague, month: colleague.month + nth, year: colleague.year + nth },
    })),
  );
  // By seniority, everyone of a group has a turn before someone has two. The other orders count the turns themselves.
  const { order } = day.rules;
  const isBySeniority = order === 'seniority';
  return turns
    .toSorted(
      (a, b) =>
        coverRank(order, a.later) - coverRank(order, b.later) ||
        (isBySeniority ? a.nth - b.nth : 0) ||
        byOrder(a.later, b.later) ||
        a.nth - b.nth,
    )
    .map(({ of }) => of);
}

/**
 * A flow network with a node for each colleague, for the lunch periods of a colleague who must keep one, for each
 * period, and a sink. Edge `e` and its reverse `e ^ 1` are neighbors.
 */
interface Network {
  wanted: number[];
  /** The edges that leave each node. */
  edges: number[][];
  to: number[];
  room: number[];
  /** The edge of a colleague's place in a period. */
  places: { edge: number; colleague: number; period: number }[];
  sink: number;
}

function networkOf(day: CoverDay, needs: readonly CoverNeed[], spares: readonly Spare[]): Network {
  const names = periodsOn(day.bell, day.date).map(({ period }) => period);
  const wanted = names.map((name) => needs.filter(({ period }) => period === name).length);
  const [firstLunch, firstPeriod] = [spares.length, 2 * spares.length];
  const sink = firstPeriod + names.length;
  const edges: number[][] = Array.from({ length: sink + 1 }, () => []);
  const network: Network = { wanted, edges, to: [], room: [], places: [], sink };
  for (const [period, most] of wanted.entries()) connect(network, firstPeriod + period, sink, most);
  for (const [colleague, { free, lunch }] of spares.entries()) {
    if (lunch.length > 1) connect(network, colleague, firstLunch + colleague, lunch.length - 1);
    for (const { period: name } of free) {
      const period = names.indexOf(name);
      if ((wanted[period] ?? 0) === 0) continue;
      const from = lunch.includes(name) ? firstLunch + colleague : colleague;
      network.places.push({ edge: connect(network, from, firstPeriod + period, 1), colleague, period });
    }
  }
  return network;
}

function connect({ edges, to, room }: Network, from: number, target: number, most: number): number {
  const edge = to.length;
  to.push(target, from);
  room.push(most, 0);
  edges[from]?.push(edge);
  edges[target]?.push(edge + 1);
  return edge;
}

/**
 * Places one more turn of a colleague by the shortest chain of changes: they take a period from another colleague, who
 * takes the next, until a class has no one yet. Returns false, and changes nothing, if there is no chain.
 */
function place({ edges, to, room, sink }: Network, colleague: number): boolean {
  const reachedBy = new Int32Array(sink + 1).fill(-1);
  const queue = [colleague];
  for (let next = 0; next < queue.length && reachedBy[sink] === -1; next += 1) {
    for (const edge of edges[queue[next] ?? 0] ?? []) {
      const target = to[edge] ?? 0;
      if ((room[edge] ?? 0) === 0 || target === colleague || reachedBy[target] !== -1) continue;
      reachedBy[target] = edge;
      queue.push(target);
    }
  }
  if (reachedBy[sink] === -1) return false;
  for (let node = sink; node !== colleague;) {
    const edge = reachedBy[node] ?? 0;
    room[edge] = (room[edge] ?? 0) - 1;
    room[edge ^ 1] = (room[edge ^ 1] ?? 0) + 1;
    node = to[edge ^ 1] ?? colleague;
  }
  return true;
}

/** Returns the colleagues placed in each period. */
function placedIn({ wanted, places, room }: Network): Set<number>[] {
  const placed = wanted.map(() => new Set<number>());
  for (const { edge, colleague, period } of places) if (room[edge] === 0) placed[period]?.add(colleague);
  return placed;
}

/** Fills periods that are still uncovered with minutes left over from counting in whole periods. */
function fillWhatIsLeft(
  day: CoverDay,
  { wanted, placed }: { wanted: readonly number[]; placed: readonly Set<number>[] },
  spares: readonly Spare[],
  colleagues: readonly Colleague[],
): void {
  const periods = periodsOn(day.bell, day.date);
  const byOrder = inCoverOrder(day.rules.order);
  const ordered = colleagues
    .map((colleague, of) => ({ colleague, of }))
    .toSorted((a, b) => byOrder(a.colleague, b.colleague));
  for (const [nth, period] of periods.entries()) {
    for (const { of } of ordered) {
      const spare = spares[of];
      const isFull = (placed[nth]?.size ?? 0) >= (wanted[nth] ?? 0);
      if (isFull) break;
      if (spare === undefined || placed[nth]?.has(of) || !spare.free.includes(period)) continue;
      const taken = [...periods.filter((_, at) => placed[at]?.has(of)), period];
      if (fits(spare, taken)) placed[nth]?.add(of);
    }
  }
}

/** Returns whether a colleague may take these free periods together. */
export function fits(
  { most, minutes, lunch }: Spare,
  taken: readonly { period: string; start: string; end: string }[],
): boolean {
  const atLunch = taken.filter(({ period }) => lunch.includes(period)).length;
  const sum = taken.reduce((all, period) => all + periodMinutes(period), 0);
  return taken.length <= most && (minutes === null || sum <= minutes) && (atLunch === 0 || atLunch < lunch.length);
}

/** Assigns colleagues to the first needs of each period. */
function assigned(
  day: CoverDay,
  needs: readonly CoverNeed[],
  placed: readonly ReadonlySet<number>[],
): (number | null)[] {
  const chosen: (number | null)[] = needs.map(() => null);
  for (const [nth, { period }] of periodsOn(day.bell, day.date).entries()) {
    const people = [...(placed[nth] ?? [])].toSorted((a, b) => a - b);
    const classes = needs.flatMap((need, at) => (need.period === period ? [at] : []));
    for (const [index, at] of classes.slice(0, people.length).entries()) chosen[at] = people[index] ?? null;
  }
  return chosen;
}
