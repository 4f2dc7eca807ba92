import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { whenIdle } from '#web/ui/when-idle.ts';

/**
 * Marks the rows of a list that have been rendered and are off-screen, so the browser can skip them until they come
 * near. Their heights are known, so nothing moves. A dialog, which makes the entire page inert, is then as fast over
 * 200 rows as over ten. Visible rows aren't marked: the browser would skip them for a moment and count that as a layout
 * shift.
 */
export function useDrawnRows<List extends HTMLElement>(drawn: ReactNode): RefObject<List | null> {
  const list = useRef<List>(null);
  useEffect(() => {
    let stop = () => {};
    const frame = requestAnimationFrame(() => {
      stop = whenIdle(() => {
        const rows = [...(list.current?.children ?? [])];
        const unseen = rows.filter((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return bottom < 0 || top > innerHeight;
        });
        for (const row of unseen) row.setAttribute('data-drawn', '');
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [drawn]);
  return list;
}
