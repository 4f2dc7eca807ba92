import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { importEmployeeIds } from '#contract/hours.ts';
import { decodedCsv } from '#domain/csv.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { counted } from '#web/words/time.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { showToast } from '#web/ui/toast.ts';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

const example = 'Name,Employee ID\r\nDaniel Reyes,S4001\r\nMaya Okafor,T1207\r\n';

/** Reads employee IDs from a file: first all its errors, then, without any, the import. */
export function ImportIds() {
  const [exampleFile] = useState(() => new File([`\uFEFF${example}`], 'employee-ids.csv', { type: 'text/csv' }));
  const exampleUrl = useObjectUrl(exampleFile);
  const queries = useQueryClient();
  const read = useMutation({
    mutationFn: async (file: File) => {
      const csv = decodedCsv(new Uint8Array(await file.arrayBuffer()));
      return { csv, found: await call(importEmployeeIds, { body: { csv, save: false } }) };
    },
  });
  const save = useMutation({
    mutationFn: (csv: string) => call(importEmployeeIds, { body: { csv, save: true } }),
    onSuccess: ({ people }) => {
      read.reset();
      showToast({ title: 'Employee IDs imported', text: `${counted(people, 'person', 'people')} in the file.` });
      return changed(queries, 'hours');
    },
  });
  const failure = read.error ?? save.error;
  const found = read.data?.found;
  return (
    <details>
      <summary className="inline-flex min-h-6 items-center text-label text-ink-2 pointer-coarse:min-h-touch">
        Import employee IDs
      </summary>
      <div className="grid gap-3 pt-2">
        <p className="text-label text-ink-2">
          A spreadsheet with the names of substitutes and teachers and their IDs in your payroll system, saved as CSV.
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FilePicker name="employee-ids" accept=".csv,.txt,text/csv,text/plain" onPick={(file) => read.mutate(file)}>
            Choose a file
          </FilePicker>
          <a href={exampleUrl ?? undefined} download="employee-ids.csv" className="link text-label">
            Download an example
          </a>
        </div>
        {failure ? (
          <Banner tone="danger" live>
            {sentenceOf(failure)}
          </Banner>
        ) : null}
        {read.data === undefined || found === undefined ? null : found.problems.length > 0 ? (
          <Banner tone="danger" live title={`Nothing was imported: ${counted(found.problems.length, 'problem')}`}>
            <ul className="max-h-56 overflow-auto">
              {found.problems.map(({ row, sentence }) => (
                <li key={`${row} ${sentence}`}>
                  Row {row}: {sentence}
                </li>
              ))}
            </ul>
          </Banner>
        ) : (
          <Banner
            tone="note"
            live
            title={`${counted(found.people, 'person', 'people')} found, ${found.changed} with a new ID`}
            actions={
              <Button
                variant="filled"
                disabled={found.people === 0}
                pending={save.isPending}
                pendingText="Importing..."
                onClick={() => save.mutate(read.data.csv)}
              >
                Import
              </Button>
            }
          >
            Everyone who isn’t in the file keeps their ID.
          </Banner>
        )}
      </div>
    </details>
  );
}
