import { useQuery } from '@tanstack/react-query';
import type { AttendanceReply } from '#contract/attendance.ts';
import { AttendanceDialog } from '#web/screens/school-admin/dashboard/attendance/attendance-dialog.tsx';
import { NoShowDialog } from '#web/screens/school-admin/dashboard/attendance/no-show-dialog.tsx';
import { attendanceOfDayQuery } from '#web/features/attendance/queries.ts';
import { recordWords } from '#web/features/attendance/words.ts';
import { useSubject } from '#web/navigation/use-subject.ts';
import { useSession } from '#web/session/session.ts';
import { zoneOf } from '#web/words/time.ts';

type AttendanceDialogsProps = {
  /** The open dialog in the address: 'late-12'. */
  open: string | null;
  /** The day of the classes, YYYY-MM-DD. */
  date: string;
  /** Returns the title of a class. It is undefined until the class is known. */
  titleOf: (vacancyId: number) => string | undefined;
  /** Returns whether the substitute of a class can be released now, so that it is offered again. */
  canRelease: (vacancyId: number) => boolean;
  onClose: () => void;
};

/**
 * Shows the dialog about the attendance of a class. It stays open with its text if the class moves to another section.
 */
export function AttendanceDialogs({ open, date, titleOf, canRelease, onClose }: AttendanceDialogsProps) {
  const zone = zoneOf(useSession().schools);
  const [, act, digits] = /^(late|left|no_show)-([0-9]+)$/.exec(open ?? '') ?? [];
  const id = Number(digits ?? 0);
  const { data } = useQuery({ ...attendanceOfDayQuery(date), enabled: id > 0 });
  const now = data === undefined ? undefined : (data.classes.find(({ vacancyId }) => vacancyId === id) ?? null);
  const title = titleOf(id);
  const subject = useSubject(open, now && title !== undefined ? { of: now, title } : undefined);
  if (subject === null) return null;
  const { of } = subject;
  const isGone = now !== undefined && now?.substituteId !== of.substituteId;
  const gone = isGone ? `${of.substituteName ?? 'The substitute'} is no longer booked for this class.` : null;
  const saved = now === undefined || isGone ? of.attendance : (now?.attendance ?? null);
  const recorded = saved?.version === of.attendance?.version ? null : whatWasRecorded(saved, zone);
  const props = { ...subject, zone, onClose };
  if (act === 'no_show')
    return <NoShowDialog {...props} saved={saved} canRelease={canRelease(id)} changed={gone ?? recorded} />;
  return act === 'late' || act === 'left' ? (
    <AttendanceDialog {...props} act={act} changed={gone} saved={saved} recorded={recorded} />
  ) : null;
}

function whatWasRecorded(saved: AttendanceReply | null, zone: string): string {
  return saved === null
    ? 'The record was removed in the meantime.'
    : `Recorded in the meantime: ${recordWords(saved, zone)}.`;
}
