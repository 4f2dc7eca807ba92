import type { adminLayers } from '#web/features/office/admin-layers.ts';
import { useQueryClient } from '@tanstack/react-query';
import { triedWords } from '#domain/board.ts';
import { formatTimeRange } from '#domain/time.ts';
import { extraHands } from '#domain/vacancy.ts';
import type { Board, BoardLine } from '#web/features/reports/queries.ts';
import { nextWords, withoutSubstitute } from '#web/screens/school-admin/dashboard/board-words.ts';
import { openLayer } from '#web/navigation/use-layer.ts';
import { adminActsNow } from '#web/features/office/admin-acts-now.ts';
import { isInWaves } from '#web/features/vacancies/card/offers-words.ts';
import { hasEnded } from '#web/words/time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dotted } from '#web/ui/dotted.tsx';
import { join } from '#web/ui/join.ts';
import { MoreMenu } from '#web/ui/more-menu.tsx';
import { part } from '#web/ui/part.tsx';
import { MenuItem } from '#web/ui/popover.tsx';

const ConfirmByPhone = part(
  () => import('#web/screens/school-admin/dashboard/confirm-by-phone.tsx'),
  'ConfirmByPhone',
  {
    fallback: (
      <Button disabled className="max-md:flex-1">
        Confirmed by phone
      </Button>
    ),
  },
);

// The attendance is shown from the morning of the day on, so it loads after the list.
const AttendanceLine = part(
  () => import('#web/screens/school-admin/dashboard/attendance/attendance-line.tsx'),
  'AttendanceLine',
);

/**
 * One class of the day: teacher, time, room unless the title names it, substitute, attempts so far, next step, and
 * buttons.
 */
export function BoardLineRow({ line, board, now }: { line: BoardLine; board: Board; now: Date }) {
  const { id, startTime, endTime, teacherName, description, absenceReason, isUrgent, room } = line;
  const door = room === null || description.includes(room) ? [] : [room];
  return (
    <li id={`class-${id}`} className="grid gap-x-5 gap-y-2 px-5 py-3.5 max-md:px-4 md:grid-cols-[2fr_3fr]">
      <div className="min-w-0">
        <p className="flex items-center gap-2 text-ink tabular-nums">
          {formatTimeRange(startTime, endTime)}
          {isUrgent ? <Badge tone="urgent">Urgent</Badge> : null}
        </p>
        <h4 tabIndex={-1} className="text-body font-semibold wrap-anywhere text-ink">
          {description}
        </h4>
        <p className="text-meta wrap-anywhere text-ink-3">
          <Dotted text={[teacherName, ...door, absenceReason ?? extraHands].join(' · ')} />
        </p>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <Cover line={line} board={board} now={now} />
        <Actions line={{ ...line, can: adminActsNow({ ...line, ...board }, now) }} usesCover={board.usesCover} />
      </div>
    </li>
  );
}

/** Shows the substitute or the offers so far, and the next step. */
function Cover({ line, board: { date, timeZone }, now }: { line: BoardLine; board: Board; now: Date }) {
  const { substitute, status, confirmed } = line;
  const tried = triedWords(line.tried);
  // The server's next step is from before the end if nothing changed since.
  const next = hasEnded({ date, endTime: line.endTime, timeZone }, now) ? null : nextWords(line, { timeZone, now });
  return (
    <div className="min-w-0 flex-1 text-label">
      {substitute === null ? (
        <p className="text-ink-3">{withoutSubstitute(line, { date, timeZone, now })}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
          <span className="font-medium text-ink">
            {status === 'pending_approval' ? `Requested by ${substitute.fullName}` : substitute.fullName}
          </span>
          <Phone phone={substitute.phone} name={substitute.fullName} />
          {confirmed === true ? <span className="text-meta text-filled">Confirmed</span> : null}
        </p>
      )}
      {tried === null ? null : <p className="text-meta text-ink-3 tabular-nums">{tried}</p>}
      {next === null ? null : (
        <p className="text-meta font-medium text-ink-2">
          <Dotted text={next} />
        </p>
      )}
      <AttendanceLine
        vacancyId={line.id}
        date={date}
        title={line.description}
        onAsk={(dialog) => openLayer('attendance' satisfies Opener, dialog)}
      />
    </div>
  );
}

