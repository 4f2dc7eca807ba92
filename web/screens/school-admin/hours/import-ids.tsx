import { useQueryClient } from '@tanstack/react-query';
import { importEmployeeIds } from '#contract/hours.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { ImportFile } from '#web/features/imports/import-file.tsx';
import { counted } from '#web/words/time.ts';
import { showToast } from '#web/ui/toast.ts';

/** Reads employee IDs from a file: first shows all its errors and, if there are none, the import. */
export function ImportIds() {
  const queries = useQueryClient();
  return (
    <details>
      <summary className="cursor-pointer py-0.5 text-label text-ink-2 pointer-coarse:py-3">Import employee IDs</summary>
      <div className="grid gap-3 pt-2">
        <p className="text-label text-ink-2">
          A spreadsheet with the names of substitutes and teachers and their IDs in your payroll system, saved as CSV.
        </p>
        <ImportFile
          name="employee-ids"
          label="Choose a file"
          example={'Name,Employee ID\r\nDaniel Reyes,S4001\r\nMaya Okafor,T1207\r\n'}
          send={(csv, save) => call(importEmployeeIds, { body: { csv, save } })}
          describe={(found) => ({
            title: `${counted(found.people, 'person', 'people')} found, ${found.changed} with a new ID`,
            text: 'Everyone who isn’t in the file keeps their ID.',
            isEmpty: found.people === 0,
          })}
          onSaved={({ people }) => {
            showToast({ title: 'Employee IDs imported', text: `${counted(people, 'person', 'people')} in the file.` });
            return changed(queries, 'hours');
          }}
        />
      </div>
    </details>
  );
}
