import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';

const rows = 'li, tr';
const operable = 'a[href], button:not(:disabled), input:not(:disabled), summary';

type MoreButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> & {
  onClick: () => void;
  /** Why the last press showed nothing more. */
  failure?: string | null;
};

/**
 * "Show more" under a list. It disappears with the last page, and focus moves to the previous last row, so the next Tab
 * leads to the first new one.
 */
export function MoreButton({ onClick, failure = null, ...props }: MoreButtonProps) {
  const place = useRef<HTMLSpanElement>(null);
  const lastRow = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const button = place.current;
    return () => {
      if (button?.contains(document.activeElement)) standOn(lastRow.current);
    };
  }, []);
  return (
    <span ref={place} className="contents">
      <Button
        {...props}
        onClick={() => {
          lastRow.current = lastBefore(place.current);
          onClick();
        }}
      >
        Show more
      </Button>
      {failure === null ? null : (
        <span role="alert" className="block text-meta text-danger-ink print:hidden">
          {failure}
        </span>
      )}
    </span>
  );
}

function lastBefore(place: HTMLElement | null): HTMLElement | null {
  const before = [...document.querySelectorAll<HTMLElement>(rows)].filter(
    (row) =>
      place !== null &&
      !row.contains(place) &&
      row.closest('details:not([open])') === null &&
      (row.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  return before.at(-1) ?? null;
}

function standOn(row: HTMLElement | null): void {
  const target = row?.querySelector<HTMLElement>(operable) ?? row;
  if (target === row) row?.setAttribute('tabindex', '-1');
  target?.focus({ preventScroll: true });
}
