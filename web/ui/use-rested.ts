import { useEffect, useState } from 'react';

/** The debounce delay, in milliseconds. */
export const restAfter = 250;

/** A debounced value: searches run after a quarter of a second without typing, not on every keystroke. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restAfter);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
