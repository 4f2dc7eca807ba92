import { useState } from 'react';
import { importLimit } from '#contract/invitations.ts';
import { CallError } from '#web/api/call-error.tsx';
import { sentenceOf } from '#web/api/errors.ts';
import { useImport, usePreview } from '#web/features/invitations/invitations.ts';
import { PreviewTable } from '#web/features/managed/preview-table.tsx';
import { lostSlips, Slips } from '#web/features/managed/slips.tsx';
import type { ManagedRole } from '#web/features/managed/managed.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { grouped } from '#domain/grouped.ts';
import { Icon } from '#web/ui/icon.tsx';
import * as icons from '#web/ui/icons.ts';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

type ImportDialogProps = { kind: ManagedRole; school: { name: string; timeZone: string }; onClose: () => void };

const example =
  'Full name,Username,Email,Phone,Department,Subjects,Qualifications,Preferred subjects\r\nMaya Okafor,maya_okafor,maya@example.org,(218) 555-0100,Grade 4,"Math, Science",,\r\n';

/** Creates accounts from a file: choose it, preview it, and add everyone or no one. */
export function ImportDialog({ kind, school, onClose }: ImportDialogProps) {
  const preview = usePreview(kind);
  const add = useImport(kind);
  const found = preview.data?.found;
  const isReady = found !== undefined && found.good > 0;
  const pick = (file: File) => {
    add.reset();
    preview.mutate(file);
  };
  const addAll = () => {
    const table = preview.data?.table;
    // A refusal means that something has changed, for example that a username is now taken.
    if (!add.isPending && table) add.mutate(table, { onError: () => preview.mutate(table) });
  };
  // Called, so that the same dialog stays open: as a component of its own, it would close and open another.
  if (add.isSuccess) return importedDialog({ kind, school, imported: add.data, onClose });
  return (
    <Dialog
      onClose={onClose}
      wide
      keepOpen={found !== undefined}
      dirty={add.isPending}
      locked={add.isPending}
      title={`Import ${kind}s`}
      footer={
        <>
          <p
            id="why-not-added"
            role="status"
            className="mr-auto min-w-0 self-center text-meta text-ink-3 max-md:basis-full max-md:empty:hidden"
          >
            {preview.variables === undefined ? 'Choose a file first.' : null}
          </p>
          <CloseButton>Cancel</CloseButton>
          <Button
            variant="filled"
            disabled={!isReady}
            aria-describedby="why-not-added"
            pending={add.isPending}
            pendingText="Importing..."
            onClick={addAll}
          >
            {isReady ? `Import ${counted(kind, found.good)}` : 'Import'}
          </Button>
        </>
      }
    >
      <AboutTheFile />
      <Field
        label="Table"
        hint={preview.variables?.name ?? 'A .csv file'}
        error={preview.isError ? sentenceOf(preview.error) : undefined}
      >
        <FilePicker
          name="table"
          accept=".csv,text/csv,text/plain"
          icon={icons.document}
          disabled={add.isPending}
          onPick={pick}
          className="justify-self-start"
        >
          {found === undefined && !preview.isError ? 'Choose a file' : 'Choose another file'}
        </FilePicker>
      </Field>
      <p role="status" className="text-label text-ink-2 empty:hidden">
        {preview.isPending
          ? 'Checking every row...'
          : add.isPending
            ? `Importing ${counted(kind, found?.good ?? 0)}. Please keep this page open.`
            : ''}
      </p>
      <CallError title="No one was added" error={add.error} />
      {found === undefined || preview.isPending ? null : (
        <PreviewTable kind={kind} found={found}>
          <BadRows key={found.badRows} csv={found.badRows} />
        </PreviewTable>
      )}
    </Dialog>
  );
}

const counted = (kind: ManagedRole, count: number) => `${grouped(count)} ${count === 1 ? kind : `${kind}s`}`;

/** Describes the file, with an example to download. */
function AboutTheFile() {
  const [exampleFile] = useState(() => new File([`\uFEFF${example}`], 'example.csv', { type: 'text/csv' }));
  const exampleUrl = useObjectUrl(exampleFile);
  return (
    <div className="grid gap-2 text-label">
      <p>
        A table saved as CSV or Unicode text, with a row for each person, at most {grouped(importLimit)}. Its first row
        names the columns. Full name, or First name and Last name, is needed. Username, Email, Phone, Department,
        Subjects, Qualifications and Preferred subjects are optional.{' '}
        <a href={exampleUrl ?? undefined} download="example.csv" className="link">
          Download an example
        </a>
      </p>
      <p>
        You don’t need passwords. New people get an invitation to choose their own, by email or as a slip to print. We
        update the people you already have.
      </p>
    </div>
  );
}

type ImportedDialogProps = ImportDialogProps & { imported: NonNullable<ReturnType<typeof useImport>['data']> };

/** Returns the dialog after an import: the counts of people, with the slips to print. */
function importedDialog({ kind, school, imported, onClose }: ImportedDialogProps) {
  const { created, updated, joined, mailed, slips, badRows } = imported;
  const done = [
    ...(created > 0 ? [`${counted(kind, created)} added`] : []),
    ...(joined > 0 ? [`${counted(kind, joined)} from your district added`] : []),
    ...(updated > 0 ? [`${counted(kind, updated)} updated`] : []),
  ];
  return (
    <Dialog
      onClose={onClose}
      wide
      dirty={slips.length > 0}
      loss={lostSlips(slips.length)}
      title={`Import ${kind}s`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {slips.length > 0 ? (
            <Button variant="filled" onClick={() => print()}>
              {slips.length === 1 ? 'Print slip' : `Print ${grouped(slips.length)} slips`}
            </Button>
          ) : null}
        </>
      }
    >
      <Banner tone="success" live title={done.join(', ')}>
        {mailed > 0
          ? `${grouped(mailed)} ${mailed === 1 ? 'gets the invitation' : 'get their invitation'} by email. `
          : ''}
        {slips.length === 0
          ? ''
          : slips.length === 1
            ? 'The code below is shown only once. Print the slip and hand it over.'
            : 'The codes below are shown only once. Print the slips and hand them out.'}
      </Banner>
      <BadRows csv={badRows} />
      {slips.length > 0 ? <Slips slips={slips} school={school} /> : null}
    </Dialog>
  );
}

/** Shows the rows that were not imported, to correct and import again. */
function BadRows({ csv }: { csv: string }) {
  const [file] = useState(() => new File([csv], 'rows-to-correct.csv', { type: 'text/csv' }));
  const url = useObjectUrl(file);
  if (csv === '') return null;
  return (
    <p className="text-label">
      <a href={url ?? undefined} download="rows-to-correct.csv" className={buttonClass()}>
        <Icon shape={icons.download} size="small" />
        Download rows to correct
      </a>
    </p>
  );
}
