import { useQuery } from '@tanstack/react-query';
import { Link } from '#web/navigation/link.tsx';
import { badgesQuery } from '#web/session/badges.ts';
import { useSession } from '#web/session/session.ts';
import { usePlace } from '#web/navigation/place.tsx';
import { navigation } from '#web/navigation/menus.ts';
import { CountPill } from '#web/ui/count-pill.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The look of one destination in sidebar and drawer. The current one is bold and set tighter, so it doesn't wrap. */
export const navLinkClass =
  'group flex min-h-9 w-full items-center gap-2 rounded-control px-2.5 text-left text-label font-medium text-ink-2 no-underline hover:bg-subtle hover:text-ink max-lg:min-h-11.5 max-lg:text-input aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:tracking-[-0.01em] aria-[current]:text-accent-ink';

/** Shows the icon of a destination: gray until it is the current one. */
export function NavIcon({ shape }: { shape: string }) {
  return <Icon shape={shape} className="text-ink-3 group-aria-[current]:text-inherit" />;
}

/** Shows the links of the user's role, with their badges. */
export function NavLinks({ onNavigate }: { onNavigate?: () => void }) {
  const { role } = useSession();
  const { path } = usePlace();
  const { data: badges } = useQuery(badgesQuery);
  return (
    <nav aria-label="Main" className="grid gap-0.5">
      {navigation[role].map(({ to, label, icon, badge }) => {
        const count = badge === undefined ? 0 : (badges?.[badge] ?? 0);
        return (
          <Link key={to} to={to} onClick={onNavigate} className={navLinkClass}>
            <NavIcon shape={icon} />
            {label}
            {count > 0 ? <CountPill count={count} active={to === path} unit="waiting" className="ml-auto" /> : null}
          </Link>
        );
      })}
    </nav>
  );
}

/**
 * Shows the four destinations of a substitute or teacher at the bottom of the phone, within reach of the thumb at 5:45.
 */
export function BottomBar() {
  const { role } = useSession();
  const { data: badges } = useQuery(badgesQuery);
  return (
    <nav
      aria-label="Quick"
      className="fixed inset-x-0 bottom-0 z-(--z-bar) grid grid-cols-[1fr_1fr_1.2fr_1.15fr] border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {navigation[role].map(({ to, label, short, icon, badge }) => {
        const count = badge === undefined ? 0 : (badges?.[badge] ?? 0);
        return (
          <Link
            key={to}
            to={to}
            aria-label={count > 0 ? `${label}, ${count} waiting` : label}
            className="relative grid h-bottombar content-center justify-items-center gap-[3px] text-caption font-medium text-ink-3 no-underline outline-offset-[-3px] aria-[current]:text-accent-ink aria-[current]:before:absolute aria-[current]:before:inset-x-[22%] aria-[current]:before:-top-px aria-[current]:before:h-0.5 aria-[current]:before:rounded-pill aria-[current]:before:bg-accent-ink"
          >
            <Icon shape={icon} size="large" />
            {/* The words are separated as in the accessible name, so voice control understands what people read. */}
            {short}{' '}
            {count > 0 ? (
              <CountPill
                count={count}
                active
                className="absolute top-1 left-[calc(50%+5px)] h-[18px]! min-w-[18px]! px-1.25!"
              />
            ) : null}
          </Link>
        );
      })}
    </nav>
  );
}
