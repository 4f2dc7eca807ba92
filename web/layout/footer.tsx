import { useSyncExternalStore } from 'react';
import { copyrightYears, productName } from '#domain/product.ts';
import { join } from '#web/ui/join.ts';
import { buildYear, version } from '#web/product.ts';

const never = () => () => undefined;

/** The copyright line and the version label. */
export function Footer({ className }: { className?: string }) {
  // A page prerendered last year says last year, until its script runs.
  const year = useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => buildYear,
  );
  return (
    <footer className={join('flex flex-wrap justify-between gap-x-4 gap-y-1 text-meta text-ink-3', className)}>
      <span>
        © {copyrightYears(year)} {productName}
      </span>
      <span className="tabular-nums">{version}</span>
    </footer>
  );
}
