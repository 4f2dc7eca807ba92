import { useSyncExternalStore } from 'react';
import { markRoot, rootMark } from '#web/ui/root.ts';

/** The storage key that the early script reads before the first paint. */
const storageKey = 'firstbell-theme';

export const themes = ['device', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

function currentTheme(): Theme {
  return themes.find((theme) => theme === rootMark('theme')) ?? 'device';
}

/** Sets the theme: the device's, or always light or dark. It is stored on this device. */
export function chooseTheme(theme: Theme): void {
  markRoot('theme', theme === 'device' ? null : theme);
  try {
    if (theme === 'device') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be disabled. Then the choice lasts until the page is left.
  }
  listeners.forEach((listener) => listener());
}

/** Returns the current choice. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentTheme);
}
