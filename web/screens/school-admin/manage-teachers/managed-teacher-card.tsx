import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/person.ts';
import { CallError } from '#web/api/call-error.tsx';
import { ContactLine } from '#web/features/managed/contact-line.tsx';
import { personQuery } from '#web/features/people/people.ts';
import { useDecideInPlace } from '#web/features/people/decide.ts';
import { InvitationLine } from '#web/features/managed/invitation-line.tsx';
import { useSwitchTeacher, type OnManage } from '#web/features/managed/managed.ts';
import { ResetButtons } from '#web/features/managed/reset-second-factor.tsx';
import { vacanciesLeft } from '#web/screens/school-admin/manage-teachers/vacancies-left.ts';
import { dayOf, inOneLine } from '#web/words/people.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import { PersonCard } from '#web/ui/person-card.tsx';

type ManagedTeacherCardProps = {
  person: User;
  zone: string | undefined;
  onDetails: () => void;
  onAct: OnManage;
};

/** Shows a teacher with their vacancies and the account's switch. A rejected one can still be approved. */
export function ManagedTeacherCard({ person, zone, onDetails, onAct }: ManagedTeacherCardProps) {
  const {
    fullName,
    profileImageUrl,
    department,
    subjects,
    username,
    openVacancies = 0,
    filledVacancies = 0,
    isApproved = true,
    isActive = true,
    rejectedAt,
  } = person;
  const decide = useDecideInPlace(null);
  const turn = useSwitchTeacher();
  const [asking, setAsking] = useState(false);
  const failed = decide.error ?? turn.error;
  const may = (act: 'approve' | 'disable') => person.can?.includes(act) ?? false;
  return (
    <PersonCard
      name={fullName}
      photo={profileImageUrl}
      badges={
        <>
          {isApproved && isActive ? <Badge tone="filled">Active</Badge> : <Badge>Inactive</Badge>}
          {isApproved ? null : (
            <Badge tone="pending">{rejectedAt ? `Rejected, ${dayOf(rejectedAt, zone)}` : 'Waiting for approval'}</Badge>
          )}
        </>
      }
      meta={
        <>
          <p>
            <Dotted
              text={inOneLine(
                department ?? subjects,
                username ? `@${username}` : null,
                countOf(openVacancies, 'open'),
                countOf(filledVacancies, 'filled'),
              )}
            />
          </p>
          <ContactLine person={person} onDetails={onDetails} />
        </>
      }
      actions={
        <>
          {may('disable') ? (
            <Button
              variant="plain"
              aria-label={`${isActive ? 'Disable' : 'Enable'} ${fullName}`}
              pending={turn.isPending}
              onClick={() => (isActive ? setAsking(true) : turn.mutate({ person, isActive: true }))}
            >
              {isActive ? 'Disable' : 'Enable'}
            </Button>
          ) : null}
          {isApproved && isActive ? (
            <Button variant="plain" aria-label={`Emergency plan of ${fullName}`} onClick={() => onAct('plan', person)}>
              Emergency plan
            </Button>
          ) : null}
          <ResetButtons person={person} onAct={onAct} />
          {may('approve') ? (
            <Button
              variant="filled"
              aria-label={`Approve ${fullName}`}
              pending={decide.running !== null}
              onClick={() => decide.press(person, 'approve')}
            >
              Approve
            </Button>
          ) : null}
        </>
      }
    >
      {asking ? (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          onConfirm={() => turn.mutate({ person, isActive: false }, { onSettled: () => setAsking(false) })}
          title={`Disable ${fullName}?`}
          confirmLabel="Disable"
          danger
          pending={turn.isPending}
          pendingText="Disabling..."
        >
          <p>{fullName} is signed out everywhere and can’t sign in until you enable the account again.</p>
          <VacanciesLeft id={person.id} />
        </ConfirmDialog>
      ) : null}
      {failed || person.invitedUntil ? (
        <div className="grid gap-2 md:pl-14.5">
          <InvitationLine person={person} zone={zone} onAct={onAct} />
          <CallError error={failed} />
        </div>
      ) : null}
    </PersonCard>
  );
}

/** Says what happens to the teacher's vacancies, once it knows: the counts in the list may be out of date. */
function VacanciesLeft({ id }: { id: number }) {
  const { data, isSuccess, isFetchedAfterMount } = useQuery({ ...personQuery(id), refetchOnMount: 'always' });
  const left = isSuccess && isFetchedAfterMount ? vacanciesLeft(data) : [];
  return (
    <div aria-live="polite">
      {left.length === 0 ? null : (
        <ul className="mt-3 grid list-disc gap-1 pl-5">
          {left.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function countOf(count: number, kind: 'open' | 'filled'): string {
  return `${count}\u00A0${kind}\u00A0${count === 1 ? 'vacancy' : 'vacancies'}`;
}
