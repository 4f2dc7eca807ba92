import type { ReactNode } from 'react';
import { Loaded, type LoadedProps } from '#web/api/loaded.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';
import { Skeleton } from '#web/ui/loading.tsx';

type AwaitedProps<Data> = Pick<LoadedProps<Data>, 'query' | 'what' | 'children'> & {
  query: { isPlaceholderData: boolean };
};

/**
 * Shows a report's query. The previous month stays, faded, until the next one has loaded, so the layout doesn't jump.
 */
export function Awaited<Data>({ query, what, children }: AwaitedProps<Data>) {
  return (
    <Loaded query={query} what={what} level={3} skeleton={<Skeleton className="h-72 rounded-card" />}>
      {(data) => (
        <div
          aria-busy={query.isPlaceholderData}
          className={join(
            'grid grid-cols-[minmax(0,1fr)] gap-3 transition-opacity print:block print:space-y-2.5',
            query.isPlaceholderData && 'opacity-50',
          )}
        >
          {children(data)}
        </div>
      )}
    </Loaded>
  );
}

type SheetProps = {
  id: string;
  title: ReactNode;
  /** Buttons next to the title. */
  actions?: ReactNode;
  className?: string;
  /** Whether it may take more than a page. */
  isLong?: boolean;
  children: ReactNode;
};

/** One card of a report with its own heading. On paper it isn't split across pages, unless it is long. */
export function Sheet({ id, title, actions, className, isLong = false, children }: SheetProps) {
  return (
    <section
      aria-labelledby={id}
      className={join('card p-5 max-md:p-4 print:px-3 print:py-2.5', !isLong && 'whole', className)}
    >
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 print:mb-2">
        <h3 id={id} className="min-w-40 flex-1">
          {title}
        </h3>
        {actions ? <div className="flex flex-wrap gap-2 print:hidden">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}

/** Shows a link to the same figures for a spreadsheet. */
export function CsvLink({ endpoint, month, of }: { endpoint: { path: string }; month: string; of: string }) {
  return <CsvOf address={`${endpoint.path}?month=${month}`} of={of} />;
}

/** Shows a link to a CSV file. */
export function CsvOf({ address, of }: { address: string; of: string }) {
  return (
    <a href={address} download aria-label={`CSV of ${of}`} className={buttonClass()}>
      <Icon shape={icons.download} size="small" />
      CSV
    </a>
  );
}

/** Opens the browser's dialog to print, or to save as PDF. */
export function PrintButton({ onPrint, pending = false }: { onPrint: () => void; pending?: boolean }) {
  return (
    <Button icon={icons.printer} pending={pending} onClick={onPrint}>
      Print or save as PDF
    </Button>
  );
}

/** Shows a chart's figures as an accessible table, on demand. */
export function AsTable({ of, children }: { of: string; children: ReactNode }) {
  return (
    <details className="mt-3 print:hidden">
      <summary className="link inline-flex min-h-6 items-center text-meta pointer-coarse:min-h-touch">
        Show as table<span className="sr-only">: {of}</span>
      </summary>
      <div className="-mx-5 mt-2 -mb-5 border-t border-line max-md:-mx-4 max-md:-mb-4">{children}</div>
    </details>
  );
}
