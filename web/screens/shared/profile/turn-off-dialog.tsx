import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { endSecondFactor } from '#contract/second-factor.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { CodeField } from '#web/features/account/code-field.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { PasswordInput } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { showToast } from '#web/ui/toast.ts';
import { textOf, useFormFields } from '#web/ui/use-form-fields.ts';
import { useTyped } from '#web/ui/use-typed.ts';

const names = ['password', 'otp'] as const;
const inputOf = (form: HTMLFormElement) => ({ password: textOf(form, 'password'), otp: textOf(form, 'otp') });

/** Turns off the user's second factor, with password and code. */
export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const changed = useChanged();
  const fields = useFormFields(names, (form) => problemsOf(endSecondFactor.body, inputOf(form), names));
  const end = useMutation({
    mutationFn: (form: HTMLFormElement) => call(endSecondFactor, { body: inputOf(form) }),
    onSuccess: () => {
      showToast({ title: 'Second factor is off', text: 'You now sign in with your password alone.' });
      onClose();
      return changed('second_factor');
    },
    onError: (error, form) => {
      if (error instanceof ApiError) fields.show(form, error.fields);
    },
  });
  const typed = useTyped();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!end.isPending && fields.accepts(event.currentTarget)) end.mutate(event.currentTarget);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title="Turn off your second factor"
      dirty={typed.isDirty}
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" variant="danger" pending={end.isPending} pendingText="Checking...">
            Turn it off
          </Button>
        </>
      }
    >
      {end.isError && fields.problems.length === 0 ? (
        <Banner tone="danger" live>
          {sentenceOf(end.error)}
        </Banner>
      ) : null}
      <div className="grid gap-4.5" {...fields.handlers} {...typed.handlers}>
        <FormSummary problems={fields.problems} attempt={fields.attempt} />
        <CodeField error={fields.errors.otp} />
        <Field id="field-password" label="Password" error={fields.errors.password}>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
      </div>
    </Dialog>
  );
}
