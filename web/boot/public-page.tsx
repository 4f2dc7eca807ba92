import { useEffect } from 'react';
import type { SessionUser } from '#contract/session.ts';
import { roles, segmentOf, type Role } from '#domain/role.ts';
import { markRoot } from '#web/ui/root.ts';
import { AuthPage } from '#web/screens/public/auth/auth-page.tsx';
import { RoleChooser } from '#web/screens/public/auth/role-chooser.tsx';
import { Toaster } from '#web/ui/toaster.tsx';

/** A prerendered page: the role chooser (null) or a role's sign-in page. */
export type PublicPageName = Role | null;

/** Every prerendered page. */
export const publicPages: readonly PublicPageName[] = [null, ...roles];

/** Returns the server's name for a page: `chooser`, `auth-teacher`, … */
export function pageKey(page: PublicPageName): string {
  return page === null ? 'chooser' : `auth-${segmentOf(page)}`;
}

type PublicPageProps = { page: PublicPageName; onEnter: (user: SessionUser) => Promise<void>; onApproach: () => void };

/** One public page. The build renders it to HTML, and the browser hydrates it. */
export function PublicPage({ page, onEnter, onApproach }: PublicPageProps) {
  // From here on, our script handles forms, so the browser may submit them.
  useEffect(() => {
    markRoot('alive', '');
  }, []);
  return (
    <>
      {page === null ? <RoleChooser /> : <AuthPage role={page} onEnter={onEnter} onApproach={onApproach} />}
      <Toaster />
    </>
  );
}
