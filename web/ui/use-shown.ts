import { type RefCallback, useState } from 'react';

/**
 * Returns whether an element is on the page, and its ref. A skeleton stays for a moment after its data has arrived, and
 * no one can agree to what they haven't seen.
 */
export function useShown<Shown extends Element>(): readonly [isShown: boolean, ref: RefCallback<Shown>] {
  const [element, setElement] = useState<Shown | null>(null);
  return [element !== null, setElement];
}
