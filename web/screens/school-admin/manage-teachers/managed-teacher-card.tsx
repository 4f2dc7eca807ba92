import { CallError } from '#web/api/call-error.tsx';
import { ContactLine } from '#web/features/managed/contact-line.tsx';
import { useDecideInPlace } from '#web/features/people/decide.ts';
import { InvitationLine } from '#web/features/managed/invitation-line.tsx';
import { useSwitchTeacher, type ManagedCardProps } from '#web/features/managed/managed.ts';
import { ResetButtons } from '#web/features/managed/reset-second-factor.tsx';
import { dayOf, inOneLine } from '#web/words/people.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import { PersonCard } from '#web/ui/person-card.tsx';

/** Shows a teacher with their vacancies and the account's switch. A rejected one can still be approved. */
export function ManagedTeacherCard({ person, zone, onDetails, onAct }: ManagedCardProps) {
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
              onClick={() => (isActive ? onAct('disable', person) : turn.mutate({ person, isActive: true }))}
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
      {failed || person.invitedUntil ? (
        <div className="grid gap-2 md:pl-14.5">
          <InvitationLine person={person} zone={zone} onAct={onAct} />
          <CallError error={failed} />
        </div>
      ) : null}
    </PersonCard>
  );
}

function countOf(count: number, kind: 'open' | 'filled'): string {
  return `${count}\u00A0${kind}\u00A0${count === 1 ? 'vacancy' : 'vacancies'}`;
}
