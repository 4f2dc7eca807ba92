import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { User } from '#contract/person.ts';
import { undoSeconds } from '#domain/undo.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { ApplicantCard, personRowId } from '#web/features/approvals/applicant-card.tsx';
import type { peopleQuery } from '#web/features/people/people.ts';
import { Several } from '#web/features/approvals/several.tsx';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';
import { Link } from '#web/navigation/link.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { AnsweredRow } from '#web/ui/answered-row.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { PersonList } from '#web/ui/person-card.tsx';
import { useAnsweredRows } from '#web/ui/use-answered-rows.tsx';
import { ShowMore } from '#web/api/show-more.tsx';

export type ApplicantsProps = {
  title: string;
  people: ReturnType<typeof peopleQuery>;
  /** The plural noun for the applicants: "substitutes". */
  noun: string;
  /** The label of the filled button: 'Accept' or 'Approve'. */
  approveLabel: string;
  /** Shown if the section is empty. Null hides the section. */
  empty: { icon: string; title: string; text: string; wayOn?: { to: string; words: string } } | null;
  metaOf: (person: User) => string;
  renderBadges?: (person: User) => ReactNode;
  onDetails: (person: User) => void;
};

/** Shows a section of people to decide on, each with Reject, Details and Accept or Approve. */
export function Applicants({
  title,
  people,
  noun,
  approveLabel,
  empty,
  metaOf,
  renderBadges,
  onDetails,
}: ApplicantsProps) {
  const found = useInfiniteQuery(people);
  const waiting = useMemo(() => found.data?.pages.flatMap((page) => page.rows) ?? [], [found.data]);
  const { shown: rows, keptOf, provide } = useAnsweredRows(waiting, personRowId);
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const ids = useMemo(() => waiting.map((person) => person.id), [waiting]);
  const mayApprove = ({ can }: User) => can?.includes('approve') ?? false;
  const decidable = waiting.filter((person) => mayApprove(person) && keptOf(person.id) === null);
  // Answered rows count, too, so nothing moves when the last but one is answered.
  const hasSeveral = rows.filter(mayApprove).length > 1;
  const section = useKeptFocus(ids);
  if (empty === null && !found.isError && rows.length === 0) return null;
  return provide(
    <section ref={section} aria-label={title}>
      <SectionHeader title={title} count={found.data === undefined ? undefined : waiting.length} />
      {found.isError && found.data === undefined ? (
        <QueryError query={found} level={3} title={`${title} could not be loaded`} />
      ) : (
        <Loading when={found.isPending} label={`Loading ${title.toLowerCase()}`} skeleton={<SkeletonRows />}>
          {() =>
            rows.length === 0 && empty !== null ? (
              <EmptyState
                level={3}
                icon={empty.icon}
                title={empty.title}
                action={
                  empty.wayOn === undefined ? null : (
                    <Link to={empty.wayOn.to} className={buttonClass()}>
                      {empty.wayOn.words}
                    </Link>
                  )
                }
              >
                {empty.text}
              </EmptyState>
            ) : (
              <>
                {hasSeveral ? (
                  <Several
                    title={title}
                    noun={noun}
                    people={decidable}
                    chosen={decidable.filter(({ id }) => ticked.includes(id))}
                    onChoose={(chosen) => setTicked(chosen.map(({ id }) => id))}
                  />
                ) : null}
                <PersonList label={title}>
                  {rows.map((person) => {
                    const kept = keptOf(person.id);
                    return kept === null ? (
                      <ApplicantCard
                        key={person.id}
                        person={person}
                        approveLabel={approveLabel}
                        meta={metaOf(person)}
                        badges={renderBadges?.(person)}
                        onDetails={() => onDetails(person)}
                        {...(hasSeveral && {
                          selected: ticked.includes(person.id),
                          onSelect: (selected: boolean) =>
                            setTicked(selected ? [...ticked, person.id] : ticked.filter((id) => id !== person.id)),
                        })}
                      />
                    ) : (
                      <AnsweredRow
                        key={person.id}
                        rowId={person.id}
                        title={person.fullName}
                        kept={kept}
                        sentenceOf={sentenceOf}
                        seconds={undoSeconds.offered}
                      />
                    );
                  })}
                </PersonList>
                <ShowMore of={found} className="mt-3" />
              </>
            )
          }
        </Loading>
      )}
    </section>,
  );
}
