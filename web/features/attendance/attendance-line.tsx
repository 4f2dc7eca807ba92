import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AttendedClassReply } from '#contract/attendance.ts';
import type { AttendanceAct } from '#domain/attendance.ts';
import { attendanceOfDayQuery } from '#web/features/attendance/queries.ts';
import { useRecord } from '#web/features/attendance/use-record.ts';
import { recordWords } from '#web/features/attendance/words.ts';
import { useSession } from '#web/session/session.ts';
import { zoneOf } from '#web/words/time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { part } from '#web/ui/part.tsx';
import { Menu, MenuItem } from '#web/ui/popover.tsx';

const AttendanceDialog = part(() => import('#web/features/attendance/attendance-dialog.tsx'), 'AttendanceDialog');
const NoShowDialog = part(() => import('#web/features/attendance/no-show-dialog.tsx'), 'NoShowDialog');

type AttendanceLineProps = {
  vacancyId: number;
  /** The day of the class, YYYY-MM-DD. Lines of one day share one call. */
  date: string;
  /** The title of the class, for the names of the buttons. */
  title: string;
};

/**
 * Shows the attendance of a class, for administrators: the record, and buttons that record it with one tap. Renders nothing if no
 * one is booked, or before the day of the class.
 */
export function AttendanceLine({ vacancyId, date, title }: AttendanceLineProps) {
  const { data } = useQuery(attendanceOfDayQuery(date));
  const of = data?.classes.find((each) => each.vacancyId === vacancyId);
  if (of === undefined) return null;
  if (of.substituteId === null) return of.noShows.length === 0 ? null : <NoShows names={of.noShows} />;
  if (of.attendance === null && of.can.length === 0) return null;
  return <Line of={of} title={title} />;
}

function NoShows({ names }: { names: readonly string[] }) {
  return <p className="text-meta text-ink-3">No-show: {names.join(', ')}</p>;
}

function Line({ of, title }: { of: AttendedClassReply; title: string }) {
  const zone = zoneOf(useSession().schools);
  const record = useRecord(of, zone);
  const [asking, ask] = useState<'late' | 'left' | 'no_show' | null>(null);
  const { attendance, can, isMissing } = of;
  const close = () => ask(null);
  // A substitute who arrives now is late. Otherwise only the administrator knows the time.
  const asksHowLate = attendance !== null || !isMissing;
  const press = (act: AttendanceAct) => {
    if (act === 'left' || act === 'no_show' || (act === 'late' && asksHowLate)) ask(act);
    else record.mutate({ act });
  };
  const quick: AttendanceAct[] = attendance === null ? can.filter((act) => act !== 'left') : [];
  const more = attendance === null ? [] : can;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 mt-1 print:hidden">
      {attendance === null ? (
        isMissing ? (
          <p className="basis-full">
            <Badge tone="pending">Not signed in</Badge>
          </p>
        ) : null
      ) : (
        <Badge tone={attendance.state === 'no_show' ? 'urgent' : 'filled'}>{recordWords(attendance, zone)}</Badge>
      )}
      {quick.map((act) => (
        <Button
          key={act}
          aria-label={`${labels[act]}: ${of.substituteName}, ${title}`}
          pending={record.isPending && record.variables.act === act}
          onClick={() => press(act)}
        >
          {labels[act]}
        </Button>
      ))}
      {of.canOfferAgain ? (
        <Button pending={record.isPending} onClick={() => ask('no_show')}>
          Offer class again
        </Button>
      ) : null}
      {more.length > 0 ? (
        <Menu
          label={`Attendance of ${of.substituteName}`}
          renderTrigger={(attributes) => (
            // Its text aligns with the badge, also where it wraps.
            <Button variant="plain" {...attributes} className={of.canOfferAgain ? undefined : '-ml-3.5'}>
              Change
              <span className="sr-only"> attendance of {of.substituteName}</span>
              <Icon shape={icons.chevronDown} size="small" />
            </Button>
          )}
        >
          {more.map((act) => (
            <MenuItem key={act} onClick={() => press(act)}>
              {labels[act]}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      {attendance?.answer ? <p className="basis-full text-meta text-ink-2">Answer: “{attendance.answer}”</p> : null}
      {asking === 'no_show' ? <NoShowDialog of={of} title={title} zone={zone} onClose={close} /> : null}
      {asking === 'late' || asking === 'left' ? (
        <AttendanceDialog act={asking} of={of} title={title} zone={zone} onClose={close} />
      ) : null}
    </div>
  );
}

const labels: Record<AttendanceAct, string> = {
  here: 'Here',
  late: 'Late',
  left: 'Left early',
  no_show: 'No-show',
  none: 'Remove the record',
};
