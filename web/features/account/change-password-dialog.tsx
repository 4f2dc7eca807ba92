import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { changeOwnPassword } from '#contract/accounts.ts';
import { personLimits } from '#domain/person.ts';
import { call } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { sessionQuery } from '#web/features/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { PasswordInput } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { showToast } from '#web/ui/toast.ts';
import { textOf, useFormFields } from '#web/ui/use-form-fields.ts';

const names = ['currentPassword', 'password', 'confirmPassword'] as const;

/** Changes one's own password; every other session of the account ends with it. */
export function ChangePasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const fields = useFormFields(names, (form) => problemsOf(changeOwnPassword.body, inputOf(form), names));
  const change = useMutation({
    mutationFn: (form: HTMLFormElement) => call(changeOwnPassword, { body: inputOf(form) }),
    onSuccess: () => {
      showToast({ title: 'Password changed', text: 'Your other sessions have been signed out.' });
      onClose();
      return queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
    onError: (error, form) => {
      if (error instanceof ApiError) fields.show(form, error.fields);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!change.isPending && fields.accepts(event.currentTarget)) change.mutate(event.currentTarget);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      title="Choose your own password"
      dirty
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" pending={change.isPending} pendingText="Saving...">
            Change password
          </Button>
        </>
      }
    >
      {change.isError ? (
        <Banner tone="danger" live>
          {sentenceOf(change.error)}
        </Banner>
      ) : null}
      <div className="grid gap-4.5" {...fields.handlers}>
        <FormSummary problems={fields.problems} attempt={fields.attempt} />
        <Field id="field-currentPassword" label="Current Password" error={fields.errors.currentPassword}>
          <PasswordInput name="currentPassword" autoComplete="current-password" data-autofocus="" />
        </Field>
        <Field id="field-password" label="New Password" hint={`At least ${personLimits.password.min} characters`} error={fields.errors.password}>
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <Field id="field-confirmPassword" label="Confirm Password" error={fields.errors.confirmPassword}>
          <PasswordInput name="confirmPassword" autoComplete="new-password" />
        </Field>
      </div>
    </Dialog>
  );
}

function inputOf(form: HTMLFormElement) {
  return {
    currentPassword: textOf(form, 'currentPassword'),
    password: textOf(form, 'password'),
    confirmPassword: textOf(form, 'confirmPassword'),
  };
}
