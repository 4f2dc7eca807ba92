import type { ReactNode } from 'react';
import { productName } from '#domain/product.ts';
import { Footer } from '#web/page/footer.tsx';
import { Disc } from '#web/ui/disc.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { Mark } from '#web/ui/mark.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';

/** Shows the only page of a user who has to wait or complete a step first: one card, no navigation. */
export function OnlyPage({ title, icon, children }: { title: string; icon: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto]">
      <header className="flex h-header items-center gap-2.5 px-8 text-heading font-semibold tracking-[-0.02em] text-ink max-md:px-4">
        <Mark />
        {productName}
      </header>
      <main className="grid place-items-center p-6 max-md:px-4">
        <div className="card w-full max-w-120 p-7 max-md:p-5">
          <Disc icon={icon} tone="pending" size="huge" />
          <PageTitle className="mt-4.5 mb-1.5">{title}</PageTitle>
          {children}
        </div>
      </main>
      <Footer className="px-8 py-5 max-md:px-4" />
    </div>
  );
}
