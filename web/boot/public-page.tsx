import { useEffect } from 'react';
import type { SessionUser } from '#contract/session.ts';
import { roles, segmentOf, type Role } from '#domain/role.ts';
import { markRoot } from '#web/ui/root.ts';
import { AuthPage } from '#web/screens/public/auth/auth-page.tsx';
import { RoleChooser } from '#web/screens/public/auth/role-chooser.tsx';
import { Toaster } from '#web/ui/toaster.tsx';

/** A page that is prerendered: the role chooser (null) or the sign-in page of a role. */
export type PublicPageName = Role | null;

/** Every prerendered page. */
export const publicPages: readonly PublicPageName[] = [null, ...roles];

/** The name under which the server knows a page: `chooser`, `auth-teacher`, … */
export function pageKey(page: PublicPageName): string {
  return page === null ? 'chooser' : `auth-${segmentOf(page)}`;
}

type PublicPageProps = { page: PublicPageName; onEnter: (user: SessionUser) => Promise<void>; onApproach: () => void };

/** One public page; the build renders it to HTML, the browser brings it to life. */
export function PublicPage({ page, onEnter, onApproach }: PublicPageProps) {
  // From here on forms are sent by us, and need not be held back.
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
