import type { ReactNode } from 'react';
import type { User } from '#contract/person.ts';
import { CallError } from '#web/api/call-error.tsx';
import { type Verdict, useDecideInPlace } from '#web/features/people/decide.ts';
import { RejectDialog } from '#web/features/people/reject-dialog.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Button } from '#web/ui/button.tsx';
import { PersonCard, SelectPerson } from '#web/ui/person-card.tsx';
import { useAnsweringList } from '#web/ui/use-answered-rows.tsx';

type ApplicantCardProps = {
  person: User;
  approveLabel: string;
  meta: string;
  badges?: ReactNode;
  onDetails: () => void;
  /** Whether this one is selected, if several can be decided on together. */
  selected?: boolean;
  onSelect?: (selected: boolean) => void;
};

/** Returns the element of a person's row. */
export function personRowId(id: number): string {
  return `person-${id}`;
}

/** Shows a person waiting for a decision. A failed one shows its error in place. */
export function ApplicantCard({
  person,
  approveLabel,
  meta,
  badges,
  onDetails,
  selected = false,
  onSelect,
}: ApplicantCardProps) {
  const asking = useLayer('reject');
  // The question closes before its row disappears.
  const { press, running, error } = useDecideInPlace(useAnsweringList(), asking.close, asking.close);
  const may = (verdict: Verdict) => person.can?.includes(verdict) ?? false;
  return (
    <PersonCard
      id={personRowId(person.id)}
      name={person.fullName}
      photo={person.profileImageUrl}
      lead={
        onSelect === undefined ? null : <SelectPerson name={person.fullName} selected={selected} onSelect={onSelect} />
      }
      meta={meta}
      badges={badges}
      actions={
        <>
          {may('reject') ? (
            <Button
              variant="plain"
              aria-label={`Reject ${person.fullName}`}
              pending={running === 'reject'}
              onClick={() => asking.show(String(person.id))}
            >
              Reject
            </Button>
          ) : null}
          <Button aria-label={`Details of ${person.fullName}`} onClick={onDetails}>
            Details
          </Button>
          {may('approve') ? (
            <Button
              variant="filled"
              aria-label={`${approveLabel} ${person.fullName}`}
              pending={running === 'approve'}
              onClick={() => press(person, 'approve')}
            >
              {approveLabel}
            </Button>
          ) : null}
        </>
      }
    >
      {error !== null || asking.open === String(person.id) ? (
        <>
          <CallError error={error} />
          <RejectDialog
            person={person}
            open={asking.open === String(person.id)}
            pending={running === 'reject'}
            onConfirm={() => press(person, 'reject')}
            onClose={asking.close}
          />
        </>
      ) : null}
    </PersonCard>
  );
}
