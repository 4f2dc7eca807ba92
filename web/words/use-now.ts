import { useEffect, useState } from 'react';

/** The present, fresh each minute and whenever the page is looked at again: for 'Today' and '9 minutes ago'. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const refresh = () => {
      if (!document.hidden) setNow(new Date());
    };
    const timer = setInterval(refresh, 60_000);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, []);
  return now;
}
