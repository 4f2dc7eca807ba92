import { useState } from 'react';
import { decodedCsv } from '#domain/csv.ts';
import { CallError } from '#web/api/call-error.tsx';
import { useCommand } from '#web/api/use-command.ts';
import { counted } from '#web/words/time.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';

type Found = { problems: readonly { row: number; sentence: string }[] };

type ImportFileProps<T extends Found> = {
  /** The name of the field and, with '.csv', of the example. */
  name: string;
  label?: string;
  /** The text of the example. */
  example: string;
  /** Sends a file's text to be checked and, with `save`, stored. */
  send: (csv: string, save: boolean) => Promise<T>;
  /** Describes a file without problems. Null shows nothing. */
  describe: (found: T) => { title: string; text: string; isEmpty?: boolean } | null;
  /** The content of a file that was read before. */
  given?: T | undefined;
  onRead?: (found: T) => void;
  /** Called after the import. Without this function, there is no button to import. */
  onSaved?: (saved: T) => unknown;
};

/**
 * Reads a CSV file, and shows all its problems or else, if there are none, its summary with the button that imports it.
 */
export function ImportFile<T extends Found>(props: ImportFileProps<T>) {
  const { name, label = 'Import from a file', example, send, describe, given, onRead, onSaved } = props;
  const [exampleFile] = useState(() => new File([`\uFEFF${example}`], `${name}.csv`, { type: 'text/csv' }));
  const exampleUrl = useObjectUrl(exampleFile);
  const read = useCommand({
    send: async (file: File) => {
      const csv = decodedCsv(new Uint8Array(await file.arrayBuffer()));
      return { csv, found: await send(csv, false) };
    },
    onDone: ({ found }) => onRead?.(found),
  });
  const save = useCommand({
    send: (csv: string) => send(csv, true),
    onDone: (saved) => {
      read.reset();
      return onSaved?.(saved);
    },
  });
  const failure = read.error ?? save.error;
  const found = read.data?.found ?? given;
  const summary = found && found.problems.length === 0 ? describe(found) : null;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FilePicker name={name} accept=".csv,.txt,text/csv,text/plain" onPick={(file) => read.mutate(file)}>
          {label}
        </FilePicker>
        <a
          href={exampleUrl ?? undefined}
          download={`${name}.csv`}
          className="link inline-flex min-h-6 items-center text-label pointer-coarse:min-h-touch"
        >
          Download an example
        </a>
      </div>
      <CallError error={failure} />
      {found && found.problems.length > 0 ? (
        <Banner tone="danger" live title={`Nothing was imported: ${counted(found.problems.length, 'problem')}`}>
          <ul className="max-h-56 overflow-auto">
            {found.problems.map(({ row, sentence }) => (
              <li key={`${row} ${sentence}`}>
                Row {row}: {sentence}
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {summary ? (
        <Banner
          tone="note"
          live
          title={summary.title}
          actions={
            read.data && onSaved ? (
              <Button
                variant="filled"
                disabled={summary.isEmpty}
                pending={save.isPending}
                pendingText="Importing..."
                onClick={() => save.mutate(read.data.csv)}
              >
                Import
              </Button>
            ) : undefined
          }
        >
          {summary.text}
        </Banner>
      ) : null}
    </div>
  );
}
