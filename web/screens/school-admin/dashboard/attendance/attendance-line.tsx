import { useQuery } from '@tanstack/react-query';
import type { AttendedClassReply } from '#contract/attendance.ts';
import type { AttendanceAct } from '#domain/attendance.ts';
import { attendanceOfDayQuery } from '#web/features/attendance/queries.ts';
import { useRecord } from '#web/screens/school-admin/dashboard/attendance/use-record.ts';
import { recordWords } from '#web/features/attendance/words.ts';
import { useSession } from '#web/session/session.ts';
import { zoneOf } from '#web/words/time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem } from '#web/ui/popover.tsx';

type AttendanceLineProps = {
  vacancyId: number;
  /** The day of the class, YYYY-MM-DD. Lines of one day share one call. */
  date: string;
  /** The title of the class, for the names of the buttons. */
  title: string;
  /** Opens the dialog of an act: 'late-12'. */
  onAsk: (dialog: string) => void;
};

/**
 * Shows the attendance of a class, for administrators: the record, and buttons that record it with one tap. Renders
 * nothing if no one is booked, or before the day of the class.
 */
export function AttendanceLine({ vacancyId, date, title, onAsk }: AttendanceLineProps) {
  const { data } = useQuery(attendanceOfDayQuery(date));
  const of = data?.classes.find((each) => each.vacancyId === vacancyId);
  if (of === undefined) return null;
  if (of.substituteId === null) return of.noShows.length === 0 ? null : <NoShows names={of.noShows} />;
  if (of.attendance === null && of.can.length === 0) return null;
  return <Line of={of} title={title} onAsk={(act) => onAsk(`${act}-${vacancyId}`)} />;
}

function NoShows({ names }: { names: readonly string[] }) {
  return <p className="text-meta text-ink-3">No-show: {names.join(', ')}</p>;
}

type LineProps = { of: AttendedClassReply; title: string; onAsk: (act: AttendanceAct) => void };

function Line({ of, title, onAsk }: LineProps) {
  const zone = zoneOf(useSession().schools);
  const record = useRecord(of, zone);
  const { attendance, can, isMissing } = of;
  // A substitute who arrives now is late. Otherwise only the administrator knows the time.
  const asksHowLate = attendance !== null || !isMissing;
  const press = (act: AttendanceAct) => {
    if (act === 'left' || act === 'no_show' || (act === 'late' && asksHowLate)) onAsk(act);
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
        <Button pending={record.isPending} onClick={() => onAsk('no_show')}>
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
