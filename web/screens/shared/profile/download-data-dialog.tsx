import { useMutation } from '@tanstack/react-query';
import { exportOwnData } from '#contract/privacy.ts';
import { callForFile } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordInput } from '#web/ui/input.tsx';
import { problemsOf } from '#web/ui/problems.ts';
import { saveAs } from '#web/ui/save-as.ts';
import { showToast } from '#web/ui/toast.ts';
import { textOf, useFormFields } from '#web/ui/use-form-fields.ts';

const names = ['password'] as const;

/** Asks for the password, and downloads all data about the user. */
export function DownloadDataDialog({ onClose }: { onClose: () => void }) {
  const fields = useFormFields(names, (form) => problemsOf(exportOwnData.body, inputOf(form), names));
  const download = useMutation({
    mutationFn: (form: HTMLFormElement) => callForFile(exportOwnData, { body: inputOf(form) }),
    onSuccess: ({ bytes, name }) => {
      saveAs(bytes, name);
      showToast({
        title: 'Your data is on this device',
        text: `It is saved as ${name}. It contains personal data, so keep it somewhere safe.`,
      });
      onClose();
    },
    onError: (error, form) => {
      if (error instanceof ApiError) fields.show(form, error.fields);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Download my data"
      fields={fields}
      onSubmit={download.mutate}
      submitLabel="Download"
      pending={download.isPending}
      pendingText="Preparing..."
      failure={download.isError ? sentenceOf(download.error) : undefined}
      intro={
        <p className="text-label text-ink-2">
          Enter your password so no one else can download your data on this device.
        </p>
      }
    >
      <Field id="field-password" label="Password" error={fields.errors.password}>
        <PasswordInput name="password" autoComplete="current-password" data-autofocus="" />
      </Field>
    </FormDialog>
  );
}

function inputOf(form: HTMLFormElement) {
  return { password: textOf(form, 'password') };
}
