import { createRoot, hydrateRoot } from 'react-dom/client';
import { roles } from '#domain/role.ts';
import { rootMark } from '#web/ui/root.ts';
import { PublicPage } from '#web/boot/public-page.tsx';
import { showKeptToast } from '#web/ui/toast.ts';
import '#web/styles/public.css';

// The entry of the public pages: small, for somebody wants to sign in. The application is fetched while they
// type, and takes over this very document once they are in.
const container = document.getElementById('root');
const role = roles.find((known) => known === rootMark('page')) ?? null;

const application = () => import('#web/boot/main.tsx');

if (container) {
  const page = (
    <PublicPage
      page={role}
      onApproach={() => void application().then(({ preloadHome }) => role && preloadHome(role))}
      onEnter={async (user) => {
        const { takeOver } = await application();
        root.unmount();
        takeOver(container, user);
      }}
    />
  );
  // Prerendered in the build; in development the page arrives empty.
  const root = container.hasChildNodes() ? hydrateRoot(container, page) : createRoot(container);
  if (!container.hasChildNodes()) root.render(page);
  showKeptToast();
}
