import { useSyncExternalStore } from 'react';
import { Link } from '#web/navigation/link.tsx';
import { useLogout } from '#web/session/logout.ts';
import { useSession } from '#web/session/session.ts';
import { ownPlaces } from '#web/navigation/menus.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { closePopoverOf, Menu, MenuDivider, MenuItem, menuItemClass } from '#web/ui/popover.tsx';
import { markRoot, rootMark } from '#web/ui/root.ts';

/** The storage key that the early script reads before the first paint. */
const storageKey = 'firstbell-theme';

const themes = ['device', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

function currentTheme(): Theme {
  return themes.find((theme) => theme === rootMark('theme')) ?? 'device';
}

/** Sets the theme: the device's, or always light or dark. It is stored on this device. */
function chooseTheme(theme: Theme): void {
  markRoot('theme', theme === 'device' ? null : theme);
  try {
    if (theme === 'device') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be disabled. Then the choice lasts until the page is left.
  }
  listeners.forEach((listener) => listener());
}

/** Returns the current choice. */
function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentTheme);
}

const themeFace: Record<Theme, { label: string; icon: string }> = {
  device: { label: 'Device', icon: icons.device },
  light: { label: 'Light', icon: icons.sun },
  dark: { label: 'Dark', icon: icons.moon },
};

/** Shows the profile menu: the profile, the theme, signing out. */
export function ProfileMenu() {
  const user = useSession();
  const theme = useTheme();
  const logOut = useLogout();
  const name = user.fullName || user.username;
  return (
    <Menu
      label="Profile menu"
      className="w-60"
      renderTrigger={(attributes) => (
        <button
          {...attributes}
          type="button"
          aria-label={`Profile menu, ${name}`}
          className="ml-1 flex min-h-9 items-center gap-2 rounded-pill pr-2 pl-1 text-label font-medium text-ink hover:bg-subtle max-lg:min-h-touch max-lg:px-1"
        >
          <Avatar name={name} photo={user.profileImageUrl} />
          <span dir="auto" className="max-w-44 truncate max-lg:hidden">
            {name}
          </span>
          <Icon shape={icons.chevronDown} size="small" className="max-lg:hidden" />
        </button>
      )}
    >
      <div className="px-2.5 pt-1.5 pb-1 text-meta text-ink-3">
        <p className="font-semibold wrap-anywhere text-ink">{name}</p>
        <p className="wrap-anywhere">@{user.username}</p>
      </div>
      <MenuDivider />
      {ownPlaces(user.role).map(({ to, label, icon }) => (
        <Link
          key={to}
          to={to}
          role="menuitem"
          tabIndex={-1}
          onClick={(event) => closePopoverOf(event.currentTarget)}
          className={menuItemClass}
        >
          <Icon shape={icon} />
          {label}
        </Link>
      ))}
      <MenuDivider />
      <div role="group" aria-label="Theme">
        {themes.map((choice) => (
          <MenuItem
            key={choice}
            role="menuitemradio"
            aria-checked={choice === theme}
            onClick={() => chooseTheme(choice)}
          >
            <Icon shape={themeFace[choice].icon} />
            {themeFace[choice].label}
            {choice === theme ? <Icon shape={icons.check} size="small" className="ml-auto text-accent-ink" /> : null}
          </MenuItem>
        ))}
      </div>
      <MenuDivider />
      <MenuItem onClick={logOut}>
        <Icon shape={icons.logout} />
        Logout
      </MenuItem>
    </Menu>
  );
}
