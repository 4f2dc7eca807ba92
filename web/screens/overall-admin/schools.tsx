import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import type { School } from '#contract/schools.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { AddSchoolDialog } from '#web/features/schools/add-school-dialog.tsx';
import { DeleteSchoolDialog } from '#web/features/schools/delete-school-dialog.tsx';
import { schoolsQuery } from '#web/features/schools/schools.ts';
import { SchoolTable } from '#web/features/schools/school-table.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { SearchInput } from '#web/ui/input.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { EmptyState, ErrorState } from '#web/ui/page-state.tsx';

// How long a pause in typing is the end of a word, in milliseconds.
const searchAfter = 250;

/** All schools: search, add, activate or deactivate, delete. */
export function ManageSchools() {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const schools = useInfiniteQuery({ ...schoolsQuery(search), placeholderData: (before) => before });
  const rows = useDeferredValue(schools.data?.pages.flatMap((page) => page.rows));
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<School | null>(null);
  const [asking, setAsking] = useState(false);

  return (
    <>
      <PageHeader
        title="Manage Schools"
        actions={
          <Button variant="filled" icon={icons.plus} onClick={() => setAdding(true)}>
            Add School
          </Button>
        }
      >
        <span role="status">{rows === undefined ? 'Loading schools' : countOf(rows, schools.hasNextPage, search)}</span>
      </PageHeader>
      <div className="w-full max-w-90 max-md:max-w-none">
        <SearchInput aria-label="Search schools" placeholder="Search by name or city" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </div>
      {schools.isError && rows === undefined ? (
        <ErrorState title="Schools could not be loaded" onRetry={() => void schools.refetch()} retrying={schools.isFetching}>
          {sentenceOf(schools.error)}
        </ErrorState>
      ) : (
        <Loading when={schools.isPending} label="Loading schools" skeleton={<SkeletonRows />}>
          {() =>
            !rows?.length ? (
              <EmptyState icon={icons.building} title={search ? 'No school found' : 'No schools yet'}>
                {search ? 'Try a part of its name, or its city.' : 'Add the first one; its people can register from then on.'}
              </EmptyState>
            ) : (
              <SchoolTable
                schools={rows}
                onDelete={(school) => {
                  setLeaving(school);
                  setAsking(true);
                }}
              />
            )
          }
        </Loading>
      )}
      {schools.hasNextPage ? (
        <div>
          <Button pending={schools.isFetchingNextPage} onClick={() => void schools.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
      <Banner>People of an inactive school can sign in but change nothing, and the school is not offered at registration. Deleting is permanent and takes all its data.</Banner>
      <AddSchoolDialog open={adding} onClose={() => setAdding(false)} />
      {leaving === null ? null : <DeleteSchoolDialog key={leaving.id} school={leaving} open={asking} onClose={() => setAsking(false)} />}
    </>
  );
}

function countOf(rows: readonly School[], more: boolean, search: string): string {
  const inactive = rows.filter((school) => !school.isActive).length;
  const found = `${rows.length}${more ? ' or more' : ''} ${rows.length === 1 && !more ? 'school' : 'schools'}${search ? ' found' : ''}`;
  return more || rows.length === 0 ? found : `${found} · ${rows.length - inactive} active, ${inactive} inactive`;
}

/** The text once typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchAfter);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
