import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listCandidates } from '#contract/candidates.ts';
import { readerOf } from '#domain/ranking.ts';
import { useSession } from '#web/session/session.ts';
import { callPage } from '#web/api/call-page.ts';
import { QueryError } from '#web/api/query-error.tsx';
import type { Candidate } from '#web/features/office/candidate-words.ts';
import { Field } from '#web/ui/field.tsx';
import * as icons from '#web/ui/icons.ts';
import { SearchInput } from '#web/ui/input.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { useSearchText } from '#web/ui/use-search-text.ts';
import { ShowMore } from '#web/api/show-more.tsx';

const candidatesAtOnce = 20;

/** A teacher's list has only those who fit. */
const noneFor = {
  office: {
    title: 'No approved substitutes available',
    text: 'Approve an application, or add a substitute yourself.',
  },
  teacher: {
    title: 'No one to offer it to',
    text: 'No approved substitute is free at that time and fits this class.',
  },
};

/**
 * Returns the substitutes whom the reader may assign or offer a vacancy, best match first, filtered by name on the
 * server, a page at a time.
 */
function candidatesQuery(id: number, search: string) {
  return infiniteQueryOptions({
    queryKey: ['vacancies', 'candidates', id, search],
    queryFn: ({ pageParam, signal }) =>
      callPage(listCandidates, {
        params: { id },
        query: {
          limit: candidatesAtOnce,
          ...(search === '' ? {} : { search }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
}

type CandidateListProps = {
  vacancyId: number;
  /** One `<li>`. `isFirst` marks the best match. */
  children: (candidate: Candidate, isFirst: boolean) => ReactNode;
};

/** Shows the school's approved substitutes for one vacancy, best match first, with search and paging. */
export function CandidateList({ vacancyId, children }: CandidateListProps) {
  const { typed, type, search } = useSearchText();
  const nobody = noneFor[readerOf(useSession())];
  const found = useInfiniteQuery({ ...candidatesQuery(vacancyId, search), placeholderData: keepPreviousData });
  const candidates = found.data?.pages.flatMap((page) => page.rows) ?? [];
  if (found.isError && found.data === undefined) {
    return <QueryError query={found} level={3} title="Substitutes could not be loaded" />;
  }
  const isNobody = found.data !== undefined && candidates.length === 0;
  return (
    <>
      {isNobody && search === '' ? null : (
        <Field label="Search by name">
          <SearchInput value={typed} onType={type} />
        </Field>
      )}
      <Loading when={found.isPending} label="Loading substitutes" skeleton={<SkeletonRows />}>
        {() =>
          isNobody ? (
            <EmptyState level={3} icon={icons.people} title={search === '' ? nobody.title : 'No one has that name'}>
              {search === '' ? nobody.text : 'Search by another part of the name.'}
            </EmptyState>
          ) : (
            <>
              <ul aria-label="Substitutes, best match first" className="divide-y divide-line">
                {candidates.map((candidate, at) => children(candidate, at === 0 && search === ''))}
              </ul>
              {/* Not before its rows, which may be rendered later than they are fetched. */}
              <ShowMore of={found} className="justify-self-center" />
            </>
          )
        }
      </Loading>
    </>
  );
}
