import type { User } from '#contract/person.ts';
import { Approvals } from '#web/features/approvals/approvals.tsx';
import { peopleQuery } from '#web/features/people/people.ts';
import { inOneLine, sinceWhen } from '#web/words/people.ts';
import * as icons from '#web/ui/icons.ts';
import type { Ahead } from '#web/navigation/ahead.ts';

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries) => void queries.prefetchInfiniteQuery(peopleQuery('school_admin', 'pending'));

/** School administrators waiting for approval, and rejected ones. */
export function OwnerPendingApprovals() {
  return (
    <Approvals
      subtitle={(view) =>
        view === 'waiting' ? 'School administrators, longest waiting first' : 'School administrators you rejected'
      }
      zone={undefined}
      sections={{
        waiting: [
          {
            ...shared,
            title: 'School administrators',
            people: peopleQuery('school_admin', 'pending'),
            empty: {
              icon: icons.shield,
              title: 'No pending approvals',
              text: 'School administrators who register wait here for your decision.',
            },
          },
        ],
        rejected: [
          {
            ...shared,
            title: 'Rejected school administrators',
            people: peopleQuery('school_admin', 'rejected'),
            empty: {
              icon: icons.shield,
              title: 'No rejected administrators',
              text: 'Administrators you reject stay here. You can still approve them.',
            },
          },
        ],
      }}
    />
  );
}

const shared = {
  noun: 'administrators',
  approveLabel: 'Approve',
  metaOf: (admin: User) =>
    inOneLine(
      admin.schoolName ?? 'No school yet',
      admin.username ? `@${admin.username}` : null,
      `registered ${sinceWhen(admin.createdAt, undefined)}`,
    ),
};
