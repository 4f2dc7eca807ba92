import { useQueryClient } from '@tanstack/react-query';
import { importTimetable } from '#contract/cover-settings.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { ImportFile } from '#web/features/imports/import-file.tsx';
import { counted } from '#web/words/time.ts';
import { showToast } from '#web/ui/toast.ts';

const example =
  'Teacher,Period,Class,Room,Students,Days,Kind\r\nMaya Okafor,1,Algebra I,12,24,,class\r\nMaya Okafor,4,,,,,lunch\r\nMaya Okafor,5,Geometry,12,21,MWF,class\r\n';

/** Imports a timetable from a file. If it has errors, shows all of them instead. */
export function ImportTimetable() {
  const queries = useQueryClient();
  return (
    <ImportFile
      name="timetable"
      example={example}
      send={(csv, save) => call(importTimetable, { body: { csv, save } })}
      describe={({ entries, teachers }) => ({
        title: `${counted(entries, 'entry', 'entries')} of ${counted(teachers, 'teacher')}`,
        text: 'Importing replaces the periods of these teachers. Everyone else keeps theirs.',
        isEmpty: entries === 0,
      })}
      onSaved={({ teachers }) => {
        showToast({ title: 'Timetable imported', text: `${counted(teachers, 'teacher')} updated.` });
        return changed(queries, 'cover');
      }}
    />
  );
}
