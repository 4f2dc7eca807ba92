import { useSyncExternalStore } from 'react';
import { markRoot, rootMark } from '#web/ui/root.ts';

/** The key under which the early script finds the choice before the first paint. */
const storageKey = 'firstbell-theme';

export const themes = ['device', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

function currentTheme(): Theme {
  return themes.find((theme) => theme === rootMark('theme')) ?? 'device';
}

/** Chooses the colours: the device's own, or light or dark whatever the device says. Kept on this device. */
export function chooseTheme(theme: Theme): void {
  markRoot('theme', theme === 'device' ? null : theme);
  try {
    if (theme === 'device') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be forbidden: the choice holds until the page is left.
  }
  listeners.forEach((listener) => listener());
}

/** The choice that holds. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentTheme);
}
