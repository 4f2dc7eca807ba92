import { type ReactNode, useId } from 'react';
import { useParam } from '#web/navigation/use-param.ts';
import * as icons from '#web/ui/icons.ts';
import { Button } from '#web/ui/button.tsx';

type FoldedProps = {
  title: ReactNode;
  about: string;
  /** The words of the button. */
  show: string;
  hide: string;
  children: (report: string) => ReactNode;
};

/**
 * Reports that most people don't need every day: a heading with a button that shows them. The address names the open
 * one.
 */
export function FoldedReports({ title, about, show, hide, children }: FoldedProps) {
  const [report, choose] = useParam('more');
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      data-printed="more"
      className={report === null ? 'print:hidden' : 'grid grid-cols-[minmax(0,1fr)] gap-4 print:block'}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="min-w-56 flex-1">
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <p className="text-meta text-ink-3 print:hidden">{about}</p>
        </div>
        <Button
          icon={report === null ? icons.chevronDown : icons.chevronUp}
          aria-expanded={report !== null}
          onClick={() => choose(report === null ? 'fill' : null)}
        >
          {report === null ? show : hide}
        </Button>
      </div>
      {report === null ? null : children(report)}
    </section>
  );
}
