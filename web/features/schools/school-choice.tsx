import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/person.ts';
import type { School } from '#contract/schools.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { hasNothing } from '#web/api/refusal.ts';
import { useProfile } from '#web/session/profile.ts';
import { chosenSchoolsQuery, idsIn, offeredSchoolsQuery, useChooseSchools } from '#web/features/schools/offered.ts';
import { SchoolRow, type SchoolStanding } from '#web/features/schools/school-row.tsx';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { useSearch } from '#web/navigation/use-search.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { moreOf } from '#web/api/show-more.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { ErrorState } from '#web/ui/page-state.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';

/**
 * Lets a substitute choose the schools to work for: chosen ones first, others found by name, city or district. Choices
 * are kept while searching, and saved together. The section around it needs a heading.
 */
export function SchoolChoice() {
  const profile = useProfile();
  const chosen = useQuery(chosenSchoolsQuery);
  const { typed, type, search } = useSearch('school');
  const offered = useInfiniteQuery({ ...offeredSchoolsQuery(search), placeholderData: (before) => before });
  const save = useChooseSchools();
  const saved = idsIn(profile.data?.selectedSchoolIds);
  const { flipped, dirty, isSelected, selected, toggle, revert } = useFlipped(saved);
  useUnsavedText(dirty);

  const title = 'Schools could not be loaded';
  const failed = [profile, chosen].find(hasNothing);
  if (failed) {
    return (
      <ErrorState title={title} level={3} onRetry={() => void Promise.all([profile.refetch(), chosen.refetch()])}>
        {sentenceOf(failed.error)}
      </ErrorState>
    );
  }

  const submit = () => {
    if (!save.isPending && dirty) save.mutate(selected(), { onSuccess: revert });
  };

  const mine = chosen.data ?? [];
  const leaving = mine.filter((school) => flipped.has(school.id));
  const listed = (offered.data?.pages.flatMap((page) => page.rows) ?? []).filter(({ id }) => !saved.includes(id));
  const added = [...flipped.values()].filter(
    ({ id }) => search === '' && !saved.includes(id) && !listed.some((other) => other.id === id),
  );
  const others = [...added, ...listed];
  const row = (school: School) => (
    <SchoolRow
      key={school.id}
      school={school}
      standing={standingOf(school, profile.data)}
      checked={isSelected(school)}
      onToggle={() => toggle(school)}
    />
  );

  return (
    <Form onSubmit={submit} className="grid gap-4">
      <div className="card grid gap-4 p-5 max-md:p-4">
        {mine.length > 0 ? (
          <ul aria-label="Chosen schools" className="grid gap-1">
            {mine.map(row)}
          </ul>
        ) : null}
        <Field label={mine.length > 0 ? 'Find more schools' : 'Find your schools'} hint="By name, city or district">
          <SearchInput value={typed} onType={type} />
        </Field>
        {hasNothing(offered) ? (
          <QueryError query={offered} title={title} level={3} />
        ) : (
          <Loading
            when={profile.isPending || chosen.isPending || offered.isPending}
            label="Loading schools"
            skeleton={<SkeletonRows />}
          >
            {() => (
              <>
                <p role="status" className={others.length > 0 ? 'sr-only' : 'text-label text-ink-3'}>
                  {found(others.length, offered.hasNextPage, search)}
                </p>
                {others.length > 0 ? (
                  <ul aria-label="Other schools" className="grid gap-1">
                    {others.map(row)}
                  </ul>
                ) : null}
                {offered.hasNextPage && !offered.isPlaceholderData ? (
                  <MoreButton {...moreOf(offered)} onClick={() => void offered.fetchNextPage()} />
                ) : null}
              </>
            )}
          </Loading>
        )}
        {leaving.length > 0 ? (
          <Banner tone="pending" live>
            When you save, your requests and upcoming assignments at {leaving.map((school) => school.name).join(', ')}{' '}
            will end, and we’ll notify the {leaving.length === 1 ? 'school' : 'schools'}.
          </Banner>
        ) : null}
      </div>
      <SaveBar
        dirty={dirty}
        saving={save.isPending}
        onRevert={revert}
        failure={save.isError ? { title: 'Your schools were not saved', text: sentenceOf(save.error) } : null}
      />
    </Form>
  );
}

/** The schools whose selection differs from what is saved, with everything that their rows show. */
function useFlipped(saved: readonly number[]) {
  const [flipped, setFlipped] = useState<ReadonlyMap<number, School>>(new Map());
  return {
    flipped,
    dirty: flipped.size > 0,
    isSelected: ({ id }: School) => saved.includes(id) !== flipped.has(id),
    selected: () => [
      ...saved.filter((id) => !flipped.has(id)),
      ...[...flipped.keys()].filter((id) => !saved.includes(id)),
    ],
    toggle: (school: School) => {
      const next = new Map(flipped);
      if (!next.delete(school.id)) next.set(school.id, school);
      setFlipped(next);
    },
    revert: () => setFlipped(new Map()),
  };
}

function standingOf({ id, isActive }: School, person: User | undefined): SchoolStanding {
  if (!isActive) return 'closed';
  const isRejected = idsIn(person?.rejectedSchoolIds).includes(id);
  if (isRejected) return idsIn(person?.selectedSchoolIds).includes(id) ? 'applied again' : 'rejected earlier';
  return idsIn(person?.waitingSchoolIds).includes(id) ? 'waiting' : 'open';
}

function found(count: number, more: boolean, search: string): string {
  if (count > 0) return `${more ? 'The first ' : ''}${count} ${count === 1 ? 'school' : 'schools'}`;
  return search === ''
    ? 'There are no other schools.'
    : `No other school matches "${search}". Try part of its name or its city.`;
}
