import { useEffect, useState } from 'react';

/**
 * Returns the current time, for 'Today', '9 minutes ago' and what ends at a time. Updates at each full minute and when
 * the page becomes visible. A hidden page doesn't go on.
 */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const refresh = () => {
      if (!document.hidden) setNow(new Date());
    };
    const timer = setTimeout(refresh, 60_000 - (Date.now() % 60_000));
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [now]);
  return now;
}
