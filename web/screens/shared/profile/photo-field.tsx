import { useState, type ReactNode } from 'react';
import { uploadProblem } from '#domain/person.ts';
import { removing } from '#web/screens/shared/profile/remove-file-dialog.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

type PhotoFieldProps = {
  saved: string | null;
  chosen: File | null;
  onChoose: (file: File | null) => void;
  onRefuse: (sentence: string) => void;
  error: ReactNode;
  disabled: boolean;
};

/** Shows the photo: the saved one, or a preview of the chosen one before it is uploaded. */
export function PhotoField({ saved, chosen, onChoose, onRefuse, error, disabled }: PhotoFieldProps) {
  const preview = useObjectUrl(chosen);
  const [unseen, setUnseen] = useState<string | null>(null);
  const layer = useLayer();
  const shown = chosen === null ? saved : preview;
  const pick = (file: File) => {
    const problem = uploadProblem('photo', file);
    if (problem === null) onChoose(file);
    else onRefuse(problem);
  };
  return (
    <Field
      id="field-profileImage"
      label="Photo"
      optional
      hint="People see it next to your name. At most 8 MB."
      error={error}
    >
      <div className="mt-1.5 flex items-center gap-4">
        {shown === null || shown === unseen ? (
          <span className="grid size-22 flex-none place-items-center rounded-pill bg-subtle text-ink-3">
            <Icon shape={icons.person} size="huge" />
          </span>
        ) : (
          <img
            src={shown}
            alt={chosen === null ? 'Your photo' : 'The photo you chose'}
            width={88}
            height={88}
            onError={() => setUnseen(shown)}
            className="size-22 flex-none rounded-pill bg-subtle object-cover"
          />
        )}
        <div className="grid min-w-0 gap-2">
          <div className="flex flex-wrap gap-2">
            <FilePicker name="profileImage" accept="image/*" onPick={pick} disabled={disabled}>
              {shown === null ? 'Choose photo' : 'Change photo'}
            </FilePicker>
            {chosen !== null ? (
              <Button variant="plain" disabled={disabled} onClick={() => onChoose(null)}>
                {saved === null ? 'Discard it' : 'Keep the old one'}
              </Button>
            ) : saved !== null ? (
              <Button variant="plain" disabled={disabled} onClick={() => layer.show(removing.photo)}>
                Remove photo
              </Button>
            ) : null}
          </div>
          {chosen === null ? null : (
            <p className="text-meta wrap-anywhere text-ink-3">
              {chosen.name}, not saved yet
              {unseen !== null && unseen === preview ? '. Your browser can’t show it, but you can save it' : ''}
            </p>
          )}
        </div>
      </div>
    </Field>
  );
}
