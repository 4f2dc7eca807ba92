import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { exportUsers } from '#contract/invitations.ts';
import type { User } from '#contract/person.ts';
import { QueryError } from '#web/api/query-error.tsx';
import type { ManagedRole } from '#web/features/managed/managed.ts';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as icons from '#web/ui/icons.ts';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { PersonList } from '#web/ui/person-card.tsx';
import { ShowMore } from '#web/api/show-more.tsx';

type ManagedListProps = {
  kind: ManagedRole;
  list: UseInfiniteQueryResult<InfiniteData<{ rows: User[]; next: string | null }>>;
  /** Whether the list is filtered. */
  isNarrowed: boolean;
  onImport: () => void;
  renderCard: (person: User) => ReactNode;
};

/** Shows the people of one kind with their number, import and export, and "Show more". */
export function ManagedList({ kind, list, isNarrowed, onImport, renderCard }: ManagedListProps) {
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const ids = useMemo(() => rows.map((person) => person.id), [rows]);
  const section = useKeptFocus(ids);
  // Re-renders only if the people change: "Show more" adds hundreds.
  const cards = useMemo(() => rows.map(renderCard), [rows, renderCard]);
  const many = `${kind}s`;
  if (list.isError && list.data === undefined) {
    return <QueryError query={list} title={`${kind === 'teacher' ? 'Teachers' : 'Substitutes'} could not be loaded`} />;
  }
  return (
    <section ref={section} aria-labelledby="managed-people">
      <div className="mb-3 flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="managed-people" tabIndex={-1} className="text-label font-regular text-ink-2 tabular-nums">
          <span role="status">
            {list.isPending ? `Loading ${many}` : inWords(rows.length, list.hasNextPage, kind, isNarrowed)}
          </span>
        </h2>
        <div className="flex gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
          <Button variant="plain" icon={icons.upload} onClick={onImport}>
            Import CSV
          </Button>
          <a href={`${exportUsers.path}?role=${kind}`} download={`${many}.csv`} className={buttonClass('plain')}>
            <Icon shape={icons.download} size="small" />
            Export CSV
          </a>
        </div>
      </div>
      <Loading when={list.isPending} label={`Loading ${many}`} skeleton={<SkeletonRows />}>
        {() =>
          rows.length === 0 ? (
            <EmptyState level={3} icon={icons.people} title={isNarrowed ? `No ${kind} found` : `No ${many} yet`}>
              {isNarrowed
                ? 'Try another part of the name, or fewer filters.'
                : `Add the first one, or import a list of your ${many}. They can also register themselves.`}
            </EmptyState>
          ) : (
            <div className="grid gap-3">
              <PersonList label={kind === 'teacher' ? 'Teachers' : 'Substitutes'}>{cards}</PersonList>
              <ShowMore of={list} className="justify-self-center" />
            </div>
          )
        }
      </Loading>
    </section>
  );
}

function inWords(count: number, hasMore: boolean, kind: ManagedRole, isNarrowed: boolean): string {
  const noun = count === 1 && !hasMore ? kind : `${kind}s`;
  return `${hasMore ? `More than ${count}` : count} ${noun}${isNarrowed ? ' found' : ''}`;
}
