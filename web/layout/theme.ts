import { useSyncExternalStore } from 'react';

/** The storage key that the early script reads before the first paint. */
const storageKey = 'firstbell-theme';

export const themes = ['device', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

function currentTheme(): Theme {
  return themes.find((theme) => theme === document.documentElement.dataset['theme']) ?? 'device';
}

/** Sets the theme: the device's, or always light or dark. Stored on this device. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'device') delete dataset['theme'];
  else dataset['theme'] = theme;
  try {
    if (theme === 'device') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be disabled. Then the choice lasts until the page is left.
  }
  listeners.forEach((listener) => listener());
}

/** The current choice. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentTheme);
}
