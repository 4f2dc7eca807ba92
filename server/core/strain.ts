/** Distinguishes a lasting strain from a burst by the refusals so far. */
export type Strain = {
  /** Notes a refusal. */
  note(now: number): void;
  /** Returns whether refusals have continued for longer than a burst. */
  lasts(now: number): boolean;
  /** Forgets all refusals. */
  end(): void;
};

/** A strain lasts if refusals have continued for this long, in ms. */
const lastingMs = 2000;
/** Refusals that are further apart than this, in ms, don't belong to the same strain. */
const gapMs = 500;

/**
 * Makes a strain without refusals. In a burst, such as a thousand people who accept one class in the same second,
 * people would rather wait than be refused. In a strain that lasts, a long queue makes everyone wait and accepts no one
 * more (Nichols and Jacobson, Controlling Queue Delay, ACM Queue, 2012: good queues disappear, bad queues stay).
 */
export function makeStrain(): Strain {
  let since = -Infinity;
  let until = -Infinity;
  return {
    note(now) {
      if (now - until > gapMs) since = now;
      until = now;
    },
    lasts: (now) => now - until <= gapMs && until - since >= lastingMs,
    end() {
      until = -Infinity;
    },
  };
}

/** Tells the queue of hashes that the entrance to the database refuses calls. */
export type OverloadSign = {
  /** Notes a refused call. */
  note(now: number): void;
  /** Returns whether a call was refused within the last half a second. */
  isShown(now: number): boolean;
};

/** The sign of this process. */
export const overloadSign: OverloadSign = makeOverloadSign();

/** Makes a sign that doesn't show an overload. */
export function makeOverloadSign(): OverloadSign {
  let refusedAt = -Infinity;
  return {
    note(now) {
      refusedAt = now;
    },
    isShown: (now) => now - refusedAt <= gapMs,
  };
}
