import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { join } from '#web/ui/join.ts';

type TriggerAttributes = {
  popoverTarget: string;
  'aria-expanded': boolean;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-controls': string;
};

type PopoverProps = {
  /** The trigger. It gets the attributes that must be spread on its button. */
  renderTrigger: (attributes: TriggerAttributes & { ref: RefObject<HTMLButtonElement | null> }) => ReactNode;
  label: string;
  role?: 'menu' | 'dialog';
  className?: string;
  onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  children: ReactNode;
};

const gap = 6;
const edge = 8;

/**
 * Shows a native popover under its button, kept within the window. Esc and a click outside close it, and focus returns.
 * Its content is mounted only while it is open. Its first focusable element gets focus.
 */
export function Popover({ renderTrigger, label, role = 'dialog', className, onKeyDown, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return;
    const place = () => {
      if (button.current && panel.current) placeUnder(button.current, panel.current);
    };
    addEventListener('resize', place);
    addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      removeEventListener('resize', place);
      removeEventListener('scroll', place, { capture: true });
    };
  }, [open]);

  return (
    <>
      {renderTrigger({
        ref: button,
        popoverTarget: id,
        'aria-expanded': open,
        'aria-haspopup': role,
        'aria-controls': id,
      })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        onToggle={(event) => {
          if (event.newState === 'open') {
            if (button.current) placeUnder(button.current, event.currentTarget);
            event.currentTarget
              .querySelector<HTMLElement>('[role^="menuitem"], a[href], button:not(:disabled)')
              ?.focus({ preventScroll: true });
            return;
          }
          setOpen(false);
          const lost = document.activeElement === document.body || event.currentTarget.contains(document.activeElement);
          if (lost) button.current?.focus();
        }}
        onBeforeToggle={(event) => {
          if (event.newState === 'open') setOpen(true);
        }}
        onKeyDown={onKeyDown}
        className={join('popover z-(--z-menu) max-w-[calc(100vw-1rem)] text-label', className)}
      >
        {open ? children : null}
      </div>
    </>
  );
}

/** Closes the popover or menu around an element, for its links and buttons. */
export function closePopoverOf(element: Element): void {
  element.closest<HTMLElement>('[popover]')?.hidePopover();
}

/** Right-aligned under the button, or above it if there is no room below. */
function placeUnder(button: HTMLElement, panel: HTMLElement): void {
  const from = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const left = Math.max(edge, Math.min(from.right - width, innerWidth - width - edge));
  const below = from.bottom + gap;
  const top = below + height > innerHeight - edge && from.top - gap - height > edge ? from.top - gap - height : below;
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}

type MenuProps = Omit<PopoverProps, 'role' | 'onKeyDown' | 'className'> & { className?: string };

/** Shows a menu of commands under its button: arrows, Home, End and first letters move, and Tab closes. */
export function Menu({ className, ...rest }: MenuProps) {
  return (
    <Popover {...rest} role="menu" onKeyDown={moveInMenu} className={join('min-w-52 gap-0.5 open:grid', className)} />
  );
}

function moveInMenu(event: KeyboardEvent<HTMLDivElement>): void {
  const panel = event.currentTarget;
  if (event.key === 'Tab') {
    panel.hidePopover();
    return;
  }
  const items = [...panel.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    items.at(to % items.length)?.focus();
  } else if (/^\S$/.test(event.key)) {
    const letter = event.key.toLowerCase();
    const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    order.find((item) => item.textContent.trim().toLowerCase().startsWith(letter))?.focus();
  }
}

/** The look of a menu item, for menus whose items are links. */
export const menuItemClass =
  'flex min-h-9 w-full items-center gap-2.5 rounded-[7px] px-2.5 text-left text-label font-medium text-ink no-underline outline-offset-[-2px] hover:bg-subtle focus:bg-subtle pointer-coarse:min-h-touch max-lg:min-h-touch';

/** One command of a `Menu`. Choosing it closes the menu, unless it is a visible choice (`menuitemradio`). */
export function MenuItem({
  className,
  role = 'menuitem',
  onClick,
  ...rest
}: ComponentProps<'button'> & { role?: 'menuitem' | 'menuitemradio' }) {
  const act = (event: MouseEvent<HTMLButtonElement>) => {
    if (role === 'menuitem') closePopoverOf(event.currentTarget);
    onClick?.(event);
  };
  return (
    <button
      {...rest}
      role={role}
      type="button"
      tabIndex={-1}
      onClick={act}
      className={join(menuItemClass, className)}
    />
  );
}

/** Shows a hairline between groups of a menu. */
export function MenuDivider() {
  return <hr className="-mx-1.5 my-1 border-line" />;
}
