import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { pageStarts } from '#web/screens/public/wall/wall-pages.ts';

/** How long each page of a long day is shown. */
const pageMs = 12_000;

type WallPages = {
  /** The element that shows one page at a time. Its first child is the list. */
  box: RefObject<HTMLDivElement | null>;
  /** Counts from 0. */
  page: number;
  pages: number;
  /** The rows of this page: the first one, and the one after the last. */
  from: number;
  to: number;
  /** The height of the rows before this page in px. */
  above: number;
  isPaused: boolean;
  pause: (isPaused: boolean) => void;
};

/**
 * Shows as many rows as fit, then the next ones, and begins again. Measures again when the window or a row changes its
 * size.
 */
export function useWallPages(count: number): WallPages {
  const box = useRef<HTMLDivElement>(null);
  const [{ heights, room }, setMeasured] = useState<{ heights: readonly number[]; room: number }>({
    heights: [],
    room: Infinity,
  });
  const [turns, setTurns] = useState(0);
  const [isPaused, pause] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const now = Array.from(element.querySelectorAll<HTMLElement>('li'), (row) => row.getBoundingClientRect().height);
      setMeasured({ heights: now, room: element.clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [count]);
  const starts = pageStarts(heights, room);
  const pages = starts.length;
  useEffect(() => {
    if (pages < 2 || isPaused) return;
    const timer = setInterval(() => setTurns((before) => before + 1), pageMs);
    return () => clearInterval(timer);
  }, [pages, isPaused]);
  const page = turns % pages;
  const from = starts[page] ?? 0;
  const above = heights.slice(0, from).reduce((total, height) => total + height, 0);
  return { box, page, pages, from, to: starts[page + 1] ?? count, above, isPaused, pause };
}
