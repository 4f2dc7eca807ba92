import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { importTimetable } from '#contract/cover-settings.ts';
import { needsCover, type Slot } from '#domain/timetable.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { ImportFile } from '#web/features/imports/import-file.tsx';
import type { TeacherRow } from '#web/screens/school-admin/manage-school/cover/queries.ts';
import { TeacherForm } from '#web/screens/school-admin/manage-school/cover/teacher-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { showToast } from '#web/ui/toast.ts';
import { counted } from '#web/words/time.ts';

const example =
  'Teacher,Period,Class,Room,Students,Days,Kind\r\nMaya Okafor,1,Algebra I,12,24,,class\r\nMaya Okafor,4,,,,,lunch\r\nMaya Okafor,5,Geometry,12,21,MWF,class\r\n';

/** Imports a timetable from a file. If it has errors, shows all of them instead. */
function ImportTimetable() {
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

type TimetablesProps = { teachers: readonly TeacherRow[]; periods: readonly string[]; onClose: () => void };

/** Every teacher with their periods. Choosing one edits them. It is mounted while it is open. */
export function Timetables({ teachers, periods, onClose }: TimetablesProps) {
  const [sought, setSought] = useState('');
  const [editedId, setEditedId] = useState<number | null>(null);
  const edited = teachers.find(({ teacherId }) => teacherId === editedId);
  const found = teachers.filter(({ fullName }) => fullName.toLowerCase().includes(sought.trim().toLowerCase()));
  if (edited !== undefined)
    return <TeacherForm key={edited.teacherId} teacher={edited} periods={periods} onClose={() => setEditedId(null)} />;
  return (
    <Dialog wide onClose={onClose} title="Who teaches when" footer={<CloseButton>Close</CloseButton>}>
      <ImportTimetable />
      <SearchInput aria-label="Search teachers" placeholder="Search teachers" onType={setSought} />
      <ul aria-label="Teachers" className="divide-y divide-line border-y border-line">
        {found.map((teacher) => (
          <li key={teacher.teacherId} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="text-label font-semibold wrap-anywhere text-ink">{teacher.fullName}</p>
              <p className="text-meta wrap-anywhere text-ink-3">{slotsInWords(teacher.slots)}</p>
            </div>
            <Button onClick={() => setEditedId(teacher.teacherId)}>
              Edit<span className="sr-only"> {teacher.fullName}</span>
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="text-label text-ink-3">No teacher has this name.</p> : null}
    </Dialog>
  );
}

/** Returns 'Teaches 1, 2, 4'. */
function slotsInWords(slots: readonly Slot[]): string {
  if (slots.length === 0) return 'Not entered yet';
  const taught = [...new Set(slots.filter(needsCover).map(({ period }) => period))];
  return taught.length === 0 ? 'Teaches no period' : `Teaches ${taught.join(', ')}`;
}
