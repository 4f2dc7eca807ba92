import { createContext, useContext, useLayoutEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { inPlace, type KeptRow } from '#web/ui/in-place.ts';

/**
 * The decision about a row, and how to undo it: `undo` rejects with an error that `sentenceOf` understands. `more` is
 * shown below the outcome.
 */
export type Answer = {
  outcome: string;
  undo?: () => Promise<unknown>;
  more?: ReactNode;
  /**
   * Leaves the focus where it is, because another row that was answered at the same time has it. By default, it is left
   * if the person has moved it out of the row.
   */
  isQuiet?: boolean;
};

type Kept<Row> = KeptRow<Row> & { answer: Answer | null; height: number };

/** A row's report to its list while it is being answered. */
export type AnsweredRows = {
  /**
   * Marks a row as being answered, so it stays even if the list is refetched without it. Returns whether the list has
   * it.
   */
  hold: (id: number) => boolean;
  answer: (id: number, answer: Answer) => void;
  /** The row follows the list again. On request it gets focus, or the page's title does if the list has no such row. */
  drop: (id: number, more?: { focus: boolean }) => void;
};

const Context = createContext<AnsweredRows | null>(null);

/** The lists of a screen. */
const ScreenContext = createContext<Set<AnsweredRows> | null>(null);

/** Returns the enclosing list, if it keeps answered rows in place, or else null. */
export const useAnsweringList = (): AnsweredRows | null => useContext(Context);

/** Makes its lists known to a dialog about one of their rows, which is rendered outside them. */
export function AnsweringScreen({ children }: { children: ReactNode }) {
  const [lists] = useState(() => new Set<AnsweredRows>());
  return <ScreenContext value={lists}>{children}</ScreenContext>;
}

/** Returns all lists of the screen as one, for a dialog about a row. The list without the row ignores it. */
export function useListsOfScreen(): AnsweredRows {
  const lists = useContext(ScreenContext);
  const all = () => [...(lists ?? [])];
  return {
    hold: (id) => all().some((list) => list.hold(id)),
    answer: (id, answer) => all().forEach((list) => list.answer(id, answer)),
    drop: (id, more) => all().forEach((list) => list.drop(id, more)),
  };
}

/**
 * Returns whether the focus is in another part of the page. A dialog about the row may have it, or no control at all.
 */
function isElsewhere(row: Element | null): boolean {
  const at = document.activeElement;
  return !(row === null || at === null || row.contains(at) || at.contains(row) || at.closest('dialog'));
}

/**
 * Returns the rows of a list that keeps answered ones until it is left, so a second tap never hits another row.
 * `elementId` names the element of a row. Wrap the rows in `provide`.
 */
export function useAnsweredRows<Row extends { id: number }>(
  rows: readonly Row[],
  elementId: (id: number) => string,
): { shown: Row[]; keptOf: (id: number) => Kept<Row> | null; provide: (list: ReactNode) => ReactNode } {
  const [kept, setKept] = useState<ReadonlyMap<number, Kept<Row>>>(new Map());
  const shown = inPlace(rows, kept);
  const change = (id: number, to: (held: Kept<Row> | undefined) => Kept<Row> | undefined) =>
    setKept((known) => {
      const next = new Map(known);
      const now = to(known.get(id));
      if (now === undefined) next.delete(id);
      else next.set(id, now);
      return next;
    });
  const list: AnsweredRows = {
    hold: (id) => {
      const row = shown.find((one) => one.id === id);
      if (row === undefined) return false;
      change(id, () => ({ row, order: shown.map((one) => one.id), answer: null, height: 0 }));
      return true;
    },
    answer: (id, answer) => {
      const row = document.getElementById(elementId(id));
      const said = { isQuiet: isElsewhere(row), ...answer };
      change(id, (held) => held && { ...held, answer: said, height: row?.offsetHeight ?? 0 });
    },
    drop: (id, { focus } = { focus: false }) => {
      flushSync(() => change(id, () => undefined));
      if (focus) focusHeading(document.getElementById(elementId(id))?.querySelector('h3'));
    },
  };
  const screen = useContext(ScreenContext);
  useLayoutEffect(() => {
    screen?.add(list);
    return () => void screen?.delete(list);
  });
  return {
    shown,
    keptOf: (id) => {
      const held = kept.get(id);
      return held === undefined || held.answer === null ? null : held;
    },
    provide: (content) => <Context value={list}>{content}</Context>,
  };
}
