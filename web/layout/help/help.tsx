import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';
import { Guide } from '#web/layout/guide/guide.tsx';
import { Office } from '#web/layout/help/office.tsx';
import type { HelpPage } from '#web/layout/help/pages/page.ts';
import { pagesOf } from '#web/layout/help/pages.ts';
import { pictureOf, pictureSize } from '#web/layout/help/pictures.ts';
import { searchHelp } from '#web/layout/help/search.ts';
import { useSession } from '#web/session/session.ts';
import { furtherPlaces, navigation } from '#web/navigation/menus.ts';
import { Link } from '#web/navigation/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SearchInput } from '#web/ui/input.tsx';

const gettingStarted = 'getting-started';

type HelpProps = {
  /** Called when a person follows a link from the help to a screen. */
  onLeave: (from: Element) => void;
  /** The search gets focus, except on devices whose keyboard would cover the answers. */
  focusSearch?: boolean;
};

/** Common questions of this role, searchable. Each answer is a page of a few steps. */
export function Help({ onLeave, focusSearch = false }: HelpProps) {
  const { role } = useSession();
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState<string | null>(null);
  const last = useRef<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (focusSearch) field.current?.focus({ preventScroll: true });
  }, [focusSearch]);
  useEffect(() => {
    // After Back, focus returns to the answer that was open.
    if (shown === null && last.current !== null)
      list.current?.querySelector<HTMLElement>(`[data-page="${last.current}"]`)?.focus();
  }, [shown]);
  const show = (id: string) => {
    last.current = id;
    setShown(id);
  };

  const pages = pagesOf(role);
  const found = searchHelp(pages, query);
  const page = pages.find(({ id }) => id === shown);
  if (shown === gettingStarted || page !== undefined) {
    return (
      <Answer title={page?.title ?? 'Getting started'} onBack={() => setShown(null)}>
        {page === undefined ? <Guide onLeave={onLeave} /> : <Steps page={page} onLeave={onLeave} />}
      </Answer>
    );
  }
  const isSearching = query.trim() !== '';
  const words = found.length === 0 ? 'No answer found' : `${found.length} ${found.length === 1 ? 'answer' : 'answers'}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-label">
      <Field label="How do I …">
        <SearchInput
          ref={field}
          value={query}
          onType={setQuery}
          placeholder={`For example: ${role === 'teacher' || role === 'substitute' ? 'cancel' : 'password'}, quiet hours`}
        />
      </Field>
      <p role="status" className="sr-only">
        {isSearching ? words : ''}
      </p>
      {found.length === 0 ? <p>Nothing matches “{query.trim()}”. Try another word, or ask the front office.</p> : null}
      <ul ref={list} aria-label="Answers" className="-mx-2 grid">
        {isSearching ? null : <Entry id={gettingStarted} title="Getting started" icon={icons.star} onShow={show} />}
        {found.map(({ id, title }) => (
          <Entry key={id} id={id} title={title} onShow={show} />
        ))}
      </ul>
      <Office />
    </div>
  );
}

type EntryProps = { id: string; title: string; icon?: string; onShow: (id: string) => void };

function Entry({ id, title, icon, onShow }: EntryProps) {
  return (
    <li>
      <button
        type="button"
        data-page={id}
        onClick={() => onShow(id)}
        className="flex min-h-9 w-full items-center gap-2 rounded-control px-2 py-1.5 text-left font-medium text-ink hover:bg-subtle pointer-coarse:min-h-touch"
      >
        {icon === undefined ? null : <Icon shape={icon} size="small" className="text-accent-ink" />}
        <span className="min-w-0 flex-1">{title}</span>
        <Icon shape={icons.chevronRight} size="small" className="text-ink-3" />
      </button>
    </li>
  );
}

function Answer({ title, onBack, children }: { title: string; onBack: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-label">
      <div>
        <Button variant="plain" icon={icons.chevronLeft} onClick={onBack} className="-ml-3">
          All answers
        </Button>
      </div>
      <h3 ref={heading} tabIndex={-1} className="text-ink">
        {title}
      </h3>
      {children}
    </div>
  );
}

function Steps({ page, onLeave }: { page: HelpPage; onLeave: (from: Element) => void }) {
  const { role } = useSession();
  const picture = pictureOf(page.id);
  const to = page.to?.(role);
  const places = [...navigation[role], ...furtherPlaces[role]];
  return (
    <>
      <ol className="grid list-decimal gap-2 pl-5 marker:text-ink-3 marker:tabular-nums">
        {page.steps.map((step) => (
          <li key={step} className="pl-1">
            <Marked text={step} />
          </li>
        ))}
      </ol>
      {picture === undefined ? null : (
        // The steps describe the picture.
        <img
          src={picture}
          alt=""
          {...pictureSize}
          loading="lazy"
          decoding="async"
          className="h-auto w-full rounded-control border border-line bg-subtle"
        />
      )}
      {to === undefined ? null : (
        <p>
          <Link
            to={to}
            onClick={(event) => onLeave(event.currentTarget)}
            className="link inline-flex min-h-6 items-center font-semibold pointer-coarse:min-h-touch"
          >
            Go to {places.find((place) => place.to === to.split('?')[0])?.label ?? 'your profile'}
          </Link>
        </p>
      )}
    </>
  );
}

/** Shows a sentence with the names of screens and buttons highlighted. */
function Marked({ text }: { text: string }) {
  return text.split('**').map((part, at) =>
    at % 2 === 1 ? (
      <b key={part} className="font-semibold text-ink">
        {part}
      </b>
    ) : (
      <Fragment key={part}>{part}</Fragment>
    ),
  );
}
