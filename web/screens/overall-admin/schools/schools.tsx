import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { School } from '#contract/schools.ts';
import { QueryError } from '#web/api/query-error.tsx';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';
import { AddSchoolDialog } from '#web/screens/overall-admin/schools/add-school-dialog.tsx';
import { DeleteSchoolDialog } from '#web/screens/overall-admin/schools/delete-school-dialog.tsx';
import { EditSchoolDialog } from '#web/screens/overall-admin/schools/edit-school-dialog.tsx';
import { SchoolDeletions } from '#web/screens/overall-admin/schools/school-deletions.tsx';
import { schoolQuery, schoolsQuery } from '#web/features/schools/schools.ts';
import { SchoolTable } from '#web/screens/overall-admin/schools/school-table.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { useSearch } from '#web/navigation/use-search.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { SearchInput } from '#web/ui/input.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { ShowMore } from '#web/api/show-more.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries) =>
  void queries.prefetchInfiniteQuery(schoolsQuery({ search: '', isActive: null }));

const shown = ['all', 'active', 'inactive'] as const;
const noIds: readonly number[] = [];

/** All schools: search, add, edit, activate or deactivate, delete. */
export function ManageSchools() {
  const { typed, type, search } = useSearch();
  const [asked, show] = useParam('show');
  const which = shown.find((name) => name === asked) ?? 'all';
  const schools = useInfiniteQuery({
    ...schoolsQuery({ search, isActive: which === 'all' ? null : which === 'active' }),
    placeholderData: (before) => before,
  });
  const rows = useDeferredValue(schools.data?.pages.flatMap((page) => page.rows));
  const dialog = useLayer();
  // Deleting a school removes the button that was pressed.
  useKeptFocus(rows?.map(({ id }) => id) ?? noIds);

  return (
    <>
      <PageHeader
        title="Manage Schools"
        actions={
          <Button variant="filled" icon={icons.plus} onClick={() => dialog.show('add')}>
            Add School
          </Button>
        }
      >
        <span role="status">
          {rows === undefined
            ? schools.isError
              ? 'All schools on this platform'
              : 'Loading schools'
            : countOf(rows, schools.hasNextPage, search !== '' || which !== 'all')}
        </span>
      </PageHeader>
      <div className="flex flex-wrap items-end justify-between gap-3 print:hidden">
        <div className="w-full max-w-90 max-md:max-w-none">
          <Field label="Search">
            <SearchInput placeholder="Name or city" value={typed} onType={type} />
          </Field>
        </div>
        <div className="max-md:w-full">
          <Segmented
            label="Filter schools"
            options={[
              { value: 'all', label: 'All' },
              { value: 'active', label: 'Active' },
              { value: 'inactive', label: 'Inactive' },
            ]}
            value={which}
            onChange={(value) => show(value === 'all' ? null : value)}
          />
        </div>
      </div>
      {schools.isError && rows === undefined ? (
        <QueryError query={schools} title="Schools could not be loaded" />
      ) : (
        <Loading when={rows === undefined} label="Loading schools" skeleton={<SkeletonRows plain />}>
          {() =>
            rows?.length ? (
              <>
                <SchoolTable
                  schools={rows}
                  onEdit={({ id }) => dialog.show(`edit-${id}`)}
                  onDelete={({ id }) => dialog.show(`delete-${id}`)}
                />
                <ShowMore of={schools} className="mt-6" />
              </>
            ) : (
              <NoSchool search={search} which={which} />
            )
          }
        </Loading>
      )}
      <SchoolDeletions />
      <Banner>
        People of an inactive school can sign in but can’t change anything, and no one can register there. Deleting a
        school is permanent and deletes all its data.
      </Banner>
      {dialog.open === 'add' ? <AddSchoolDialog onClose={dialog.close} /> : null}
      <AboutSchool layer={dialog.open} rows={rows ?? []} onClose={dialog.close} />
    </>
  );
}

/** Shows the dialog about the school in the address: its form, or the deletion. */
function AboutSchool({ layer, rows, onClose }: { layer: string | null; rows: readonly School[]; onClose: () => void }) {
  const [, act, digits] = /^(edit|delete)-([0-9]+)$/.exec(layer ?? '') ?? [];
  const id = Number(digits ?? 0);
  const listed = rows.find((school) => school.id === id);
  // The last one seen is kept while the dialog is open, because after the deletion there is nothing to fetch.
  const [last, keep] = useState<School | null>(null);
  const kept = last?.id === id ? last : undefined;
  const fetched = useQuery({ ...schoolQuery(id), enabled: id > 0 && listed === undefined && kept === undefined });
  const school = listed ?? fetched.data ?? kept;
  if (school !== undefined && school !== last) keep(school);
  if (school === undefined || id === 0) return null;
  return act === 'edit' ? (
    <EditSchoolDialog key={id} school={school} onClose={onClose} />
  ) : (
    <DeleteSchoolDialog key={id} school={school} open onClose={onClose} />
  );
}

function NoSchool({ search, which }: { search: string; which: (typeof shown)[number] }) {
  const [title, text] =
    search !== ''
      ? ['No school found', 'Try part of its name, or its city.']
      : which === 'inactive'
        ? ['No inactive schools', 'Schools you deactivate appear here.']
        : which === 'active'
          ? ['No active schools', 'Schools you add or activate appear here.']
          : ['No schools yet', 'Add the first one. Its people can then register.'];
  return (
    <EmptyState icon={icons.building} title={title}>
      {text}
    </EmptyState>
  );
}

function countOf(rows: readonly School[], more: boolean, isNarrowed: boolean): string {
  const inactive = rows.filter((school) => !school.isActive).length;
  const found = `${more ? 'More than ' : ''}${rows.length} ${rows.length === 1 && !more ? 'school' : 'schools'}${isNarrowed ? ' found' : ''}`;
  return more || rows.length === 0 ? found : `${found} · ${rows.length - inactive} active, ${inactive} inactive`;
}
