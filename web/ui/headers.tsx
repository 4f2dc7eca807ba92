import type { ReactNode } from 'react';
import { CountPill } from '#web/ui/count-pill.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { PageTitle } from '#web/ui/page-title.tsx';

type PageHeaderProps = {
  title: string;
  /** The document title, if it differs from the heading. */
  documentTitle?: string;
  /** One muted line: a place, or a count in words. */
  children?: ReactNode;
  /** Shown on the right, and on phones below at full width. */
  actions?: ReactNode;
};

/** Shows the only h1 of a screen. Takes focus after navigation and sets the document title. */
export function PageHeader({ title, documentTitle = title, children, actions }: PageHeaderProps) {
  useDocumentTitle(documentTitle);
  return (
    <div className="flex items-start justify-between gap-4 max-md:flex-col max-md:gap-3.5">
      <div className="min-w-0">
        <PageTitle>{title}</PageTitle>
        {children ? <p className="mt-1 max-w-[62ch] wrap-anywhere text-ink-3">{children}</p> : null}
      </div>
      {actions ? (
        <div className="flex flex-none gap-2 max-md:w-full max-md:flex-wrap max-md:[&>*]:flex-1">{actions}</div>
      ) : null}
    </div>
  );
}

type SectionHeaderProps = { title: ReactNode; count?: number | undefined; id?: string; link?: ReactNode };

/** Shows the h2 of a section, with an optional count, and an optional link on the right. */
export function SectionHeader({ title, count, id, link }: SectionHeaderProps) {
  return (
    <div className="mb-3 flex min-h-7 items-center justify-between gap-3 [&>a]:flex-none">
      <h2 id={id} tabIndex={-1} className="flex items-center gap-2">
        {title}
        {count === undefined ? null : <CountPill count={count} />}
      </h2>
      {link}
    </div>
  );
}
