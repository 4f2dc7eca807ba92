import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { Applicants } from '#web/features/people/applicants.tsx';
import { peopleQuery } from '#web/features/people/people.ts';
import { PersonDialog } from '#web/features/people/person-dialog.tsx';
import { inOneLine, sinceWhen } from '#web/features/people/words.ts';
import { useTab } from '#web/navigation/use-tab.ts';
import { Segmented } from '#web/ui/choice.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';

const views = ['waiting', 'rejected'] as const;

const texts = {
  waiting: {
    title: 'School administrators',
    people: peopleQuery('school_admin', 'pending'),
    empty: { icon: icons.shield, title: 'No pending approvals', text: 'School administrators who register wait here for your word.' },
  },
  rejected: {
    title: 'Rejected school administrators',
    people: peopleQuery('school_admin', 'rejected'),
    empty: { icon: icons.shield, title: 'No rejected administrators', text: 'An administrator whom you reject stays here, and can still be approved.' },
  },
} as const;

/** School administrators who wait for the platform owner's word, and those turned down. */
export function OwnerPendingApprovals() {
  const [view, show] = useTab(views, 'waiting');
  const [person, setPerson] = useState<User | null>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <PageHeader
        title="Pending Approvals"
        actions={
          <Segmented
            label="Which accounts to show"
            options={[
              { value: 'waiting', label: 'Waiting' },
              { value: 'rejected', label: 'Rejected' },
            ]}
            value={view}
            onChange={show}
          />
        }
      >
        School administrators, longest waiting first
      </PageHeader>
      <Applicants
        key={view}
        {...texts[view]}
        approveLabel="Approve"
        metaOf={(admin) => inOneLine(admin.schoolName ?? 'No school yet', admin.username ? `@${admin.username}` : null, `registered ${sinceWhen(admin.createdAt, undefined)}`)}
        onDetails={(admin) => {
          setPerson(admin);
          setOpen(true);
        }}
      />
      {person === null ? null : (
        <PersonDialog
          key={person.id}
          open={open}
          person={person}
          subtitle={`School Administrator · registered ${sinceWhen(person.createdAt, undefined)}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
