import type { School } from '#contract/schools.ts';
import { useActivateSchool } from '#web/features/schools/schools.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/choice.tsx';
import * as icons from '#web/ui/icons.ts';
import { Table } from '#web/ui/table.tsx';

/** Schools with their place and administrator, each with its switch and its way out. */
export function SchoolTable({ schools, onDelete }: { schools: readonly School[]; onDelete: (school: School) => void }) {
  return (
    <div className="card">
      <Table
        caption="Schools"
        rows={schools}
        keyOf={(school) => school.id}
        columns={[
          {
            key: 'school',
            head: 'School',
            phone: 'title',
            renderCell: (school) => (
              <>
                <span className="wrap-anywhere">{school.name}</span>
                <span className="block text-meta font-regular text-ink-3">{[school.city, school.state].filter(Boolean).join(', ')}</span>
              </>
            ),
          },
          {
            key: 'administrator',
            head: 'Administrator',
            phone: 'line',
            renderCell: (school) => (school.adminName ? <span className="wrap-anywhere">{school.adminName}</span> : <Badge>No administrator</Badge>),
          },
          { key: 'active', head: 'Active', phone: 'line', renderCell: (school) => <ActiveSwitch school={school} /> },
          {
            key: 'actions',
            head: <span className="sr-only">Actions</span>,
            phone: 'corner',
            end: true,
            renderCell: (school) =>
              school.can?.includes('remove') ? <IconButton label={`Delete ${school.name}`} icon={icons.trash} onClick={() => onDelete(school)} /> : null,
          },
        ]}
      />
    </div>
  );
}

/** Turns at once, and turns back where the server refuses. */
function ActiveSwitch({ school }: { school: School }) {
  const activate = useActivateSchool();
  const isActive = activate.isPending ? activate.variables.isActive : school.isActive;
  return (
    <Switch
      name={`${school.name} active`}
      words={['Active', 'Inactive']}
      checked={isActive}
      disabled={!school.can?.includes('activate')}
      onChange={(event) => {
        if (!activate.isPending) activate.mutate({ school, isActive: event.target.checked });
      }}
    />
  );
}
