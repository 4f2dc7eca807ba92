import type { Refused } from '#server/core/refused.ts';

/** Work that waits. `arrival` counts all work in the order it came. */
type Waiting = { arrival: number; since: number; begin: () => void; refuse: (refused: Refused) => void };

/**
 * A queue with a line for each caller. Callers take turns, and the work of one caller is first come, first served. If
 * there is no room left, the caller with the most work gives up its newest piece for a caller with less (McKenney,
 * Stochastic Fairness Queueing, 1990).
 */
export class FairQueue {
  /** The callers whose work waits, in the order of their next turns. */
  readonly #lines = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  #size = 0;
  #arrivals = 0;
  #latestBegun = 0;

  /** The number of pieces of work that wait. */
  get size(): number {
    return this.#size;
  }

  add(caller: string, work: Omit<Waiting, 'arrival'>): void {
    const line = this.#lines.get(caller) ?? [];
    line.push({ ...work, arrival: (this.#arrivals += 1) });
    this.#lines.set(caller, line);
    this.#size += 1;
  }

  /** Begins the next piece of work. Returns false if none waits. */
  beginNext(): boolean {
    const [next] = this.#lines;
    if (next === undefined) return false;
    const [caller, line] = next;
    const work = this.#take(caller, 'oldest');
    // The caller's next turn comes after those of all others.
    this.#lines.delete(caller);
    if (line.length > 0) this.#lines.set(caller, line);
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1);
    this.#latestBegun = Math.max(this.#latestBegun, work?.arrival ?? 0);
    work?.begin();
    return true;
  }

  /** Notes that a piece of the caller's work has ended. */
  end(caller: string): void {
    const left = (this.#running.get(caller) ?? 0) - 1;
    if (left > 0) this.#running.set(caller, left);
    else this.#running.delete(caller);
  }

  /**
   * Returns the caller with the most work, if it would still have at least as much as this one after giving up a piece.
   */
  whoMakesRoomFor(caller: string): string | undefined {
    let most = this.#workOf(caller) + 1;
    let found: string | undefined;
    for (const other of this.#lines.keys()) {
      const count = this.#workOf(other);
      if (count <= most) continue;
      most = count;
      found = other;
    }
    return found;
  }

  /** Takes the caller's newest piece of work out of the queue. */
  takeNewest(caller: string): Waiting | undefined {
    return this.#take(caller, 'newest');
  }

  /** Takes out the work that came before this time and still waits, although newer work of other callers has begun. */
  takeOvertaken(before: number): Waiting[] {
    const taken: Waiting[] = [];
    for (const [caller, line] of this.#lines)
      for (let [work] = line; work !== undefined && this.#isOvertaken(work, before); [work] = line) {
        this.#take(caller, 'oldest');
        taken.push(work);
      }
    return taken;
  }

  #isOvertaken({ arrival, since }: Waiting, before: number): boolean {
    return arrival < this.#latestBegun && since < before;
  }

  #workOf(caller: string): number {
    return (this.#running.get(caller) ?? 0) + (this.#lines.get(caller)?.length ?? 0);
  }

  #take(caller: string, which: 'oldest' | 'newest'): Waiting | undefined {
    const line = this.#lines.get(caller);
    const work = which === 'oldest' ? line?.shift() : line?.pop();
    if (line?.length === 0) this.#lines.delete(caller);
    if (work !== undefined) this.#size -= 1;
    return work;
  }
}
