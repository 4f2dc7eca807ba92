export type Event = { at: number; kind: 'post' | 'step' | 'answer'; vacancy: number; substitute: number };

/** A binary heap of events by time. */
export class Events {
  readonly #heap: Event[] = [];

  add(event: Event): void {
    const heap = this.#heap;
    let place = heap.length;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || above.at <= event.at) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = event;
  }

  take(): Event | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return top;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      const right = heap[child + 1];
      const left = heap[child];
      if (left === undefined) break;
      if (right !== undefined && right.at < left.at) child += 1;
      const lower = heap[child];
      if (lower === undefined || lower.at >= last.at) break;
      heap[place] = lower;
      place = child;
    }
    heap[place] = last;
    return top;
  }
}
