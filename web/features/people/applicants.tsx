import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { User } from '#contract/users.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { ApplicantCard } from '#web/features/people/applicant-card.tsx';
import type { peopleQuery } from '#web/features/people/people.ts';
import { useKeptFocus } from '#web/features/people/use-kept-focus.ts';
import { Button } from '#web/ui/button.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { EmptyState, ErrorState } from '#web/ui/page-state.tsx';
import { PersonList } from '#web/ui/person-card.tsx';

type ApplicantsProps = {
  title: string;
  people: ReturnType<typeof peopleQuery>;
  /** The word of the filled button: 'Accept' or 'Approve'. */
  approveLabel: string;
  /** What is so when nobody is there. */
  empty: { icon: string; title: string; text: string };
  metaOf: (person: User) => string;
  renderBadges?: (person: User) => ReactNode;
  onDetails: (person: User) => void;
};

const pageSize = 50;

/** A section of people whose account is to be decided, each with Reject, Details and Accept or Approve. */
export function Applicants({ title, people, approveLabel, empty, metaOf, renderBadges, onDetails }: ApplicantsProps) {
  const found = useQuery(people);
  const [shown, setShown] = useState(pageSize);
  const ids = useMemo(() => found.data?.map((person) => person.id) ?? [], [found.data]);
  const section = useKeptFocus(ids);
  return (
    <section ref={section} aria-label={title}>
      <SectionHeader title={title} count={found.data?.length} />
      {found.isError ? (
        <ErrorState level={3} title={`${title} could not be loaded`} onRetry={() => void found.refetch()} retrying={found.isFetching}>
          {sentenceOf(found.error)}
        </ErrorState>
      ) : (
        <Loading when={found.isPending} label={`Loading ${title.toLowerCase()}`} skeleton={<SkeletonRows />}>
          {() =>
            !found.data?.length ? (
              <EmptyState level={3} icon={empty.icon} title={empty.title}>
                {empty.text}
              </EmptyState>
            ) : (
              <>
                <PersonList label={title}>
                  {found.data.slice(0, shown).map((person) => (
                    <ApplicantCard key={person.id} person={person} approveLabel={approveLabel} meta={metaOf(person)} badges={renderBadges?.(person)} onDetails={() => onDetails(person)} />
                  ))}
                </PersonList>
                {found.data.length > shown ? (
                  <Button className="mt-3" onClick={() => setShown(shown + pageSize)}>
                    Show more
                  </Button>
                ) : null}
              </>
            )
          }
        </Loading>
      )}
    </section>
  );
}
