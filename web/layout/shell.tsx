import { Link } from '#web/navigation/link.tsx';
import { useState, type ReactNode } from 'react';
import { productName } from '#domain/product.ts';
import { dashboardPath } from '#domain/role.ts';
import { NewHere } from '#web/layout/guide/new-here.tsx';
import { useLogout } from '#web/session/logout.ts';
import { useSession } from '#web/session/session.ts';
import { Footer } from '#web/page/footer.tsx';
import { ScreenBoundary } from '#web/layout/load-failed.tsx';
import { BottomBar, NavIcon, NavLinks, navLinkClass } from '#web/layout/nav-links.tsx';
import { ownPlaces } from '#web/navigation/menus.ts';
import { NotificationsMenu } from '#web/layout/notifications.tsx';
import { OfflineBanner } from '#web/layout/offline-banner.tsx';
import { ProfileMenu } from '#web/layout/profile-menu.tsx';
import { StandingBanners } from '#web/layout/standing-banners.tsx';
import { SupportDialog, SupportMenu } from '#web/layout/support.tsx';
import { usePlace } from '#web/navigation/place.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';
import { Mark } from '#web/ui/mark.tsx';

/** Shows the frame of every dashboard screen: sidebar or drawer, header, footer, and account menus. */
export function Shell({ children }: { children: ReactNode }) {
  const { role } = useSession();
  const { path } = usePlace();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [supportOpen, setSupportOpen] = useState(false);
  const hasBottomBar = role === 'substitute' || role === 'teacher';
  return (
    <div
      className={join(
        'grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[var(--spacing-header)_1fr] print:block print:min-h-0 lg:grid-cols-[var(--spacing-sidebar)_minmax(0,1fr)]',
        hasBottomBar && 'max-md:[--bottom-space:var(--spacing-bottombar)]',
      )}
    >
      <a
        href="#main"
        // With this address in the history, each dialog that closes would jump back to the top of the page.
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
        className="fixed top-2 left-2 z-(--z-toast) -translate-y-20 rounded-control bg-surface px-4 py-2 text-label font-semibold text-ink shadow-menu focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <aside aria-label={productName} className="row-span-2 border-r border-line bg-surface max-lg:hidden print:hidden">
        <div className="sticky top-0 flex h-dvh flex-col overflow-y-auto px-3 pb-4">
          <Brand />
          <div className="mt-3">
            <NavLinks />
          </div>
        </div>
      </aside>
      <header className="sticky top-0 z-(--z-bar) flex items-center gap-1 border-b border-line bg-canvas px-6 max-lg:gap-0 max-lg:px-2 print:hidden">
        <IconButton
          label="Open menu"
          icon={icons.menu}
          size="large"
          onClick={() => setDrawerOpen(true)}
          className="lg:hidden"
        />
        <SchoolName />
        <span className="flex-1" />
        <SupportMenu />
        <NotificationsMenu />
        <ProfileMenu />
      </header>
      <div className="flex min-w-0 flex-col print:block">
        <OfflineBanner />
        <div
          className={join(
            'flex flex-1 flex-col px-8 pt-8 pb-6 max-md:px-4 max-md:pt-5 print:block print:p-0',
            hasBottomBar && 'max-md:pb-[calc(var(--spacing-bottombar)+1.5rem+env(safe-area-inset-bottom))]',
          )}
        >
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto grid w-full min-h-[calc(100dvh-var(--spacing-header)-2rem)] max-w-page grid-cols-[minmax(0,1fr)] content-start gap-6 outline-none max-md:gap-5 print:block print:min-h-0"
          >
            <SchoolBanner />
            <StandingBanners />
            {path === dashboardPath(role) ? <NewHere /> : null}
            <ScreenBoundary at={path}>{children}</ScreenBoundary>
          </main>
          <Footer className="mx-auto mt-auto w-full max-w-page pt-10 max-md:pt-8 print:hidden" />
        </div>
      </div>
      {hasBottomBar ? <BottomBar /> : null}
      <Drawer open={drawerOpen} onClose={() => setDrawerOpen(false)} label="Menu">
        <DrawerContent onClose={() => setDrawerOpen(false)} onSupport={() => setSupportOpen(true)} />
      </Drawer>
      <SupportDialog open={supportOpen} onClose={() => setSupportOpen(false)} />
    </div>
  );
}

function Brand() {
  const { role } = useSession();
  return (
    <Link
      to={dashboardPath(role)}
      aria-current={undefined}
      className="flex h-header flex-none items-center gap-2.5 px-2 text-heading font-semibold tracking-[-0.02em] text-ink no-underline outline-offset-[-4px]"
    >
      <Mark />
      {productName}
    </Link>
  );
}

/**
 * Shows the name of the school. A substitute with several gets the first and the number of others, and the owner gets
 * all schools.
 */
function SchoolName() {
  const { role, schools } = useSession();
  const [first, ...others] = schools;
  const name =
    role === 'overall_admin'
      ? 'All schools'
      : first
        ? first.name
        : role === 'substitute'
          ? 'No school chosen yet'
          : 'No school yet';
  return (
    <div
      className="flex min-w-0 items-center gap-2 pl-1 text-label font-medium text-ink"
      title={schools.map((school) => school.name).join(', ') || undefined}
    >
      {first?.logoUrl ? (
        <img
          src={first.logoUrl}
          alt=""
          width={40}
          height={32}
          decoding="async"
          className="h-8 w-10 flex-none object-contain"
        />
      ) : (
        <Icon shape={icons.building} className="text-ink-3 max-lg:hidden" />
      )}
      <span dir="auto" className="truncate">
        {name}
      </span>
      {others.length > 0 ? <span className="-ml-1 flex-none">+ {others.length}</span> : null}
    </div>
  );
}

/** Shows the school's banner on the home page. Users with several schools have none. */
function SchoolBanner() {
  const { role, schools } = useSession();
  const { path } = usePlace();
  const [school, ...others] = schools;
  if (!school?.bannerUrl || others.length > 0 || path !== dashboardPath(role)) return null;
  return (
    <img
      src={school.bannerUrl}
      alt=""
      decoding="async"
      className="h-28 w-full rounded-card bg-subtle object-cover max-md:h-20 print:hidden"
    />
  );
}

function DrawerContent({ onClose, onSupport }: { onClose: () => void; onSupport: () => void }) {
  const { role } = useSession();
  const logOut = useLogout();
  return (
    <div className="flex flex-1 flex-col overflow-y-auto px-3 pb-4">
      <div className="flex items-center justify-between">
        <Brand />
        <IconButton label="Close menu" icon={icons.close} onClick={onClose} />
      </div>
      <div className="mt-3">
        <NavLinks onNavigate={onClose} />
      </div>
      <hr className="my-3 border-line" />
      <nav aria-label="Account" className="grid gap-0.5">
        {ownPlaces(role).map(({ to, label, icon }) => (
          <Link key={to} to={to} onClick={onClose} className={navLinkClass}>
            <NavIcon shape={icon} />
            {label}
          </Link>
        ))}
        <button
          type="button"
          className={navLinkClass}
          onClick={() => {
            onClose();
            onSupport();
          }}
        >
          <NavIcon shape={icons.help} />
          Support
        </button>
        <button type="button" className={navLinkClass} onClick={logOut}>
          <NavIcon shape={icons.logout} />
          Logout
        </button>
      </nav>
    </div>
  );
}
