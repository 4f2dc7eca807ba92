import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { QueryError } from '#web/api/query-error.tsx';
import { AboutPerson } from '#web/features/managed/about-person.tsx';
import { AddOwnerDialog } from '#web/screens/overall-admin/administrators/add-owner-dialog.tsx';
import { AdministratorCard } from '#web/screens/overall-admin/administrators/administrator-card.tsx';
import {
  type AdministratorRole,
  administratorsQuery,
} from '#web/screens/overall-admin/administrators/administrators.ts';
import { DisableDialog } from '#web/screens/overall-admin/administrators/disable-dialog.tsx';
import { ResetSecondFactorDialog } from '#web/features/managed/reset-second-factor.tsx';
import { ResetPasswordDialog } from '#web/features/managed/reset-password-dialog.tsx';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';
import { useSession } from '#web/session/session.ts';
import { type Layer, useLayer } from '#web/navigation/use-layer.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { useSearch } from '#web/navigation/use-search.ts';
import { useTab } from '#web/navigation/use-tab.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Options, SearchInput, Select } from '#web/ui/input.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { PersonList } from '#web/ui/person-card.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { ShowMore } from '#web/api/show-more.tsx';

const tabs = ['schools', 'owners'] as const;
const approvals = ['approved', 'pending', 'rejected'] as const;
const approvalNames = { approved: 'Approved', pending: 'Waiting', rejected: 'Rejected' } as const;

/** School administrators and platform owners: search, reset passwords, disable or enable, add owners. */
export function Administrators() {
  const [tab, choose] = useTab(tabs, 'schools');
  const dialog = useLayer();
  return (
    <>
      <PageHeader
        title="Administrators"
        actions={
          <Button
            variant={tab === 'owners' ? 'filled' : 'outlined'}
            icon={icons.plus}
            onClick={() => dialog.show('add')}
          >
            Add Platform Owner
          </Button>
        }
      >
        The people who run the schools, and the platform with you
      </PageHeader>
      <Tabs
        label="Administrators"
        tabs={[
          { id: 'schools', label: 'School administrators' },
          { id: 'owners', label: 'Platform owners' },
        ]}
        current={tab}
        onChange={choose}
      >
        {tab === 'schools' ? (
          <SchoolAdministrators dialog={dialog} />
        ) : (
          <People who="overall_admin" search="" approval="" dialog={dialog} />
        )}
      </Tabs>
      {dialog.open === 'add' ? <AddOwnerDialog onClose={dialog.close} /> : null}
    </>
  );
}

type Asking = { dialog: Layer };

function SchoolAdministrators({ dialog }: Asking) {
  const { typed, type, search } = useSearch();
  const [asked, ask] = useParam('approval');
  const approval = approvals.find((name) => name === asked) ?? '';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-3 lg:max-w-form sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] print:hidden">
        <Field label="Search">
          <SearchInput placeholder="Name, email or school" value={typed} onType={type} />
        </Field>
        <Field label="Approval">
          <Select value={approval} onChange={(event) => ask(event.target.value)}>
            <option value="">All</option>
            <Options of={approvals} nameOf={(name) => approvalNames[name]} />
          </Select>
        </Field>
      </div>
      <People who="school_admin" search={search} approval={approval} dialog={dialog} />
    </div>
  );
}

type PeopleProps = Asking & { who: AdministratorRole; search: string; approval: (typeof approvals)[number] | '' };

function People({ who, search, approval, dialog }: PeopleProps) {
  const me = useSession();
  const found = useInfiniteQuery({
    ...administratorsQuery(who, { search, approval }),
    placeholderData: (before) => before,
  });
  const rows = useMemo(() => found.data?.pages.flatMap((page) => page.rows) ?? [], [found.data]);
  const section = useKeptFocus(useMemo(() => rows.map((person) => person.id), [rows]));
  const words = who === 'school_admin' ? 'school administrators' : 'platform owners';
  if (found.isError && found.data === undefined) {
    return (
      <QueryError
        query={found}
        title={`${who === 'school_admin' ? 'School administrators' : 'Platform owners'} could not be loaded`}
      />
    );
  }
  return (
    <section ref={section} aria-labelledby="found-people">
      <h2 id="found-people" tabIndex={-1} className="mb-3 text-label font-regular text-ink-2 tabular-nums">
        <span role="status">
          {found.isPending
            ? `Loading ${words}`
            : `${found.hasNextPage ? 'More than ' : ''}${rows.length} ${rows.length === 1 && !found.hasNextPage ? words.slice(0, -1) : words}`}
        </span>
      </h2>
      <Loading when={found.isPending} label={`Loading ${words}`} skeleton={<SkeletonRows />}>
        {() =>
          rows.length === 0 ? (
            <EmptyState level={3} icon={icons.shield} title="No one found">
              {search || approval
                ? 'Try part of the name, or the full username.'
                : 'School administrators who register appear here.'}
            </EmptyState>
          ) : (
            <>
              <PersonList label={who === 'school_admin' ? 'School administrators' : 'Platform owners'}>
                {rows.map((person) => (
                  <AdministratorCard
                    key={person.id}
                    person={person}
                    isOwn={person.id === me.id}
                    onAct={(act, { id }) => dialog.show(`${act}-${id}`)}
                  />
                ))}
              </PersonList>
              <ShowMore of={found} className="mt-3" />
            </>
          )
        }
      </Loading>
      <AboutPerson layer={dialog.open} rows={rows}>
        {(person, act, changed) => (
          <>
            {act === 'reset' ? <ResetPasswordDialog person={person} changed={changed} onClose={dialog.close} /> : null}
            {act === 'disable' ? <DisableDialog person={person} changed={changed} onClose={dialog.close} /> : null}
            {act === 'factor' ? (
              <ResetSecondFactorDialog person={person} changed={changed} onClose={dialog.close} />
            ) : null}
          </>
        )}
      </AboutPerson>
    </section>
  );
}
