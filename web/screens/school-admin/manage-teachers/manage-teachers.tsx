import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ManagedDialogs } from '#web/features/managed/managed-dialogs.tsx';
import { ManagedList } from '#web/features/managed/managed-list.tsx';
import { managedPeopleQuery, type PeopleFilter } from '#web/features/managed/managed.ts';
import { ManagedTeacherCard } from '#web/screens/school-admin/manage-teachers/managed-teacher-card.tsx';
import { NeedsSchool } from '#web/features/schools/needs-school.tsx';
import { PeopleSearch } from '#web/features/managed/people-search.tsx';
import { useSession } from '#web/session/session.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Select } from '#web/ui/input.tsx';
import { part } from '#web/ui/part.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';

const DisableTeacherDialog = part(
  () => import('#web/screens/school-admin/manage-teachers/disable-teacher-dialog.tsx'),
  'DisableTeacherDialog',
);
const EmergencyPlanDialog = part(
  () => import('#web/screens/school-admin/manage-teachers/emergency-plan-dialog.tsx'),
  'EmergencyPlanDialog',
);

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries) => void queries.prefetchInfiniteQuery(managedPeopleQuery('teacher', {}));

/** The states of a teacher's account, as the filter names them. */
const statuses: Record<string, { label: string; filter: PeopleFilter }> = {
  active: { label: 'Active', filter: { approval: 'approved', isActive: 'true' } },
  inactive: { label: 'Inactive', filter: { approval: 'approved', isActive: 'false' } },
  waiting: { label: 'Waiting for approval', filter: { approval: 'pending' } },
  rejected: { label: 'Rejected', filter: { approval: 'rejected' } },
};

/** Shows the school's teachers: search, add, import, disable and enable, reset passwords, approve rejected ones. */
export function ManageTeachers() {
  return (
    <NeedsSchool title="Manage Teachers">
      <Teachers />
    </NeedsSchool>
  );
}

function Teachers() {
  const [school] = useSession().schools;
  const [search] = useParam('search');
  const [status, chooseStatus] = useParam('status');
  const layer = useLayer();
  const details = useLayer('person');
  const { show } = layer;
  const { show: showDetails } = details;
  const chosen = statuses[status ?? ''];
  const list = useInfiniteQuery({
    ...managedPeopleQuery('teacher', { ...chosen?.filter, ...(search ? { search } : {}) }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];

  return (
    <>
      <PageHeader
        title="Manage Teachers"
        actions={
          <Button variant="filled" icon={icons.plus} onClick={() => show('add')}>
            Add Teacher
          </Button>
        }
      >
        {school?.name}
      </PageHeader>
      <div className="grid gap-3 md:grid-cols-[2fr_1fr] print:hidden">
        <PeopleSearch />
        <Field label="Status">
          <Select
            value={chosen === undefined ? '' : (status ?? '')}
            onChange={(event) => chooseStatus(event.target.value)}
          >
            <option value="">All</option>
            {Object.entries(statuses).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <ManagedList
        kind="teacher"
        list={list}
        isNarrowed={Boolean(search) || chosen !== undefined}
        onImport={() => show('import')}
        renderCard={(person) => (
          <ManagedTeacherCard
            key={person.id}
            person={person}
            zone={school?.timeZone}
            onDetails={() => showDetails(String(person.id))}
            onAct={(act) => show(`${act}-${person.id}`)}
          />
        )}
      />
      {school === undefined ? null : (
        <ManagedDialogs
          kind="teacher"
          school={school}
          layer={layer}
          details={details}
          rows={rows}
          renderAct={(person, act, changed) =>
            act === 'plan' ? (
              <EmergencyPlanDialog person={person} timeZone={school.timeZone} onClose={layer.close} />
            ) : act === 'disable' ? (
              <DisableTeacherDialog person={person} changed={changed} onClose={layer.close} />
            ) : null
          }
        />
      )}
    </>
  );
}
