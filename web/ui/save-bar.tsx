import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { focusInView } from '#web/ui/focus-heading.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { loadSoon } from '#web/ui/toaster.tsx';
import { whenIdle } from '#web/ui/when-idle.ts';

type SaveBarProps = {
  dirty: boolean;
  saving: boolean;
  onRevert: () => void;
  /** The reason why saving failed. It is shown next to the pressed button, because the form's top may be off-screen. */
  failure?: { title: string; text: string } | null;
  /** Something to know before saving. It is also said in the form, but that may be off-screen. */
  note?: ReactNode;
};

const messages = '[id$="-error"], [role="status"], [role="alert"]';

/** The distance of a message from the bar, in px. */
const clearance = 8;

/**
 * Appears at the bottom of a form while it has unsaved changes. Save is the form's submit button. When it disappears
 * under keyboard focus, focus moves to the heading of the form's section, or of the page. A message that appears under
 * it scrolls into view, and so does the focused field when the bar appears over it.
 */
export function SaveBar({ dirty, saving, onRevert, failure = null, note }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  // The connection may be lost before the first press, and a toast must leave Save free even then.
  useEffect(() => whenIdle(loadSoon), []);
  const wasDirty = useRef(dirty);
  useLayoutEffect(() => {
    const isGone = wasDirty.current && !dirty;
    wasDirty.current = dirty;
    if (!isGone || (document.activeElement !== null && document.activeElement !== document.body)) return;
    // The heading of a long form may be out of view.
    focusInView(bar.current?.closest('section')?.querySelector('h2'));
  }, [dirty]);
  const said = useRef<readonly string[] | null>(null);
  const wasThere = useRef(dirty);
  // The form renders the bar again whenever a message may have appeared.
  useEffect(() => {
    const form = bar.current?.closest('form');
    const found = [...(form?.querySelectorAll(messages) ?? [])].filter(
      (message) => message.textContent !== '' && !message.contains(bar.current),
    );
    const focused = dirty && !wasThere.current ? form?.querySelector(':focus') : null;
    wasThere.current = dirty;
    const before = said.current;
    said.current = found.map(({ textContent }) => textContent);
    const latest = found.findLast(({ textContent }) => before !== null && !before.includes(textContent)) ?? focused;
    // A button that is being pressed mustn't move.
    if (!latest || document.querySelector('button:active') !== null) return;
    const { top, bottom } = latest.getBoundingClientRect();
    const hidden = bottom - (bar.current?.getBoundingClientRect().top ?? 0);
    // One farther down isn't under the bar, and the person is busy elsewhere.
    if (hidden > 0 && top < innerHeight && bar.current?.firstChild) scrollBy({ top: hidden + clearance });
  });
  return (
    <div className="sticky bottom-4 z-(--z-sticky) grid gap-2 has-[>div:only-child:empty]:hidden max-md:bottom-[calc(var(--bottom-space,0px)+0.625rem)]">
      {failure === null || !dirty ? null : (
        <div className="rounded-card bg-surface shadow-menu">
          <Banner tone="danger" live title={failure.title}>
            {failure.text}
          </Banner>
        </div>
      )}
      <div ref={bar} role="status" data-bar="" className="empty:hidden">
        {dirty ? (
          <div className="flex items-center gap-2 rounded-card bg-surface py-2.5 pr-3 pl-4.5 shadow-menu max-md:flex-wrap max-md:p-3">
            <div className="flex-1 text-label max-md:basis-full">
              <strong className="flex items-center gap-2">
                <span aria-hidden="true" className="size-2 rounded-pill bg-pending-solid" />
                Unsaved Changes
              </strong>
              {note}
            </div>
            <Button variant="plain" onClick={onRevert} className="max-md:flex-1">
              Revert Changes
            </Button>
            <Button type="submit" variant="filled" pending={saving} className="max-md:flex-1">
              Save
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}
