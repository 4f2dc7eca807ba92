import { useLogout } from '#web/session/logout.ts';
import { Button } from '#web/ui/button.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import * as icons from '#web/ui/icons.ts';
import { PageTitle } from '#web/ui/page-title.tsx';

/** Shows the page of an overall admin without the platform owner flag, who has no access to anything. */
export function NoAccess() {
  useDocumentTitle('No access');
  const logOut = useLogout();
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-2 p-6 text-center">
      <PageTitle>No access</PageTitle>
      <p className="mb-3 max-w-[44ch]">
        This account isn’t a platform owner account. A platform owner can give it access.
      </p>
      <Button icon={icons.logout} onClick={logOut}>
        Logout
      </Button>
    </main>
  );
}
