import type { User } from '#contract/users.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useRenewInvitation } from '#web/features/invitations/invitations.ts';
import { lostSlips, Slips } from '#web/features/managed/slips.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/toast.ts';

type RenewDialogProps = { person: User; school: { name: string; timeZone: string }; onClose: () => void };

/** Invites somebody once more who has not come yet: by mail, or as a slip to hand over. */
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
      open
      onClose={onClose}
      dirty={slip !== null}
      loss={lostSlips}
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
      {renew.isError ? (
        <Banner tone="danger" live>
          {sentenceOf(renew.error)}
        </Banner>
      ) : null}
      {slip === null ? (
        <p>
          {person.fullName} chooses a password by it, within seven days. The invitation before no longer works.
          {person.email
            ? ` It can go to ${person.email}, or be printed.`
            : ' No email address is known, so it is a slip to print and hand over.'}
        </p>
      ) : (
        <>
          <Banner tone="success" live title="The slip is ready">
            {renew.variables?.onPaper === false ? 'No email goes out from here, so hand it over on paper. ' : ''}
            The code is shown this once.
          </Banner>
          <Slips slips={[slip]} school={school} />
        </>
      )}
    </Dialog>
  );
}
