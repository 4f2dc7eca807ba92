import { useQuery } from '@tanstack/react-query';
import { recordAttendance } from '#contract/attendance.ts';
import { formatShortDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import { attendanceRecordQuery } from '#web/features/attendance/queries.ts';
import { recordWords } from '#web/features/attendance/words.ts';
import { useSession } from '#web/session/session.ts';
import { counted, zoneOf } from '#web/words/time.ts';
import { inOneLine } from '#web/words/people.ts';
import { Button } from '#web/ui/button.tsx';
import { Dot, Dotted } from '#web/ui/dotted.tsx';

/**
 * Shows a substitute's no-shows and late arrivals at the reader's school, with their answers. It shows nothing if there
 * are none.
 */
export function AttendanceRecord({ id, name }: { id: number; name: string }) {
  const zone = zoneOf(useSession().schools);
  const { data } = useQuery(attendanceRecordQuery(id));
  const remove = useCommand({
    send: ({ vacancyId, version }: { vacancyId: number; version: number }) =>
      call(recordAttendance, { params: { id: vacancyId }, body: { act: 'none', substituteId: id, version } }),
    toast: { title: 'Attendance removed', text: `It no longer counts in ${name}’s record.` },
    changes: ['vacancies'],
    failed: 'Error',
  });
  if (data === undefined || data.entries.length === 0) return null;
  return (
    <section aria-labelledby="attendance-record" className="grid gap-2">
      <h3 id="attendance-record" className="text-label font-semibold">
        {[
          ...(data.noShows > 0 ? [counted(data.noShows, 'no-show')] : []),
          ...(data.late > 0 ? [`${data.noShows > 0 ? 'late' : 'Late'} ${counted(data.late, 'time')}`] : []),
        ].join(', ')}{' '}
        <span className="font-regular text-ink-3">in the last 12 months</span>
      </h3>
      <ul className="divide-y divide-line">
        {data.entries.map(({ vacancyId, date, title, teacherName, attendance, canRemove }) => (
          <li key={vacancyId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <p className="text-label wrap-anywhere">
                <b>{recordWords(attendance, zone)}</b>
                <Dot />
                {formatShortDate(date)}
                <Dot />
                {title}
              </p>
              <p className="text-meta wrap-anywhere text-ink-3">
                <Dotted text={inOneLine(teacherName, `recorded by ${attendance.recordedBy}`, attendance.note)} />
              </p>
              <p className="text-meta wrap-anywhere text-ink-2">
                {attendance.answer ? `Answer: “${attendance.answer}”` : 'No answer yet'}
              </p>
            </div>
            {canRemove ? (
              <Button
                variant="plain"
                aria-label={`Remove the record of ${formatShortDate(date)}`}
                pending={remove.isPending && remove.variables.vacancyId === vacancyId}
                onClick={() => remove.mutate({ vacancyId, version: attendance.version })}
              >
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
