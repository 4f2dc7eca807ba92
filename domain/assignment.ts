/** A substitute who can cover a class, and the cost: the lower it is, the better they fit. Costs are finite. */
export interface Option {
  /** The substitute's index. */
  substitute: number;
  cost: number;
}

/** The day's best plan, and the prices that prove it. */
export interface Plan {
  /** For each class, the index of its substitute. Null leaves it uncovered. */
  chosen: (number | null)[];
  /** The sum of the chosen options' costs and of `uncovered` for each class without a substitute. */
  cost: number;
  /**
   * For each substitute, how much the other classes lose if one class takes that person: their scarcity price. 0 or
   * more, and 0 for everyone without a class in the plan.
   */
  scarcity: number[];
  /**
   * For each class, the cost of covering it, including the scarcity price of its substitute. No option is cheaper,
   * which proves that the plan is optimal: the sum of these less the sum of the scarcity prices is the plan's cost.
   */
  classCosts: number[];
}

/**
 * Covers a day's classes at the lowest total cost: at most one class per substitute and one substitute per class. A
 * class stays uncovered where that costs less, so an `uncovered` above every chain of options fills as many classes as
 * possible first.
 *
 * It is the sparse assignment problem, solved by shortest augmenting paths (Jonker and Volgenant 1987, doi
 * 10.1007/BF02278710). Every class has a private dummy substitute at the cost `uncovered`, so a plan always exists. One
 * more class is one more path. The plan is the same for the same input.
 *
 * @throws {RangeError} if an option names no substitute of the day.
 */
export function bestPlan(classes: readonly (readonly Option[])[], substitutes: number, uncovered: number): Plan {
  const day = flat(classes, substitutes);
  const state: State = {
    ...day,
    uncovered,
    substituteOf: new Int32Array(classes.length).fill(none),
    classOf: new Int32Array(substitutes).fill(none),
    classCost: new Float64Array(classes.length),
    price: new Float64Array(substitutes),
    distance: new Float64Array(substitutes).fill(Infinity),
    reachedFrom: new Int32Array(substitutes),
    isSettled: new Uint8Array(substitutes),
  };
  const waiting = takeCheapest(state);
  const queue = new Queue();
  for (const one of waiting) augment(state, queue, one);
  return planOf(state, classes);
}

/** In `substituteOf`: the class is uncovered. In `classOf`: the substitute is free. */
const none = -1;

/** The options of all classes in a row: those of class c are from `first[c]` up to `first[c + 1]`. */
interface Options {
  first: Int32Array;
  substitute: Int32Array;
  cost: Float64Array;
}

interface State extends Options {
  uncovered: number;
  substituteOf: Int32Array;
  classOf: Int32Array;
  classCost: Float64Array;
  /** Scarcity prices, which are added to the cost of every option with this substitute. */
  price: Float64Array;
  /** These belong to the current search only. */
  distance: Float64Array;
  reachedFrom: Int32Array;
  isSettled: Uint8Array;
}

/** Returns an element that exists: the compiler doesn't know the bounds of an array. */
function at(list: ArrayLike<number>, index: number): number {
  return list[index] ?? NaN;
}

function flat(classes: readonly (readonly Option[])[], substitutes: number): Options {
  const first = new Int32Array(classes.length + 1);
  let size = 0;
  for (const [nth, options] of classes.entries()) {
    size += options.length;
    first[nth + 1] = size;
  }
  const substitute = new Int32Array(size);
  const cost = new Float64Array(size);
  let next = 0;
  for (const options of classes) {
    for (const option of options) {
      if (!(option.substitute >= 0 && option.substitute < substitutes))
        throw new RangeError(`No substitute of the day: ${option.substitute}`);
      substitute[next] = option.substitute;
      cost[next] = option.cost;
      next += 1;
    }
  }
  return { first, substitute, cost };
}

/** Gives each class its cheapest option while that substitute is free. Returns the classes that need a search. */
function takeCheapest(state: State): number[] {
  const waiting: number[] = [];
  for (let one = 0; one < state.substituteOf.length; one += 1) {
    let best = none;
    let lowest = state.uncovered;
    for (let edge = at(state.first, one); edge < at(state.first, one + 1); edge += 1) {
      if (at(state.cost, edge) < lowest) {
        lowest = at(state.cost, edge);
        best = at(state.substitute, edge);
      }
    }
    state.classCost[one] = lowest;
    if (best === none) continue; // Leaving the class uncovered is cheapest.
    if (at(state.classOf, best) === none) {
      state.classOf[best] = one;
      state.substituteOf[one] = best;
    } else waiting.push(one);
  }
  return waiting;
}

/**
 * Covers one more class by the shortest chain of changes: it takes a substitute from another class, which takes the
 * next, and so on, until a free substitute is found or the last class of the chain does better uncovered.
 */
