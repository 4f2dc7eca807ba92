import type { ReactNode } from 'react';
import { resumeExtensions, uploadProblem } from '#domain/person.ts';
import { ResumePreview } from '#web/features/person/resume-preview.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { removing } from '#web/screens/shared/profile/remove-file-dialog.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

type ResumeFieldProps = {
  /** A substitute's resume, which schools read before they decide. */
  isRead: boolean;
  saved: { url: string; name: string } | null;
  chosen: File | null;
  onChoose: (file: File | null) => void;
  onRefuse: (sentence: string) => void;
  error: ReactNode;
  disabled: boolean;
};

/** Shows the resume: the saved one to view and download, or the chosen one before it is uploaded. */
export function ResumeField({ isRead, saved, chosen, onChoose, onRefuse, error, disabled }: ResumeFieldProps) {
  const preview = useObjectUrl(chosen);
  const layer = useLayer();
  const shown = chosen === null ? saved : preview === null ? null : { url: preview, name: chosen.name };
  const pick = (file: File) => {
    const problem = uploadProblem('resume', file);
    if (problem === null) onChoose(file);
    else onRefuse(problem);
  };
  return (
    <Field
      id="field-resume"
      label="Resume"
      optional
      hint={`A .pdf, .doc or .docx file of at most 10 MB.${isRead ? ' Schools read it before they decide.' : ''}`}
      error={error}
    >
      {shown === null ? null : (
        <p className="text-label wrap-anywhere">
          <b>{shown.name}</b>
          {chosen === null ? null : ', not saved yet'}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <FilePicker
          name="resume"
          accept={resumeExtensions.join(',')}
          icon={icons.document}
          onPick={pick}
          disabled={disabled}
        >
          {shown === null ? 'Choose resume' : 'Replace resume'}
        </FilePicker>
        {chosen !== null ? (
          <Button variant="plain" disabled={disabled} onClick={() => onChoose(null)}>
            {saved === null ? 'Discard it' : 'Keep the old one'}
          </Button>
        ) : saved === null ? null : (
          <>
            <a href={`${saved.url}?download=true`} download={saved.name} className={buttonClass('plain')}>
              <Icon shape={icons.download} size="small" />
              Download
            </a>
            <Button variant="plain" disabled={disabled} onClick={() => layer.show(removing.resume)}>
              Remove resume
            </Button>
          </>
        )}
      </div>
      {shown === null ? null : (
        <ResumePreview
          url={shown.url}
          fileName={shown.name}
          title={chosen === null ? 'Your resume' : 'The resume you chose'}
        />
      )}
    </Field>
  );
}
