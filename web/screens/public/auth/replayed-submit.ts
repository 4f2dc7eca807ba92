import { useEffect, useRef } from 'react';
import { markRoot, rootMark } from '#web/ui/root.ts';

/**
 * A prerendered form may be submitted before its script runs. The boot script holds it back and leaves a mark. Once the
 * script runs, the form is submitted.
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
