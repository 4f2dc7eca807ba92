import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { localDate } from '#domain/time.ts';
import { changed } from '#web/api/changed.ts';
import { follow } from '#web/live/follow.ts';
import { keepDevice } from '#web/layout/offline/keep-device.ts';
import { provideStop } from '#web/session/logout.ts';
import { useSession } from '#web/session/session.ts';
import { useNow } from '#web/words/use-now.ts';
import { usePlace } from '#web/navigation/place.tsx';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { keepFocus } from '#web/ui/kept-focus.ts';

/** How long a screen reader needs for a sentence before the same one may be repeated, in ms. */
const saidMs = 4000;

/**
 * Keeps screens up to date: refetches changed data, announces a changed list to screen readers, and offers new items
 * above to people who have scrolled.
 */
export function LiveEvents({ since }: { since: { steady: number; wall: number } }) {
  const queries = useQueryClient();
  const { path } = usePlace();
  const user = useSession();
  const [isUpdated, setUpdated] = useState(false);
  const [aboveOn, setAboveOn] = useState<string | null>(null);

  useEffect(() => {
    const stop = follow(queries, since, (cameAbove) => {
      setUpdated(true);
      if (cameAbove) setAboveOn(location.pathname);
    });
    const takeBack = provideStop(stop);
    return () => {
      takeBack();
      stop();
    };
  }, [queries, since]);

  // At midnight at a school, 'today' and 'upcoming' change, though no record has.
  const now = useNow();
  const days = user.schools.map(({ timeZone }) => localDate(now, timeZone)).join();
  const known = useRef(days);
  useEffect(() => {
    if (known.current === days) return;
    known.current = days;
    void changed(queries, 'everything');
  }, [queries, days]);

  const who = useRef(user);
  useEffect(() => {
    const stop = keepDevice(queries, who.current);
    const takeBack = provideStop(stop);
    return () => {
      takeBack();
      stop();
    };
  }, [queries, user.id]);

  useEffect(keepFocus, []);

  useEffect(() => {
    if (!isUpdated) return;
    const timer = setTimeout(() => setUpdated(false), saidMs);
    return () => clearTimeout(timer);
  }, [isUpdated]);

  useEffect(() => {
    if (aboveOn === null) return;
    const arrive = () => {
      if (scrollY < 1) setAboveOn(null);
    };
    addEventListener('scroll', arrive, { passive: true });
    return () => removeEventListener('scroll', arrive);
  }, [aboveOn]);

  const showTop = () => {
    setAboveOn(null);
    scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
  };
  return (
    <>
      <p role="status" className="sr-only">
        {isUpdated ? 'The list was updated.' : ''}
      </p>
      {aboveOn === path ? (
        <div className="pointer-events-none fixed inset-x-0 top-[calc(var(--spacing-header)+0.5rem)] z-(--z-bar) grid justify-items-center">
          <Button
            variant="filled"
            icon={icons.chevronUp}
            onClick={showTop}
            className="pointer-events-auto rounded-pill! shadow-menu"
          >
            New above
          </Button>
        </div>
      ) : null}
    </>
  );
}
