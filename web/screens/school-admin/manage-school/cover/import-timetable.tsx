import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { importTimetable } from '#contract/cover-settings.ts';
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

const example =
  'Teacher,Period,Class,Room,Students,Days,Kind\r\nMaya Okafor,1,Algebra I,12,24,,class\r\nMaya Okafor,4,,,,,lunch\r\nMaya Okafor,5,Geometry,12,21,MWF,class\r\n';

/** Imports a timetable from a file. If it has errors, shows all of them instead. */
export function ImportTimetable() {
  const [exampleFile] = useState(() => new File([`\uFEFF${example}`], 'timetable.csv', { type: 'text/csv' }));
  const exampleUrl = useObjectUrl(exampleFile);
  const queries = useQueryClient();
  const read = useMutation({
    mutationFn: async (file: File) => {
      const csv = decodedCsv(new Uint8Array(await file.arrayBuffer()));
      return { csv, found: await call(importTimetable, { body: { csv, save: false } }) };
    },
  });
  const save = useMutation({
    mutationFn: (csv: string) => call(importTimetable, { body: { csv, save: true } }),
    onSuccess: ({ teachers }) => {
      read.reset();
      showToast({ title: 'Timetable imported', text: `${counted(teachers, 'teacher')} updated.` });
      return changed(queries, 'cover');
    },
  });
  const failure = read.error ?? save.error;
  const found = read.data?.found;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FilePicker name="timetable" accept=".csv,.txt,text/csv,text/plain" onPick={(file) => read.mutate(file)}>
          Import from a file
        </FilePicker>
        <a href={exampleUrl ?? undefined} download="timetable.csv" className="link text-label">
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
          title={`${counted(found.entries, 'entry', 'entries')} of ${counted(found.teachers, 'teacher')}`}
          actions={
            <Button
              variant="filled"
              disabled={found.entries === 0}
              pending={save.isPending}
              pendingText="Importing..."
              onClick={() => save.mutate(read.data.csv)}
            >
              Import
            </Button>
          }
        >
          Importing replaces the periods of these teachers. Everyone else keeps theirs.
        </Banner>
      )}
    </div>
  );
}
