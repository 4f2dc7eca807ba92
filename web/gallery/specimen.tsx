import type { ReactNode } from 'react';

/** One component of the gallery, with its name. */
export function Specimen({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={wide ? 'md:col-span-2' : undefined}>
      <h3 className="mb-2 text-meta font-medium text-ink-3">{name}</h3>
      {children}
    </section>
  );
}

/** Shows a chapter of the gallery, two columns on wide screens. */
export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 border-t border-line pt-6">{title}</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-7 md:grid-cols-[repeat(2,minmax(0,1fr))]">
        {children}
      </div>
    </section>
  );
}
