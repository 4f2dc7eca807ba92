import { useEffect, useState } from 'react';

/** How long typing must pause before it counts, in milliseconds. */
export const restAfter = 250;

/** A value once it has rested for a quarter of a second: what is searched for, not every keystroke of it. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restAfter);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
