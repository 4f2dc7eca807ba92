import { useLayoutEffect, useRef, type RefObject } from 'react';
import { focusInView } from '#web/ui/focus-heading.ts';

/**
 * Keeps the keyboard focus in a list of people: when the focused row disappears, moves focus to the heading of the row
 * that took its place. In an empty list, it moves the focus to the section's heading, or to the page's if it has none.
 */
export function useKeptFocus(ids: readonly number[]): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const before = useRef(ids);
  useLayoutEffect(() => {
    const gone = before.current.findIndex((id) => !ids.includes(id));
    before.current = ids;
    if (gone < 0 || (document.activeElement !== null && document.activeElement !== document.body)) return;
    const rows = section.current?.querySelectorAll<HTMLElement>('li h3') ?? [];
    focusInView(rows[Math.min(gone, rows.length - 1)], section.current?.querySelector('h2'));
  }, [ids]);
  return section;
}
