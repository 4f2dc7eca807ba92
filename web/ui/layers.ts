import type { RefObject } from 'react';
import { markRoot } from '#web/ui/root.ts';
import { makeStore } from '#web/ui/store.ts';

/** The state of an open dialog, as the browser's history needs it. */
export type DialogState = {
  /** The layer has no history entry: Back closes it without navigating. */
  readonly isPrompt: boolean;
  /** The layer contains text, or a call is in progress, so Back may not simply close it. */
  readonly isHeld: boolean;
  /** Runs immediately, or once the person has agreed to lose the text. */
  readonly guard: (act: () => void) => void;
  /** Closes it, after the same question. */
  readonly close: () => void;
};

type OpenDialog = { element: HTMLDialogElement; state: RefObject<DialogState> };

// Modal dialogs make everything outside inert. The toast must stay reachable, so it moves into the topmost one, which
// must be known.
const open: OpenDialog[] = [];
const top = makeStore<HTMLDialogElement | null>(null);
const listenersToOpening = new Set<() => void>();
const changed = () => top.set(open.at(-1)?.element ?? null);

/** Registers an open modal dialog. Call the returned function when it has closed. */
export function enterLayer(element: HTMLDialogElement, state: RefObject<DialogState>): () => void {
  // The page must neither scroll behind it nor shift when its scrollbar disappears.
  if (open.length === 0) markRoot('locked', innerWidth > document.documentElement.clientWidth ? 'gutter' : '');
  const entered = { element, state };
  open.push(entered);
  changed();
  listenersToOpening.forEach((listener) => listener());
  return () => {
    const at = open.indexOf(entered);
    if (at >= 0) open.splice(at, 1);
    if (open.length === 0) markRoot('locked', null);
    changed();
  };
}

/** Returns the topmost open dialog right now. */
export function topDialog(): DialogState | null {
  return open.at(-1)?.state.current ?? null;
}

/** Calls the listener whenever a dialog, drawer, menu or popover opens. Call the returned function to unsubscribe. */
export function onLayerOpened(listener: () => void): () => void {
  // Popovers and menus are native: their event doesn't bubble, but it can be captured.
  const opened = (event: Event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || target.popover === null) return;
    if (event instanceof ToggleEvent && event.newState === 'open') listener();
  };
  listenersToOpening.add(listener);
  document.addEventListener('beforetoggle', opened, { capture: true });
  return () => {
    listenersToOpening.delete(listener);
    document.removeEventListener('beforetoggle', opened, { capture: true });
  };
}

/** Returns the topmost open modal dialog, or null. */
export const useTopLayer = top.useValue;
