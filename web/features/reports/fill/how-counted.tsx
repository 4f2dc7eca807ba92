import type { ReactNode } from 'react';

/** Shows an explanation of how figures are counted, one tap away. */
export function HowCounted({ of, children }: { of: string; children: ReactNode }) {
  return (
    <details className="mt-3 print:hidden">
      <summary className="link inline-flex min-h-6 items-center text-meta pointer-coarse:min-h-touch">
        <span>How this is counted</span>
        <span className="sr-only">: {of}</span>
      </summary>
      <p className="mt-1 max-w-prose text-meta text-ink-3">{children}</p>
    </details>
  );
}
