import { currentPlace, navigate } from '#web/navigation/location.ts';
import { usePlace } from '#web/navigation/place.tsx';

/** Returns the current address with one query parameter set or removed. */
export function withParam(name: string, value: string | null): string {
  const { path, search } = currentPlace();
  const params = new URLSearchParams(search);
  if (value === null || value === '') params.delete(name);
  else params.set(name, value);
  const query = params.toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Returns a query parameter of the current address, which may be newer than what the screen shows. */
export const paramNow = (name: string) => new URLSearchParams(currentPlace().search).get(name);

/** Returns a filter, month or the like in the address. Changes replace the history entry, so Back leaves the screen. */
export function useParam(name: string): [value: string | null, choose: (value: string | null) => void] {
  const { search } = usePlace();
  return [new URLSearchParams(search).get(name), (value) => navigate(withParam(name, value), { replace: true })];
}
