import { useEffect, useRef } from 'react';

/**
 * A form of a prerendered page may be sent before its script runs; the boot script holds that back and leaves a
 * mark. Once the script runs, the form is sent as meant.
 */
export function useReplayedSubmit() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (dataset['submitted'] === undefined) return;
    delete dataset['submitted'];
    form.current?.requestSubmit();
  }, []);
  return form;
}