function Phone({ phone, name }: { phone: string | null; name: string }) {
  if (phone === null) return <span className="text-meta text-ink-3">No phone number</span>;
  return (
    <a
      href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
      className="link inline-flex min-h-6 items-center whitespace-nowrap tabular-nums pointer-coarse:min-h-touch"
    >
      {phone}
      <span className="sr-only">, call {name}</span>
    </a>
  );
}

/** A dialog of `BoardDialogs`, or the plan of the covers, by its name in the address. */
type Opener = (typeof adminLayers)[keyof typeof adminLayers] | 'cover';

/** Shows the front office's actions for this class. The dialogs are those of `BoardDialogs`, named in the address. */
function Actions({ line, usesCover }: { line: BoardLine; usesCover: boolean }) {
  const { id, can, description, tried, status, absenceReason, substitute } = line;
  const queries = useQueryClient();
  const open = (opener: Opener) => {
    // A dialog keeps the vacancy with which it opened, so it mustn't open with the one of an earlier dialog.
    queries.removeQueries({ queryKey: ['vacancies', 'one', id] });
    openLayer(opener, String(id));
  };
  const isRequested = can.includes('approve');
  const isQuiet = !isRequested && !can.includes('assign') && !can.includes('confirmByPhone');
  const all: { opener: Opener; label: string; isOffered: boolean }[] = [
    { opener: 'vacancy', label: 'Details', isOffered: !isRequested },
    { opener: 'assign', label: 'Assign someone else', isOffered: isRequested && can.includes('assign') },
    {
      opener: 'offer',
      label: isInWaves({ offers: line.waves })
        ? 'Offer to everyone now'
        : tried !== null && tried.notified > 0
          ? 'Offer again'
          : 'Offer to substitutes',
      isOffered: can.includes('notify'),
    },
    { opener: 'offer-to', label: 'Offer to…', isOffered: can.includes('notify') },
    {
      opener: 'cover',
      label: 'Cover with colleagues',
      isOffered: usesCover && absenceReason !== null && status === 'open' && can.includes('assign'),
    },
    { opener: 'message', label: 'Message substitutes', isOffered: can.includes('notify') },
    { opener: 'message', label: `Message ${substitute?.fullName}`, isOffered: status === 'filled' },
    { opener: 'edit', label: 'Edit', isOffered: can.includes('edit') },
    { opener: 'split', label: 'Split', isOffered: can.includes('edit') },
    { opener: 'swap', label: 'Swap substitutes', isOffered: can.includes('swap') },
    { opener: 'release', label: 'Release substitute', isOffered: can.includes('release') },
    { opener: 'correct', label: 'Correct who was there', isOffered: can.includes('correct') },
    { opener: 'delete', label: 'Delete', isOffered: can.includes('remove') },
  ];
  return (
    <div className={join('flex flex-wrap justify-end gap-2', !isQuiet && 'max-md:w-full')}>
      {isRequested ? (
        <Button variant="filled" aria-haspopup="dialog" className="max-md:flex-1" onClick={() => open('vacancy')}>
          Review request<span className="sr-only"> for {description}</span>
        </Button>
      ) : null}
      {status === 'open' && can.includes('assign') ? (
        <Button variant="filled" aria-haspopup="dialog" className="max-md:flex-1" onClick={() => open('assign')}>
          Assign Substitute<span className="sr-only"> to {description}</span>
        </Button>
      ) : null}
      {can.includes('confirmByPhone') ? <ConfirmByPhone line={line} /> : null}
      <MoreMenu of={description}>
        {all
          .filter(({ isOffered }) => isOffered)
          .map(({ opener, label }) => (
            <MenuItem key={label} onClick={() => open(opener)}>
              {label}
            </MenuItem>
          ))}
      </MoreMenu>
    </div>
  );
}
