import { useState } from 'react';
import type { School } from '#contract/schools.ts';
import { useActivateSchool } from '#web/features/schools/schools.ts';
import { placeOf, SchoolPlace } from '#web/screens/overall-admin/schools/school-place.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/choice.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { grouped } from '#domain/grouped.ts';
import * as icons from '#web/ui/icons.ts';
import { Table } from '#web/ui/table.tsx';

type SchoolTableProps = {
  schools: readonly School[];
  onEdit: (school: School) => void;
  onDelete: (school: School) => void;
};

/** Schools with their place, administrator and people, each with its switch, edit form and deletion. */
export function SchoolTable({ schools, onEdit, onDelete }: SchoolTableProps) {
  return (
    <div className="card">
      <Table
        caption="Schools"
        rows={schools}
        keyOf={(school) => school.id}
        columns={[
          {
            head: 'School',
            phone: 'title',
            renderCell: (school) => (
              <>
                {/* Breaks only words that are longer than this. */}
                <span className="block min-w-30 wrap-anywhere">{school.name}</span>
                <span className="block text-meta font-regular wrap-anywhere text-ink-3">{placeOf(school)}</span>
              </>
            ),
          },
          {
            head: 'Administrator',
            renderCell: (school) => (
              <>
                {school.adminName ? (
                  <span className="wrap-anywhere">{school.adminName}</span>
                ) : (
                  <Badge>No administrator</Badge>
                )}
                <span className="text-ink-3 md:hidden">
                  {'\u00a0'}· {inWords(school.teachers ?? 0, 'teacher')},{' '}
                  {inWords(school.substitutes ?? 0, 'substitute')}
                </span>
              </>
            ),
          },
          {
            head: 'Teachers',
            phone: 'hidden',
            end: true,
            renderCell: ({ teachers = 0 }) => <span className="tabular-nums">{grouped(teachers)}</span>,
          },
          {
            head: 'Substitutes',
            phone: 'hidden',
            end: true,
            renderCell: ({ substitutes = 0 }) => <span className="tabular-nums">{grouped(substitutes)}</span>,
          },
          { head: 'Active', renderCell: (school) => <ActiveSwitch school={school} /> },
          {
            head: <span className="sr-only">Actions</span>,
            phone: 'corner',
            end: true,
            renderCell: (school) => (
              <span className="inline-flex gap-1">
                {school.can?.includes('edit') ? (
                  <IconButton label={`Edit ${school.name}`} icon={icons.edit} onClick={() => onEdit(school)} />
                ) : null}
                {school.can?.includes('remove') ? (
                  <IconButton label={`Delete ${school.name}`} icon={icons.trash} onClick={() => onDelete(school)} />
                ) : null}
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}

function inWords(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Activates at once, and reverts if the server refuses. Asks before a school is deactivated. */
function ActiveSwitch({ school }: { school: School }) {
  const activate = useActivateSchool();
  const isActive = activate.isPending ? activate.variables.isActive : school.isActive;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Switch
        name={`${school.name} active`}
        words={['Active', 'Inactive']}
        checked={isActive}
        disabled={!school.can?.includes('activate')}
        onChange={(event) => {
          if (activate.isPending) return;
          if (event.target.checked) activate.mutate({ school, isActive: true });
          else setAsking(true);
        }}
      />
      {asking ? (
        <ConfirmDialog
          isPrompt
          onClose={() => setAsking(false)}
          onConfirm={() => activate.mutate({ school, isActive: false }, { onSettled: () => setAsking(false) })}
          title={`Deactivate ${school.name}?`}
          confirmLabel="Deactivate"
          danger
          pending={activate.isPending}
          pendingText="Deactivating..."
        >
          <div className="grid gap-2">
            <SchoolPlace of={school} />
            <p>
              Its people can sign in but can’t change anything, and substitutes won’t see its vacancies until you
              activate it again.
            </p>
          </div>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
