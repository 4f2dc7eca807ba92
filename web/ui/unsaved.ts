import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { makeStore } from '#web/ui/store.ts';

/** The texts of the question before something is lost. */
export type Loss = {
  readonly title: string;
  readonly text: string;
  /** The button that continues, and the one that stays. */
  readonly discard: string;
  readonly keep: string;
};

const changes: Loss = {
  title: 'Discard your changes?',
  text: 'Your changes will be lost.',
  discard: 'Discard',
  keep: 'Keep editing',
};

/** A form or dialog with unsaved text. */
type Holder = { loss: Loss };
type Question = Loss & {
  /** The pending action. It runs once the text may be discarded. */
  readonly act: () => void;
  readonly holder: Holder;
};

const holders = new Set<Holder>();
const question = makeStore<Question | null>(null);

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function hold(holder: Holder): () => void {
  if (holders.size === 0) addEventListener('beforeunload', warn);
  holders.add(holder);
  return () => {
    holders.delete(holder);
    if (holders.size === 0) removeEventListener('beforeunload', warn);
    // The text was saved or is gone, so there is nothing to ask about.
    if (question.get()?.holder === holder) question.set(null);
  };
}

/** Returns whether the page contains text that leaving the screen would lose. */
export function hasUnsavedText(): boolean {
  return holders.size > 0;
}

/** Runs immediately, or asks first if the page contains text that would be lost. */
export function leaveText(act: () => void): void {
  const holder = [...holders].at(-1);
  if (holder === undefined) act();
  else question.set({ ...holder.loss, act, holder });
}

/** Stops the browser from asking about text that the person has agreed to lose with the whole page. */
export function releasePage(): void {
  removeEventListener('beforeunload', warn);
}

/**
 * Registers unsaved text while `dirty`. The browser asks before a reload or before the tab is closed. We ask before the
 * person leaves the screen, and before any action passed to the returned function.
 */
export function useUnsavedText(dirty: boolean, loss: Loss = changes): (act: () => void) => void {
  const own = useRef<Holder>({ loss });
  useLayoutEffect(() => {
    own.current.loss = loss;
  });
  useEffect(() => (dirty ? hold(own.current) : undefined), [dirty]);
  return useCallback((act: () => void) => {
    if (holders.has(own.current)) question.set({ ...own.current.loss, act, holder: own.current });
    else act();
  }, []);
}

/** Returns the open question and how to answer it, or null. */
export function useQuestion(): { question: Question | null; keep: () => void; discard: () => void } {
  const open = question.useValue();
  return {
    question: open,
    keep: () => question.set(null),
    discard: () => {
      question.set(null);
      open?.act();
    },
  };
}
