import { useEffect, useRef } from 'react';

/**
 * A prerendered form may be submitted before its script runs. The boot script holds it back and leaves a mark. Once the
 * script runs, the form is submitted.
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
