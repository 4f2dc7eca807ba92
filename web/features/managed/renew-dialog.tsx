import type { User } from '#contract/person.ts';
import { CallError } from '#web/api/call-error.tsx';
import { useRenewInvitation } from '#web/features/invitations/invitations.ts';
import { lostSlips, Slips } from '#web/features/managed/slips.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/toast.ts';

type RenewDialogProps = { person: User; school: { name: string; timeZone: string }; onClose: () => void };

/** Sends a new invitation to a person who hasn't signed in yet, by email or as a slip. */
export function RenewDialog({ person, school, onClose }: RenewDialogProps) {
  const renew = useRenewInvitation();
  const slip = renew.data?.slip ?? null;
  const invite = (onPaper: boolean) => {
    if (renew.isPending) return;
    renew.mutate(
      { person, onPaper },
      {
        onSuccess: ({ mailed }) => {
          if (!mailed) return;
          showToast({
            title: 'Invitation sent',
            text: `${person.fullName} gets it by email, at ${person.email ?? ''}.`,
          });
          onClose();
        },
      },
    );
  };
  const onItsWay = (onPaper: boolean) => renew.isPending && renew.variables.onPaper === onPaper;
  return (
    <Dialog
      onClose={onClose}
      dirty={slip !== null}
      loss={lostSlips(1)}
      title={`Invite ${person.fullName} again`}
      footer={
        slip === null ? (
          <>
            <CloseButton>Cancel</CloseButton>
            <Button
              variant={person.email ? 'outlined' : 'filled'}
              pending={onItsWay(true)}
              onClick={() => invite(true)}
            >
              Make a slip
            </Button>
            {person.email ? (
              <Button variant="filled" pending={onItsWay(false)} onClick={() => invite(false)}>
                Send by email
              </Button>
            ) : null}
          </>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="filled" onClick={() => print()}>
              Print slip
            </Button>
          </>
        )
      }
    >
      <CallError error={renew.error} />
      {slip === null ? (
        <p>
          {person.fullName} has seven days to choose a password with it. The earlier invitation no longer works.
          {person.email
            ? ` It can go to ${person.email}, or be printed.`
            : ' There is no email address, so print the slip and hand it over.'}
        </p>
      ) : (
        <>
          <Banner tone="success" live title="The slip is ready">
            {renew.variables?.onPaper === false ? 'Email isn’t set up here, so hand it over on paper. ' : ''}
            The code is shown only once.
          </Banner>
          <Slips slips={[slip]} school={school} />
        </>
      )}
    </Dialog>
  );
}