function augment(state: State, queue: Queue, start: number): void {
  const chain = shortestChain(state, queue, start);
  raisePrices(state, start, chain);
  passOn(state, start, chain);
  for (const one of chain.reached) {
    state.distance[one] = Infinity;
    state.isSettled[one] = 0;
  }
}

/**
 * A chain of changes. It ends with a free substitute (`free`), or if that is `none`, with the class that stays
 * uncovered (`leftOut`).
 */
type Chain = { length: number; free: number; leftOut: number; settled: readonly number[]; reached: readonly number[] };

/** Searches the substitutes nearest first, and leaves its distances and the way to each of them in the state. */
function shortestChain(state: State, queue: Queue, start: number): Chain {
  const { classOf, classCost, price, distance, reachedFrom, isSettled } = state;
  const settled: number[] = [];
  const reached: number[] = [];
  let shortest = Infinity;
  let free = none;
  let leftOut = none;
  let current = start;
  let base = 0;
  for (;;) {
    const own = at(classCost, current);
    const toUncovered = base + state.uncovered - own;
    if (toUncovered < shortest) {
      shortest = toUncovered;
      free = none;
      leftOut = current;
    }
    for (let edge = at(state.first, current); edge < at(state.first, current + 1); edge += 1) {
      const to = at(state.substitute, edge);
      if (at(isSettled, to) === 1) continue;
      const length = base + at(state.cost, edge) + at(price, to) - own;
      if (length >= at(distance, to) || length >= shortest) continue;
      if (at(distance, to) === Infinity) reached.push(to);
      distance[to] = length;
      reachedFrom[to] = current;
      if (at(classOf, to) === none) {
        shortest = length;
        free = to;
      } else queue.add(length, to);
    }
    const next = queue.take(isSettled);
    if (next === none || at(distance, next) >= shortest) break;
    isSettled[next] = 1;
    settled.push(next);
    base = at(distance, next);
    current = at(classOf, next);
  }
  queue.clear();
  return { length: shortest, free, leftOut, settled, reached };
}

function raisePrices({ classOf, classCost, price, distance }: State, start: number, { length, settled }: Chain): void {
  classCost[start] = at(classCost, start) + length;
  for (const one of settled) {
    const change = length - at(distance, one);
    price[one] = at(price, one) + change;
    const owner = at(classOf, one);
    classCost[owner] = at(classCost, owner) + change;
  }
}

/** From the end of the chain, each class takes its next substitute and gives its own to the class before it. */
function passOn({ substituteOf, classOf, reachedFrom }: State, start: number, { free, leftOut }: Chain): void {
  let taker = free === none ? leftOut : at(reachedFrom, free);
  let taken = free;
  for (;;) {
    const given = at(substituteOf, taker);
    substituteOf[taker] = taken;
    if (taken !== none) classOf[taken] = taker;
    if (taker === start) break;
    taken = given;
    taker = at(reachedFrom, given);
  }
}

function planOf({ substituteOf, price, classCost, uncovered }: State, classes: readonly (readonly Option[])[]): Plan {
  let cost = 0;
  const chosen = Array.from(substituteOf, (substitute, one) => {
    const options = (classes[one] ?? []).filter((option) => option.substitute === substitute);
    cost += options.reduce(
      (lowest, option) => Math.min(lowest, option.cost),
      substitute === none ? uncovered : Infinity,
    );
    return substitute === none ? null : substitute;
  });
  return { chosen, cost, scarcity: [...price], classCosts: [...classCost] };
}

/** A binary heap of substitutes by distance. An entry that was overtaken stays until it is taken and skipped. */
class Queue {
  readonly #keys: number[] = [];
  readonly #items: number[] = [];

  clear(): void {
    this.#keys.length = 0;
    this.#items.length = 0;
  }

  add(key: number, item: number): void {
    const keys = this.#keys;
    const items = this.#items;
    let place = keys.length;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = at(keys, parent);
      if (above <= key) break;
      keys[place] = above;
      items[place] = at(items, parent);
      place = parent;
    }
    keys[place] = key;
    items[place] = item;
  }

  /** Removes the nearest one that isn't settled. */
  take(isSettled: Uint8Array): number {
    for (;;) {
      const item = this.#pop();
      if (item === none || at(isSettled, item) === 0) return item;
    }
  }

  #pop(): number {
    const keys = this.#keys;
    const items = this.#items;
    const key = keys.pop();
    const item = items.pop();
    if (key === undefined || item === undefined) return none;
    const size = keys.length;
    if (size === 0) return item;
    const top = at(items, 0);
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= size) break;
      if (child + 1 < size && at(keys, child + 1) < at(keys, child)) child += 1;
      if (at(keys, child) >= key) break;
      keys[place] = at(keys, child);
      items[place] = at(items, child);
      place = child;
    }
    keys[place] = key;
    items[place] = item;
    return top;
  }
}
