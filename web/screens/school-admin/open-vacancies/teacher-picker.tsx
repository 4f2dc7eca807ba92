import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { sentenceOf } from '#web/api/errors.ts';
import { teachersToPostForQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { join } from '#web/ui/join.ts';
import { moreOf } from '#web/api/show-more.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { type SearchText, useSearchText } from '#web/ui/use-search-text.ts';

/** The absent teacher. */
export type AbsentTeacher = { id: number; fullName: string };

/** How often Enter was pressed: to choose the first match, then to create the vacancy. */
export type Entered = 'enter' | 'enter twice';
type Choose = (teacher: AbsentTeacher | null, how?: Entered) => void;
type TeacherPickerProps = {
  chosen: AbsentTeacher | null;
  /**
   * `how` is 'enter' if the first match of the search was chosen. The caller then moves the focus. It is 'enter twice'
   * if Enter was pressed again during the search, and the match is the only one.
   */
  onChoose: Choose;
};

/**
 * Shows the absent teacher: found by name by the server, then shown with a button to change. Either way the pressed
 * button disappears, and focus moves to its replacement.
 */
export function TeacherPicker({ chosen, onChoose }: TeacherPickerProps) {
  const text = useSearchText();
  const place = useRef<HTMLElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (pressed.current) place.current?.querySelector<HTMLElement>('input, button')?.focus();
    pressed.current = false;
  }, [chosen]);
  const choose: Choose = (teacher, how) => {
    pressed.current = how === undefined;
    onChoose(teacher, how);
  };
  if (chosen === null) return <Find place={place} text={text} onChoose={choose} />;
  return (
    <section ref={place} aria-label="Absent teacher" className="grid gap-1.5">
      <h3 className="text-label">Teacher</h3>
      <div className="flex items-center gap-3 rounded-control bg-subtle py-2 pr-2 pl-3">
        <Avatar name={chosen.fullName} />
        <p className="min-w-0 flex-1 font-semibold wrap-anywhere text-ink">{chosen.fullName}</p>
        <Button aria-label={`Change teacher, now ${chosen.fullName}`} onClick={() => choose(null)}>
          Change
        </Button>
      </div>
    </section>
  );
}

type FindProps = { place: RefObject<HTMLElement | null>; text: SearchText; onChoose: Choose };

function Find({ place, text: { typed, type, search }, onChoose }: FindProps) {
  const wanted = typed.trim();
  /** The text on which Enter was pressed. The search for it skips the debounce, and its first match is chosen. */
  const [entered, setEntered] = useState<string | null>(null);
  const enteredAgain = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const found = useInfiniteQuery({
    ...teachersToPostForQuery(entered ?? search),
    placeholderData: keepPreviousData,
  });
  const teachers = found.data?.pages.flatMap((page) => page.rows) ?? [];
  const isCurrent = !found.isPlaceholderData && found.data !== undefined && (entered ?? search) === wanted;
  const first = isCurrent && wanted !== '' ? teachers[0] : undefined;
  if (entered !== null && isCurrent && first === undefined) setEntered(null);
  const take = useEffectEvent(() => {
    if (!first) return;
    // A person who has gone on to another field may not be done with it.
    const isTwice = enteredAgain.current && teachers.length === 1 && document.activeElement === input.current;
    onChoose({ id: first.id, fullName: first.fullName }, isTwice ? 'enter twice' : 'enter');
  });
  useEffect(() => {
    if (entered !== null && isCurrent) take();
  }, [entered, isCurrent]);
  return (
    <section ref={place} aria-label="Absent teacher" className="grid gap-3">
      <Field label="Teacher" hint="Who is absent. Search by name. Press Enter for the first match.">
        <SearchInput
          ref={input}
          data-autofocus=""
          value={typed}
          onType={(next) => {
            setEntered(null);
            type(next);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (wanted === '' || event.repeat) return;
            enteredAgain.current = entered === wanted && found.isFetching;
            setEntered(wanted);
          }}
        />
      </Field>
      {found.error ? (
        <Banner
          tone="danger"
          live
          actions={
            <Button pending={found.isFetching} onClick={() => void found.refetch()}>
              Try again
            </Button>
          }
        >
          {sentenceOf(found.error)}
        </Banner>
      ) : null}
      {teachers.length === 0 ? null : (
        <ul aria-label="Teachers" className="flex flex-wrap gap-2">
          {teachers.map(({ id, fullName }) => (
            <li key={id} className="min-w-0">
              <Button
                className={join(
                  'max-w-full wrap-anywhere whitespace-normal',
                  id === first?.id && 'border-accent! bg-accent-soft text-accent-ink!',
                )}
                onClick={() => onChoose({ id, fullName })}
              >
                {fullName}
              </Button>
            </li>
          ))}
          {found.hasNextPage ? (
            <li>
              <MoreButton variant="plain" {...moreOf(found)} onClick={() => void found.fetchNextPage()} />
            </li>
          ) : null}
        </ul>
      )}
      <p role="status" className="text-meta text-ink-3 empty:hidden">
        {found.data !== undefined && teachers.length === 0
          ? wanted === ''
            ? 'The school has no approved teachers yet.'
            : 'No teacher by that name.'
          : ''}
      </p>
      {found.data !== undefined && teachers.length === 0 && wanted === '' ? (
        <Link
          to={paths.schoolAdmin.manageTeachers}
          className="link inline-flex items-center pointer-coarse:min-h-touch"
        >
          Add teachers
        </Link>
      ) : null}
    </section>
  );
}
