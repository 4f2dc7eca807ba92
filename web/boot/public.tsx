import { createRoot, hydrateRoot } from 'react-dom/client';
import { roles } from '#domain/role.ts';
import { rootMark } from '#web/ui/root.ts';
import { PublicPage } from '#web/boot/public-page.tsx';
import { showKeptToast } from '#web/ui/toast.ts';
import '#web/styles/public.css';

// The entry of the public pages. It is small because visitors want to sign in. The app loads while they type, and takes
// over this document once they are signed in.
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
  // The build prerenders it. In development the page is empty.
  const root = container.hasChildNodes() ? hydrateRoot(container, page) : createRoot(container);
  if (!container.hasChildNodes()) root.render(page);
  showKeptToast();
}
