import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { CountPill } from '#web/ui/count-pill.tsx';
import { join } from '#web/ui/join.ts';

type Tab<Id extends string> = {
  id: Id;
  label: string;
  /** The count. It is null while it is unknown. */ count?: number | null | undefined;
};

type TabsProps<Id extends string> = {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly Tab<Id>[];
  current: Id;
  onChange: (id: Id) => void;
  /** The content of the current tab. */
  children: ReactNode;
};

/** Styles of tabs that scroll sideways. They aren't classes, because every home loads the classes of all screens. */
const sideways = {
  list: {
    overflowX: 'auto',
    overscrollBehaviorX: 'contain',
    scrollbarWidth: 'none',
    // This isn't a border, because the current tab's line couldn't cover a border in a box that scrolls.
    borderBottomWidth: 0,
    boxShadow: 'inset 0 -1px 0 var(--color-line)',
  },
  // A box that scrolls clips the focus outline.
  tab: { flex: 'none', marginBottom: 0, paddingInline: 0, outlineOffset: '-2px' },
} as const;

/**
 * Tabs with a single tab stop. Arrows, Home and End move and select. The caller keeps `current`, usually in the
 * address. With counts, phones show all of them side by side, with the count above the label.
 */
export function Tabs<Id extends string>({ label, tabs, current, onChange, children }: TabsProps<Id>) {
  const base = useId();
  const counted = tabs.some((tab) => 'count' in tab);
  /** In one row that scrolls sideways on narrow phones, instead of the page. */
  const isMany = !counted && tabs.length > 4;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tab = isMany ? list.current?.querySelector<HTMLElement>('[aria-selected=true]') : null;
    // The current tab goes to the middle, so a part of its neighbors is visible, too.
    if (tab) list.current?.scrollTo(tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2, 0);
  }, [isMany, current]);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.id === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    document.getElementById(`${base}-${next.id}`)?.focus();
  };
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className={join(
          'flex gap-6 border-b border-line max-md:gap-2.5',
          counted && 'max-md:-mx-4 max-md:grid max-md:auto-cols-fr max-md:grid-flow-col max-md:gap-0',
          isMany && 'relative max-md:-mx-4 max-md:px-4',
        )}
        style={isMany ? sideways.list : undefined}
      >
        {tabs.map((tab) => {
          const selected = tab.id === current;
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${base}-${tab.id}`}
              aria-selected={selected}
              aria-controls={`${base}-panel`}
              tabIndex={selected ? 0 : -1}
              onClick={() => onChange(tab.id)}
              className={join(
                '-mb-px inline-flex min-h-touch items-center justify-center gap-2 rounded-t-tag border-b-2 px-0.5 text-label transition-colors duration-(--duration-quick) md:whitespace-nowrap',
                counted &&
                  'max-md:min-h-15 max-md:flex-col-reverse max-md:gap-1 max-md:pt-1.5 max-md:px-1 max-md:text-meta',
                counted && tab.count !== undefined && 'max-md:justify-end',
                isMany && 'max-md:text-meta',
                selected
                  ? 'border-accent-ink font-semibold text-ink'
                  : 'border-transparent font-medium text-ink-3 hover:text-ink',
              )}
              style={isMany ? sideways.tab : undefined}
            >
              <span
                className={join('grid items-center text-start', counted && 'max-md:items-start max-md:text-center')}
              >
                <span className="col-start-1 row-start-1">{tab.label}</span>
                {/* Reserves the bold width, so selecting a tab doesn't move the others. */}
                <span aria-hidden="true" className="invisible col-start-1 row-start-1 font-semibold">
                  {tab.label}
                </span>
              </span>
              {tab.count === undefined ? null : tab.count === null ? (
                <span aria-hidden="true" className="h-5 min-w-[22px] rounded-pill bg-subtle" />
              ) : (
                <CountPill count={tab.count} active={selected} />
              )}
            </button>
          );
        })}
      </div>
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${current}`}
        tabIndex={-1}
        className="pt-6 outline-none"
      >
        {children}
      </div>
    </div>
  );
}
