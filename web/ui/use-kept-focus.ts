import { useLayoutEffect, useRef, type RefObject } from 'react';
import { focusHeading } from '#web/ui/focus-heading.ts';

/**
 * Keeps the keyboard's place in a list of people: when the row that had focus is gone, focus is on the heading
 * of the row that took its place, or on the section's heading once the list is empty; on the page's where it has none.
 */
export function useKeptFocus(ids: readonly number[]): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const before = useRef(ids);
  useLayoutEffect(() => {
    const gone = before.current.findIndex((id) => !ids.includes(id));
    before.current = ids;
    if (gone < 0 || (document.activeElement !== null && document.activeElement !== document.body)) return;
    const rows = section.current?.querySelectorAll<HTMLElement>('li h3') ?? [];
    focusHeading(rows[Math.min(gone, rows.length - 1)], section.current?.querySelector('h2'));
  }, [ids]);
  return section;
}
