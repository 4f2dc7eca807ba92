import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { User } from '#contract/person.ts';
import { subjects } from '#domain/subject.ts';
import { SentMessages } from '#web/features/messages/sent-messages.tsx';
import { ManagedDialogs } from '#web/features/managed/managed-dialogs.tsx';
import { ManagedList } from '#web/features/managed/managed-list.tsx';
import { managedPeopleQuery } from '#web/features/managed/managed.ts';
import { ManagedSubstituteCard } from '#web/screens/school-admin/manage-substitutes/managed-substitute-card.tsx';
import { NeedsSchool } from '#web/features/schools/needs-school.tsx';
import { PeopleSearch } from '#web/features/managed/people-search.tsx';
import { RemoveSubstituteDialog } from '#web/screens/school-admin/manage-substitutes/remove-substitute-dialog.tsx';
import { useSession } from '#web/session/session.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { useTab } from '#web/navigation/use-tab.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Options, Select } from '#web/ui/input.tsx';
import { part } from '#web/ui/part.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';

const MessageSubstitutesDialog = part(
  () => import('#web/features/messages/message-dialog.tsx'),
  'MessageSubstitutesDialog',
);

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries) =>
  void queries.prefetchInfiniteQuery(
    managedPeopleQuery('substitute', { approval: 'approved', availability: 'all', sort: 'name' }),
  );

const tabs = [
  { id: 'substitutes', label: 'Substitutes' },
  { id: 'sent', label: 'Sent' },
] as const;
const ids = tabs.map(({ id }) => id);

const availabilities = ['all', 'active', 'inactive'] as const;
const availabilityNames = { all: 'All', active: 'Active', inactive: 'Inactive' } as const;
const orders = ['name', 'most_available', 'recently_added', 'most_assignments'] as const;
const orderNames = {
  name: 'Name',
  most_available: 'Most available',
  recently_added: 'Recently added',
  most_assignments: 'Most assignments',
} as const;

/** Returns the search, filters and order in the screen's address, and how to change them. */
function useChoices() {
  const [search] = useParam('search');
  const [askedSubject, chooseSubject] = useParam('subject');
  const [askedAvailability, chooseAvailability] = useParam('availability');
  const [askedSort, chooseSort] = useParam('sort');
  return {
    search,
    subject: subjects.find((known) => known === askedSubject),
    availability: availabilities.find((known) => known === askedAvailability) ?? 'all',
    sort: orders.find((known) => known === askedSort) ?? 'name',
    chooseSubject,
    chooseAvailability,
    chooseSort,
  };
}

/**
 * Shows the school's approved substitutes: search, filter, sort, add, import, reset passwords, remove, and the admin's
 * messages.
 */
export function ManageSubstitutes() {
  return (
    <NeedsSchool title="Manage Substitutes">
      <Substitutes />
    </NeedsSchool>
  );
}

function Substitutes() {
  const [school] = useSession().schools;
  const [tab, choose] = useTab(ids, 'substitutes');
  const choices = useChoices();
  const { search, subject, availability, sort } = choices;
  const layer = useLayer();
  const details = useLayer('person');
  const { show } = layer;
  const { show: showDetails } = details;
  const filter = {
    approval: 'approved',
    availability,
    sort,
    ...(subject === undefined ? {} : { subject }),
    ...(search ? { search } : {}),
  } as const;
  const list = useInfiniteQuery({ ...managedPeopleQuery('substitute', filter), placeholderData: keepPreviousData });
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const isNarrowed = Boolean(search) || subject !== undefined || availability !== 'all';
  const hasFound = isNarrowed && rows.length > 0;
  // A separate component, so opening a dialog doesn't re-render hundreds of rows.
  const renderCard = (person: User) => (
    <ManagedSubstituteCard
      key={person.id}
      person={person}
      zone={school?.timeZone}
      onDetails={() => showDetails(String(person.id))}
      onAct={(act) => show(`${act}-${person.id}`)}
    />
  );

  return (
    <>
      <PageHeader
        title="Manage Substitutes"
        actions={
          <>
            {list.data !== undefined && rows.length === 0 && !isNarrowed ? null : (
              <Button
                icon={icons.mail}
                aria-haspopup="dialog"
                onPointerEnter={MessageSubstitutesDialog.ahead}
                onClick={() => show('message')}
              >
                {hasFound ? 'Message These' : 'Message All'}
              </Button>
            )}
            <Button variant="filled" icon={icons.plus} onClick={() => show('add')}>
              Add Substitute
            </Button>
          </>
        }
      >
        {school?.name}
      </PageHeader>
      <Tabs label="Substitutes and messages" tabs={tabs} current={tab} onChange={choose}>
        {tab === 'sent' ? (
          <SentMessages timeZone={school?.timeZone ?? 'UTC'} />
        ) : (
          <div className="grid gap-6">
            <Filters {...choices} />
            <ManagedList
              kind="substitute"
              list={list}
              isNarrowed={isNarrowed}
              onImport={() => show('import')}
              renderCard={renderCard}
            />
          </div>
        )}
      </Tabs>
      {layer.open === 'message' && list.data !== undefined ? (
        <MessageSubstitutesDialog onClose={layer.close} found={hasFound ? filter : null} />
      ) : null}
      {school === undefined ? null : (
        <ManagedDialogs
          kind="substitute"
          school={school}
          layer={layer}
          details={details}
          rows={rows}
          renderAct={(person, act, changed) =>
            act === 'remove' ? (
              <RemoveSubstituteDialog person={person} school={school.name} changed={changed} onClose={layer.close} />
            ) : null
          }
        />
      )}
    </>
  );
}

type FiltersProps = ReturnType<typeof useChoices>;

function Filters({ subject, availability, sort, chooseSubject, chooseAvailability, chooseSort }: FiltersProps) {
  return (
    <div className="grid gap-3 min-[24rem]:grid-cols-2 md:grid-cols-[1.2fr_1fr_0.8fr_1.1fr] lg:grid-cols-[2fr_1fr_1fr_1fr] print:hidden">
      <div className="max-md:col-span-full">
        <PeopleSearch />
      </div>
      <Field label="Subject">
        <Select value={subject ?? ''} onChange={(event) => chooseSubject(event.target.value)}>
          <option value="">All subjects</option>
          <Options of={subjects} nameOf={String} />
        </Select>
      </Field>
      <Field label="Availability">
        <Select
          value={availability}
          onChange={(event) => chooseAvailability(event.target.value === 'all' ? null : event.target.value)}
        >
          <Options of={availabilities} nameOf={(value) => availabilityNames[value]} />
        </Select>
      </Field>
      <Field label="Sort by" className="max-md:col-span-full">
        <Select value={sort} onChange={(event) => chooseSort(event.target.value)}>
          <Options of={orders} nameOf={(value) => orderNames[value]} />
        </Select>
      </Field>
    </div>
  );
}
