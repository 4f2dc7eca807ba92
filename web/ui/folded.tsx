import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Shows a part of a form that most people leave as it is, folded. It opens once something in it has changed. Only its
 * reader closes it.
 */
export function Folded({ summary, isChanged, children }: { summary: string; isChanged: boolean; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isChanged && details.current !== null) details.current.open = true;
  }, [isChanged]);
  return (
    <details ref={details} className="min-w-0">
      <summary className="min-h-touch cursor-pointer py-2 text-label">{summary}</summary>
      {children}
    </details>
  );
}
