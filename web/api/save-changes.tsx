import { sentenceOf } from '#web/api/errors.ts';
import { SaveBar } from '#web/ui/save-bar.tsx';

type SaveChangesProps = {
  form: { dirty: boolean; revert: () => void };
  save: { isPending: boolean; error: Error | null; reset: () => void };
  /** Says that saving failed: "The settings were not saved". */
  failed: string;
  /** The error is shown at its field, so it isn't repeated here. */
  isSaidAtField?: boolean;
};

/** Shows the save bar of a form on a screen, with the error of its last attempt. */
export function SaveChanges({ form, save, failed, isSaidAtField = false }: SaveChangesProps) {
  return (
    <SaveBar
      dirty={form.dirty}
      saving={save.isPending}
      onRevert={() => {
        form.revert();
        save.reset();
      }}
      failure={save.error === null || isSaidAtField ? null : { title: failed, text: sentenceOf(save.error) }}
    />
  );
}
