import type { User } from '#contract/person.ts';
import { CallError } from '#web/api/call-error.tsx';
import { useSwitchAdministrator } from '#web/screens/overall-admin/administrators/administrators.ts';
import type { OnManage } from '#web/features/managed/managed.ts';
import { ResetButtons } from '#web/features/managed/reset-second-factor.tsx';
import { inOneLine } from '#web/words/people.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { PersonCard } from '#web/ui/person-card.tsx';

type AdministratorCardProps = {
  person: User;
  /** The reader's own account, which can't be disabled here. */
  isOwn: boolean;
  onAct: OnManage;
};

/** Shows a school administrator or platform owner, with the account's switch and the password reset. */
export function AdministratorCard({ person, isOwn, onAct }: AdministratorCardProps) {
  const { fullName, profileImageUrl, username, email, schoolName, role, isApproved = true, isActive = true } = person;
  const turn = useSwitchAdministrator();
  const may = (act: 'disable' | 'resetPassword') => person.can?.includes(act) ?? false;
  const isDecided = role === 'overall_admin' || isApproved;
  return (
    <PersonCard
      name={fullName}
      photo={profileImageUrl}
      badges={
        <>
          {isOwn ? <Badge>You</Badge> : null}
          <State person={person} />
        </>
      }
      meta={inOneLine(
        role === 'school_admin' ? (schoolName ?? 'No school yet') : null,
        username ? `@${username}` : null,
        email,
      )}
      actions={
        isDecided && !may('disable') && !may('resetPassword') ? null : isDecided ? (
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
            <ResetButtons person={person} onAct={onAct} resetsPassword={may('resetPassword')} />
          </>
        ) : (
          <Link
            to={`${paths.overallAdmin.pendingApprovals}${isActive ? '' : '?tab=rejected'}`}
            aria-label={`Decide on ${fullName}`}
            className={buttonClass()}
          >
            Decide
          </Link>
        )
      }
    >
      <CallError error={turn.error} />
    </PersonCard>
  );
}

function State({ person: { role, isApproved = true, isActive = true, isPlatformOwner = false } }: { person: User }) {
  if (role === 'overall_admin' && !isPlatformOwner) return <Badge>No access</Badge>;
  if (role === 'school_admin' && !isApproved)
    return isActive ? <Badge tone="pending">Waiting for approval</Badge> : <Badge>Rejected</Badge>;
  return isActive ? <Badge tone="filled">Active</Badge> : <Badge>Inactive</Badge>;
}
