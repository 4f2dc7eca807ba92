import { useState } from 'react';
import { formatTimeRange } from '#domain/time.ts';
import type { Room } from '#web/features/reports/queries.ts';
import { counted } from '#web/words/time.ts';
import { Link } from '#web/navigation/link.tsx';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';

const atFirst = 6;

/** Today's uncovered classes, each with a button that leads to a substitute. Nothing if every class is covered. */
export function RoomsWithoutTeacher({ rooms }: { rooms: readonly Room[] }) {
  const [all, setAll] = useState(false);
  const without = rooms.filter(({ can }) => can.includes('assign'));
  if (without.length === 0) return null;
  const shown = all ? without : without.slice(0, atFirst);
  return (
    <section
      aria-labelledby="without-teacher"
      className="overflow-hidden rounded-card border-[1.5px] border-urgent-line bg-surface shadow-card print:hidden"
    >
      <h2 id="without-teacher" className="flex items-center gap-2.5 px-5 py-3.5 text-urgent max-md:px-4">
        <Icon shape={icons.alert} />
        {heading(rooms)}
      </h2>
      <ul aria-labelledby="without-teacher" className="divide-y divide-line border-t border-line">
        {shown.map((room) => (
          <RoomRow key={room.id} room={room} />
        ))}
      </ul>
      {shown.length < without.length ? (
        <div className="border-t border-line px-5 py-3 max-md:px-4">
          <Button onClick={() => setAll(true)}>Show all {without.length}</Button>
        </div>
      ) : null}
    </section>
  );
}

/** The same counts as the platform owner's: of all of today's classes, also those that have ended. */
function heading(rooms: readonly Room[]): string {
  const having = (wanted: Room['status']) => rooms.filter(({ status }) => status === wanted).length;
  const [open, pending] = [having('open'), having('pending_approval')];
  const parts = [
    ...(open > 0 ? [`${counted(open, 'class', 'classes')} uncovered`] : []),
    ...(pending > 0 ? [`${counted(pending, 'request')} to review`] : []),
  ];
  return `${parts.join(', ')} today`;
}

function RoomRow({ room }: { room: Room }) {
  const { id, description, teacherName, absenceReason, startTime, endTime, substitute, isUrgent } = room;
  const isAsked = room.can.includes('approve') && substitute !== null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 max-md:px-4">
      <div className="min-w-0 flex-1 max-md:basis-full">
        <h3 className="flex flex-wrap items-center gap-x-2 text-body wrap-anywhere">
          {description}
          {isUrgent ? <Badge tone="urgent">Urgent</Badge> : null}
        </h3>
        <p className="text-meta text-ink-3">
          {teacherName} · {absenceReason}
          {isAsked ? (
            <>
              {' '}
              · <span className="font-semibold text-pending">Requested by {substitute.fullName}</span>
            </>
          ) : null}
        </p>
      </div>
      <p className="whitespace-nowrap text-ink tabular-nums">{formatTimeRange(startTime, endTime)}</p>
      {isAsked ? (
        <Link
          to={paths.schoolAdmin.openVacancies}
          aria-label={`Answer the request for ${description}`}
          className={buttonClass('filled', 'min-w-38 max-md:w-full')}
        >
          Answer Request
        </Link>
      ) : (
        <Link
          to={`${paths.schoolAdmin.openVacancies}?assign=${id}`}
          aria-label={`Assign Substitute to ${description}`}
          className={buttonClass('filled', 'min-w-38 max-md:w-full')}
        >
          Assign Substitute
        </Link>
      )}
    </li>
  );
}
