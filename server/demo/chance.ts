/** Seeded random numbers, so the same demo district can be generated again. */
export type Chance = {
  /** The number is from 0 up to but excluding 1. */
  next(): number;
  /** True with this probability. */
  happens(probability: number): boolean;
  /** Returns an integer from `least` to `most`, inclusive. */
  between(least: number, most: number): number;
  /** Returns one of the items, with equal probability. */
  pick<T>(items: readonly T[]): T;
  /** One of the items by weight. Returns undefined if all weights are 0. */
  pickWeighted<T>(items: readonly T[], weight: (item: T) => number): T | undefined;
  /** Returns a waiting time with this mean: mostly short, rarely long. */
  waiting(mean: number): number;
};

/** Random numbers from a seed (mulberry32: small, fast, even enough for names and dates, never for secrets). */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    happens: (probability) => next() < probability,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
    pickWeighted: (items, weight) => {
      const weights = items.map(weight);
      let point = next() * weights.reduce((sum, each) => sum + each, 0);
      return items.find((_, index) => (point -= weights[index] ?? 0) < 0);
    },
    waiting: (mean) => -Math.log(1 - next()) * mean,
  };
}
