import { useSyncExternalStore } from 'react';

/** The key under which the early script finds the choice before the first paint. */
const storageKey = 'firstbell-theme';

export const themes = ['device', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

function currentTheme(): Theme {
  return themes.find((theme) => theme === document.documentElement.dataset['theme']) ?? 'device';
}

/** Chooses the colours: the device's own, or light or dark whatever the device says. Kept on this device. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'device') delete dataset['theme'];
  else dataset['theme'] = theme;
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
