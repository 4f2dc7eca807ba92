import { useQuery } from '@tanstack/react-query';
import { listSchoolDeletions, type SchoolDeletion } from '#contract/school-deletion.ts';
import { roleNames } from '#domain/role.ts';
import { reading } from '#web/api/reading.ts';
import { Banner } from '#web/ui/banner.tsx';
import { grouped } from '#domain/grouped.ts';

/** How often a running deletion is refetched, in ms. */
const everyMs = 2000;

const deletionsQuery = reading(
  ['schools', 'deletions'],
  listSchoolDeletions,
  {},
  // Any change to a school may start or finish a deletion.
  { refetchInterval: ({ state }) => (state.data?.some(({ doneAt }) => doneAt === null) === true ? everyMs : false) },
);

/**
 * Shows running deletions, and finished ones with the people they left without a school. Renders nothing if there are
 * none.
 */
export function SchoolDeletions() {
  const { data = [] } = useQuery(deletionsQuery);
  return data
    .filter(({ doneAt, withoutSchool }) => doneAt === null || withoutSchool.length > 0)
    .map((deletion) => <Deletion key={deletion.id} {...deletion} />);
}

function Deletion({ name, doneAt, percent, withoutSchool }: SchoolDeletion) {
  const isDone = doneAt !== null;
  return (
    <Banner tone={isDone ? 'note' : 'pending'} title={isDone ? `${name} was deleted` : `${name} is being deleted`}>
      {isDone ? null : (
        <p className="tabular-nums">{percent}% deleted. The school is no longer visible. You can leave this page.</p>
      )}
      {withoutSchool.length === 0 ? null : (
        <details>
          <summary className="min-h-6 cursor-pointer pointer-coarse:min-h-touch">
            {withoutSchool.length === 1
              ? '1 person has no school now'
              : `${grouped(withoutSchool.length)} people have no school now`}
          </summary>
          <ul>
            {withoutSchool.map(({ id, fullName, role }) => (
              <li key={id} className="wrap-anywhere">
                {fullName} ({roleNames[role]})
              </li>
            ))}
          </ul>
        </details>
      )}
    </Banner>
  );
}
