import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { School } from '#contract/schools.ts';
import { uploadProblem } from '#domain/person.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { sending } from '#web/api/sending.ts';
import { useSaveSchool } from '#web/screens/school-admin/manage-school/own-school.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useUnsavedText } from '#web/ui/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

type Kind = 'logo' | 'banner';

const words: Record<Kind, { name: string; hint: string; frame: string }> = {
  logo: {
    name: 'Logo',
    hint: 'Appears next to the school’s name and in its emails. A PNG with a transparent background looks best.',
    frame: 'object-contain p-2',
  },
  banner: {
    name: 'Banner',
    hint: 'Appears across the top of your people’s home page and of emails. Wide, about 4 to 1.',
    frame: 'object-cover',
  },
};

/** Shows the school's logo and banner: preview before saving, replace, remove. */
export function Branding({ school }: { school: School }) {
  return (
    <div className="card grid gap-6 p-5 max-md:p-4 md:grid-cols-2">
      <PictureField school={school} kind="logo" saved={school.logoUrl ?? null} />
      <PictureField school={school} kind="banner" saved={school.bannerUrl ?? null} />
    </div>
  );
}

function PictureField({ school, kind, saved }: { school: School; kind: Kind; saved: string | null }) {
  const { name, hint, frame } = words[kind];
  const [chosen, setChosen] = useState<File | null>(null);
  const [refused, setRefused] = useState<string | undefined>();
  const preview = useObjectUrl(chosen);
  const save = useSaveSchool(school.id, {
    title: `${name} saved`,
    text: `The people of ${school.name} can see it now.`,
  });
  const layer = useLayer();
  useUnsavedText(chosen !== null);
  const shown = preview ?? saved;
  const choose = (file: File | null) => {
    setRefused(file === null ? undefined : (uploadProblem('photo', file) ?? undefined));
    if (file === null || uploadProblem('photo', file) === null) setChosen(file);
  };
  const upload = () => {
    if (chosen === null || save.isPending) return;
    save.mutate(
      { files: { [kind]: chosen } },
      {
        onSuccess: () => setChosen(null),
        onError: (error) => {
          const problem = error instanceof ApiError ? error.fields[kind] : undefined;
          setRefused(problem ?? sentenceOf(error));
          // No second attempt can save this file.
          if (problem !== undefined) setChosen(null);
        },
      },
    );
  };
  return (
    <div className="grid content-start gap-3">
      <Field id={`field-${kind}`} label={name} optional hint={hint} error={refused}>
        <span className="grid h-32 place-items-center overflow-hidden rounded-control border border-dashed border-line-control bg-subtle text-ink-3">
          {shown === null ? (
            <Icon shape={icons.building} size="huge" />
          ) : (
            <img
              src={shown}
              alt={chosen === null ? `The school's ${kind}` : `The ${kind} you chose`}
              className={join('size-full min-h-0', frame)}
            />
          )}
        </span>
        <div className="flex flex-wrap gap-2">
          <FilePicker name={kind} accept="image/*" onPick={choose} disabled={save.isPending}>
            {shown === null ? `Upload a ${kind}` : `Change ${kind}`}
          </FilePicker>
          {chosen === null && saved !== null ? (
            <Button variant="danger-plain" onClick={() => layer.show(`remove-${kind}`)}>
              Remove {kind}
            </Button>
          ) : null}
        </div>
      </Field>
      {chosen === null ? null : (
        <div className="grid gap-2">
          <p className="text-meta wrap-anywhere text-ink-3">{chosen.name}, not saved yet</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="filled" pending={save.isPending} pendingText="Saving..." onClick={upload}>
              Save {kind}
            </Button>
            <Button variant="plain" disabled={save.isPending} onClick={() => choose(null)}>
              {saved === null ? 'Discard it' : 'Keep the old one'}
            </Button>
          </div>
        </div>
      )}
      <RemovePicture
        school={school}
        kind={kind}
        open={layer.open === `remove-${kind}` && saved !== null}
        onClose={layer.close}
      />
    </div>
  );
}

type RemovePictureProps = { school: School; kind: Kind; open: boolean; onClose: () => void };

function RemovePicture({ school, kind, open, onClose }: RemovePictureProps) {
  const remove = useSaveSchool(school.id, { title: `${words[kind].name} removed` });
  const close = () => {
    flushSync(onClose);
    // The button that opened this is gone.
    document.getElementById(`field-${kind}`)?.focus({ preventScroll: true });
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => remove.mutate({ fields: { [`${kind}Url`]: null } }, { onSuccess: close })}
      title={`Remove the ${kind}?`}
      confirmLabel="Remove"
      danger
      {...sending(remove, 'Removing...')}
    >
      It will no longer appear on pages and in emails. You can upload another one at any time.
    </ConfirmDialog>
  );
}
