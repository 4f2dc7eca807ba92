import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { whenIdle } from '#web/ui/when-idle.ts';

/**
 * Marks the rows of a list that have been drawn and are out of sight, so that the browser may pass over them until they come near:
 * their heights are known, nothing moves. A dialog, which makes all of the page inert, is then as quick over 200 rows as over ten.
 * What is in sight stays unmarked: the browser would leave it out for a moment, and call that a shift.
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
