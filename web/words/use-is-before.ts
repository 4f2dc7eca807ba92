import { useEffect, useState } from 'react';

/** Returns whether an instant is still to come, and renders again when it passes. A missing instant has passed. */
export function useIsBefore(instant: string | undefined): boolean {
  const [now, setNow] = useState(() => Date.now());
  const end = instant === undefined ? 0 : Date.parse(instant);
  useEffect(() => {
    if (end === 0) return;
    const timer = setTimeout(() => setNow(end), Math.max(0, end - Date.now()));
    return () => clearTimeout(timer);
  }, [end]);
  return now < end;
}
