import { exportOwnData } from '#contract/privacy.ts';
import { callForFile } from '#web/api/client.ts';
import { isAboutField } from '#web/api/refusal.ts';
import { sending } from '#web/api/sending.ts';
import { useCommand } from '#web/api/use-command.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PasswordInput } from '#web/ui/input.tsx';
import { checkedBy } from '#web/ui/problems.ts';
import { saveAs } from '#web/ui/save-as.ts';
import { useBlankForm } from '#web/ui/use-form.ts';

/** Asks for the password, and downloads all data about the user. */
export function DownloadDataDialog({ onClose }: { onClose: () => void }) {
  const form = useBlankForm({ password: '' }, checkedBy(exportOwnData.body));
  const download = useCommand({
    send: () => callForFile(exportOwnData, { body: form.values }),
    toast: ({ name }) => ({
      title: 'Your data is on this device',
      text: `It is saved as ${name}. It contains personal data, so keep it somewhere safe.`,
    }),
    onDone: ({ bytes, name }) => {
      saveAs(bytes, name);
      onClose();
    },
    failed: form.refuse,
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Download my data"
      form={form}
      onSubmit={download.mutate}
      submitLabel="Download"
      {...sending({ ...download, error: isAboutField(download.error) ? null : download.error }, 'Preparing...')}
      intro={
        <p className="text-label text-ink-2">
          Enter your password so no one else can download your data on this device.
        </p>
      }
    >
      <Field {...form.field('password')} label="Password">
        <PasswordInput {...form.text('password')} autoComplete="current-password" data-autofocus="" />
      </Field>
    </FormDialog>
  );
}
