import { useSyncExternalStore } from 'react';

/** Returns a value that code outside components can read and set, and that components follow. */
export function makeStore<Value>(initial: Value) {
  let current = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => current;
  return {
    get,
    set: (value: Value) => {
      current = value;
      listeners.forEach((listener) => listener());
    },
    useValue: (): Value => useSyncExternalStore(subscribe, get, () => initial),
  };
}
