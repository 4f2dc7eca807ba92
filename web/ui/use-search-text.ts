import { useEffect, useRef, useState } from 'react';

/** How long typing must pause before it counts, in ms. */
export const restMs = 250;

/** The debounce of every search: `act` gets the latest value after a quarter of a second without a new one. */
export function useDebounced<Value>(act: (value: Value) => void): (value: Value) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (value) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => act(value), restMs);
  };
}

export type SearchText = {
  /** The field's text. */
  typed: string;
  type: (text: string) => void;
  /** The text to search for: trimmed, and updated once typing has paused. */
  search: string;
};

/** Returns a search that is not in the address. */
export function useSearchText(): SearchText {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const rest = useDebounced((text: string) => setSearch(text.trim()));
  const type = (text: string) => {
    setTyped(text);
    rest(text);
  };
  return { typed, type, search };
}

/** Returns whether a value has stayed the same for the debounce time of a search. */
export function useRested(value: string): boolean {
  const [rested, setRested] = useState(value);
  const rest = useDebounced(setRested);
  useEffect(() => {
    rest(value);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `rest` is a new function on each render, with one timer
  }, [value]);
  return rested === value;
}
