import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { resetSecondFactor } from '#contract/second-factor.ts';
import type { User } from '#contract/users.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { usePeopleChanged } from '#web/features/people/managed.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showToast } from '#web/ui/toast.ts';

/** For somebody who lost phone and recovery codes; nothing where there is no second factor, or it is not the reader's to reset. */
export function ResetSecondFactor({ person }: { person: User }) {
  const [open, setOpen] = useState(false);
  const changed = usePeopleChanged();
  const reset = useMutation({
    mutationFn: () => call(resetSecondFactor, { body: { userId: person.id } }),
    onSuccess: () => {
      setOpen(false);
      showToast({
        title: 'Second factor has been reset.',
        text: `${person.fullName} is signed out everywhere, and signs in with the password alone until they set it up again.`,
      });
      void changed();
    },
  });
  if (person.can?.includes('resetSecondFactor') !== true) return null;
  return (
    <>
      <Button variant="plain" aria-label={`Reset second factor of ${person.fullName}`} onClick={() => setOpen(true)}>
        Reset second factor
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => reset.mutate()}
        title={`Reset the second factor of ${person.fullName}?`}
        confirmLabel="Reset"
        pending={reset.isPending}
        danger
        error={reset.isError ? sentenceOf(reset.error) : undefined}
      >
        Do this only once you are sure, by telephone or in person, that it is really them. They are signed out
        everywhere and told.
      </ConfirmDialog>
    </>
  );
}
