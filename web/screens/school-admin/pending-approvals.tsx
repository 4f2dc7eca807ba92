import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { MessageSubstituteDialog } from '#web/features/messages/message-dialog.tsx';
import { Applicants } from '#web/features/people/applicants.tsx';
import { peopleQuery } from '#web/features/people/people.ts';
import { PersonDialog } from '#web/features/people/person-dialog.tsx';
import { useSession } from '#web/features/session.ts';
import { dayOf, inOneLine, sinceWhen } from '#web/features/people/words.ts';
import { useTab } from '#web/navigation/use-tab.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Segmented } from '#web/ui/choice.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';

const views = ['waiting', 'rejected'] as const;

/** Teachers and substitutes who wait for the school's word, and the teachers it has turned down. */
export function SchoolPendingApprovals() {
  const [school] = useSession().schools;
  const zone = school?.timeZone;
  const [view, show] = useTab(views, 'waiting');
  const [person, setPerson] = useState<User | null>(null);
  const [open, setOpen] = useState<'details' | 'message' | null>(null);
  const showDetails = (chosen: User) => {
    setPerson(chosen);
    setOpen('details');
  };
  const close = () => setOpen(null);

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
        {school?.name}
      </PageHeader>
      {view === 'waiting' ? (
        <>
          <Applicants
            title="Substitute applications"
            people={peopleQuery('substitute', 'pending')}
            approveLabel="Accept"
            empty={{ icon: icons.personCheck, title: 'No substitute applications', text: 'Substitutes who choose your school wait here for your word.' }}
            metaOf={(substitute) => inOneLine(substitute.qualifications, substitute.preferredSubjects, `registered ${sinceWhen(substitute.createdAt, zone)}`)}
            renderBadges={({ rejectedAt }) => (rejectedAt ? <Badge tone="pending">Rejected earlier, {dayOf(rejectedAt, zone)}</Badge> : null)}
            onDetails={showDetails}
          />
          <Applicants
            title="Teacher approvals"
            people={peopleQuery('teacher', 'pending')}
            approveLabel="Approve"
            empty={{ icon: icons.person, title: 'No teacher approvals', text: 'Teachers who register at your school wait here for your word.' }}
            metaOf={(teacher) => teacherMeta(teacher, `registered ${sinceWhen(teacher.createdAt, zone)}`)}
            onDetails={showDetails}
          />
        </>
      ) : (
        <Applicants
          title="Rejected teachers"
          people={peopleQuery('teacher', 'rejected')}
          approveLabel="Approve"
          empty={{ icon: icons.person, title: 'No rejected teachers', text: 'A teacher whom you reject stays here, and can still be approved.' }}
          metaOf={(teacher) => teacherMeta(teacher, teacher.rejectedAt ? `rejected ${sinceWhen(teacher.rejectedAt, zone)}` : 'disabled')}
          onDetails={showDetails}
        />
      )}
      {person === null ? null : (
        <>
          <PersonDialog
            key={person.id}
            open={open === 'details'}
            person={person}
            subtitle={`${person.role === 'substitute' ? 'Substitute' : 'Teacher'} · registered ${sinceWhen(person.createdAt, zone)}`}
            onClose={close}
            {...(person.role === 'substitute' ? { onMessage: () => setOpen('message') } : {})}
          />
          {open === 'message' ? <MessageSubstituteDialog onClose={close} recipient={person} subject={`Message from ${school?.name ?? 'your school'}`} /> : null}
        </>
      )}
    </>
  );
}

function teacherMeta({ department, subjects, username }: User, since: string): string {
  return inOneLine(department ?? subjects, username ? `@${username}` : null, since);
}
