import type { ReactNode } from 'react';
import { productName } from '#domain/product.ts';
import type { Role } from '#domain/role.ts';
import { Footer } from '#web/page/footer.tsx';
import { Mark } from '#web/ui/mark.tsx';

/**
 * Shows a page for people who follow a link, signed in or not: one column without navigation, in the colors of a role
 * once it is known.
 */
export function LetterPage({ accent, children }: { accent?: Role | undefined; children: ReactNode }) {
  return (
    <div
      data-role={accent}
      className="mx-auto grid min-h-dvh w-full max-w-[40rem] grid-rows-[auto_1fr_auto] gap-5 px-6 max-md:px-4"
    >
      <header className="flex h-header items-center">
        <a
          href="/"
          className="flex min-h-touch items-center gap-2.5 text-heading font-semibold tracking-[-0.02em] text-ink no-underline"
        >
          <Mark />
          {productName}
        </a>
      </header>
      {/* Forms are as wide as on the sign-in pages. */}
      <main className="grid content-start gap-5 [&_form]:max-w-105">{children}</main>
      <Footer className="py-5" />
    </div>
  );
}

/** Returns the last part of the address: the link's code. */
export function lastOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}
