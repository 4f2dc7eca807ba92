import { useEffect, useRef } from 'react';
import { markRoot, rootMark } from '#web/ui/root.ts';

/**
 * A form of a prerendered page may be sent before its script runs; the boot script holds that back and leaves a
 * mark. Once the script runs, the form is sent as meant.
 */
export function useReplayedSubmit() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (rootMark('submitted') === undefined) return;
    markRoot('submitted', null);
    form.current?.requestSubmit();
  }, []);
  return form;
}
