import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { User } from '#contract/person.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { SubstituteCard } from '#web/screens/teacher/approved-substitutes/substitute-card.tsx';
import type { useSelection } from '#web/screens/teacher/approved-substitutes/use-selection.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import * as icons from '#web/ui/icons.ts';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { PersonList } from '#web/ui/person-card.tsx';
import { ShowMore } from '#web/api/show-more.tsx';

type SubstituteDirectoryProps = {
  list: UseInfiniteQueryResult<InfiniteData<{ rows: User[]; next: string | null }>>;
  selection: ReturnType<typeof useSelection>;
  /** Whether the list is filtered by name. */
  isSearch: boolean;
  /** Not everyone could be loaded, so no one was selected. */
  onFail: () => void;
};

/** Shows the approved substitutes with checkboxes, select-all, and "Show more". */
export function SubstituteDirectory({ list, selection, isSearch, onFail }: SubstituteDirectoryProps) {
  if (list.isError && list.data === undefined) {
    return <QueryError query={list} title="Substitutes could not be loaded" />;
  }
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const { chosen } = selection;
  const chooseAll = async (selected: boolean) => {
    if (!(await selection.chooseAll(selected))) onFail();
  };
  const count = `${list.hasNextPage ? `More than ${rows.length}` : rows.length} ${isSearch ? 'found' : 'approved'}`;
  return (
    <Loading when={list.isPending} label="Loading substitutes" skeleton={<SkeletonRows />}>
      {() =>
        rows.length === 0 ? (
          <EmptyState icon={icons.people} title={isSearch ? 'No one has that name' : 'No approved substitutes'}>
            {isSearch
              ? 'Search by another part of the name.'
              : 'Once your school approves a substitute, you can message them here.'}
          </EmptyState>
        ) : (
          <div className="grid gap-3">
            <h2 className="sr-only">Substitutes</h2>
            <div className="flex flex-wrap items-center justify-between gap-x-4 px-5 max-md:px-4">
              <Checkbox
                label="Select all"
                checked={selection.all}
                mixed={!selection.all && selection.some}
                onChange={(event) => void chooseAll(event.target.checked)}
              />
              <span role="status" className="text-meta text-ink-2 tabular-nums">
                {chosen.length === 0 ? count : `${chosen.length} selected`}
              </span>
            </div>
            <PersonList label="Approved substitutes">
              {rows.map((person) => (
                <SubstituteCard
                  key={person.id}
                  person={person}
                  selected={selection.isChosen(person.id)}
                  onSelect={(selected) => selection.choose(person, selected)}
                />
              ))}
            </PersonList>
            <ShowMore of={list} className="justify-self-center" />
          </div>
        )
      }
    </Loading>
  );
}
