import { type ReactNode, useEffect, useRef, type RefObject } from 'react';
import { Avatar } from '#web/ui/avatar.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import { whenIdle } from '#web/ui/when-idle.ts';

/** Rows of people (or similar items) in one panel. */
export function PersonList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul ref={useDrawnRows<HTMLUListElement>(children)} aria-label={label} className="rows card divide-y divide-line">
      {children}
    </ul>
  );
}

type PersonCardProps = {
  id?: string;
  name: string;
  photo?: string | null;
  /** The element before the name: a checkbox for selection, or another mark instead of the avatar. */
  lead?: ReactNode;
  /** One line under the name. */
  meta?: ReactNode;
  badges?: ReactNode;
  /** A small control at the end of the row, also on phones: a star. */
  mark?: ReactNode;
  /** Reject (plain), Details (outlined), Accept (filled), in this order. */
  actions?: ReactNode;
  /** The element below the row: a note or an error. */
  children?: ReactNode;
};

/** One person of a `PersonList`: name, one line, actions. On phones the actions have their own row. */
export function PersonCard({ id, name, photo, lead, meta, badges, mark, actions, children }: PersonCardProps) {
  return (
    <li id={id} className="px-5 py-3.5 max-md:px-4">
      <div className="flex items-center gap-3.5 max-md:flex-wrap max-md:items-start">
        {lead}
        <Avatar name={name} photo={photo ?? null} size="medium" />
        <div className="min-w-0 flex-1">
          <h3 tabIndex={-1} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body wrap-anywhere">
            {name}
            {badges}
          </h3>
          {meta ? (
            <div className="text-meta wrap-anywhere text-ink-3">
              {typeof meta === 'string' ? <Dotted text={meta} /> : meta}
            </div>
          ) : null}
        </div>
        {mark}
        {actions ? (
          <div className="flex flex-none gap-2 max-md:w-full max-md:flex-wrap max-md:[&>*]:min-h-touch max-md:[&>*]:flex-1 max-md:[&>*]:px-2">
            {actions}
          </div>
        ) : null}
      </div>
      {/* A question about the person takes up no space, so the rows below don't move. */}
      {children ? <div className="has-[>:not(dialog)]:mt-3">{children}</div> : null}
    </li>
  );
}

type SelectPersonProps = { name: string; selected: boolean; onSelect: (selected: boolean) => void };

/** Shows the selection checkbox of a person, for `lead`. */
export function SelectPerson({ name, selected, onSelect }: SelectPersonProps) {
  return (
    <Checkbox
      label={<span className="sr-only">Select {name}</span>}
      checked={selected}
      onChange={(event) => onSelect(event.target.checked)}
      className="flex-none gap-0 print:hidden pointer-coarse:min-w-touch pointer-coarse:justify-center"
    />
  );
}

/**
 * Marks the rows of a list that have been rendered and are off-screen, so the browser can skip them until they come
 * near. Their heights are known, so nothing moves. A dialog, which makes the entire page inert, is then as fast over
 * 200 rows as over ten. Visible rows aren't marked: the browser would skip them for a moment and count that as a layout
 * shift.
 */
function useDrawnRows<List extends HTMLElement>(drawn: ReactNode): RefObject<List | null> {
  const list = useRef<List>(null);
  useEffect(() => {
    let stop = () => {};
    const frame = requestAnimationFrame(() => {
      stop = whenIdle(() => {
        const rows = [...(list.current?.children ?? [])];
        const unseen = rows.filter((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return bottom < 0 || top > innerHeight;
        });
        for (const row of unseen) row.setAttribute('data-drawn', '');
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [drawn]);
  return list;
}
