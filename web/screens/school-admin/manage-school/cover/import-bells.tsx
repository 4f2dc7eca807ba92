import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readBellFile } from '#contract/cover-settings.ts';
import { decodedCsv } from '#domain/csv.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import type { CoverSettings } from '#web/screens/school-admin/manage-school/cover/queries.ts';
import { counted } from '#web/words/time.ts';
import { Banner } from '#web/ui/banner.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

const example =
  'Schedule,Period,Starts,Ends\r\nRegular day,1,8:00 AM,8:45 AM\r\nRegular day,2,8:50 AM,9:35 AM\r\nLate start,1,10:00 AM,10:30 AM\r\nLate start,2,10:35 AM,11:05 AM\r\n';

/** The bells of a school, as written in a file. */
export type ReadSchedules = CoverSettings['bell']['schedules'];

type ImportBellsProps = {
  onRead: (schedules: ReadSchedules) => void;
  /** Schedules of a file that was read before. */
  given?: ReadSchedules | null;
};

/** Reads bell schedules from a file and shows all its errors, or the schedules in the form before anyone saves them. */
export function ImportBells({ onRead, given = null }: ImportBellsProps) {
  const [exampleFile] = useState(() => new File([`\uFEFF${example}`], 'bells.csv', { type: 'text/csv' }));
  const exampleUrl = useObjectUrl(exampleFile);
  const read = useMutation({
    mutationFn: async (file: File) =>
      call(readBellFile, { body: { csv: decodedCsv(new Uint8Array(await file.arrayBuffer())) } }),
    onSuccess: ({ schedules }) => {
      if (schedules.length > 0) onRead(schedules);
    },
  });
  const { schedules, problems } = read.data ?? { schedules: given ?? [], problems: [] };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FilePicker name="bells" accept=".csv,.txt,text/csv,text/plain" onPick={(file) => read.mutate(file)}>
          Import from a file
        </FilePicker>
        <a
          href={exampleUrl ?? undefined}
          download="bells.csv"
          className="link inline-flex min-h-6 items-center text-label pointer-coarse:min-h-touch"
        >
          Download an example
        </a>
      </div>
      {read.error ? (
        <Banner tone="danger" live>
          {sentenceOf(read.error)}
        </Banner>
      ) : null}
      {problems.length > 0 ? (
        <Banner tone="danger" live title={`Nothing was imported: ${counted(problems.length, 'problem')}`}>
          <ul className="max-h-56 overflow-auto">
            {problems.map(({ row, sentence }) => (
              <li key={`${row} ${sentence}`}>
                Row {row}: {sentence}
              </li>
            ))}
          </ul>
        </Banner>
      ) : schedules.length > 0 ? (
        <Banner tone="note" live title={schedules.map(({ name }) => name).join(', ')}>
          Check the times, then press Save. Nothing has changed yet.
        </Banner>
      ) : null}
    </div>
  );
}
