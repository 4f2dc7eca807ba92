import { useSyncExternalStore } from 'react';
import { copyrightYears, productName } from '#domain/product.ts';
import { LegalLinks } from '#web/page/legal-links.tsx';
import { join } from '#web/ui/join.ts';
import { buildYear, version } from '#web/product.ts';

const never = () => () => undefined;

/** Shows the copyright line, the legal links, and the version label. */
export function Footer({ className }: { className?: string }) {
  // A page that was prerendered last year shows that year until its script runs.
  const year = useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => buildYear,
  );
  return (
    <footer
      className={join('flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-meta text-ink-3', className)}
    >
      <span>
        © {copyrightYears(year)} {productName}
      </span>
      {/* On phones, the two short items share a line, so neither is alone on the next. */}
      <span className="flex gap-3 max-md:order-last">
        <LegalLinks
          between=""
          className="link inline-flex min-h-6 items-center text-inherit! pointer-coarse:min-h-touch"
        />
      </span>
      <span className="tabular-nums">{version}</span>
    </footer>
  );
}
