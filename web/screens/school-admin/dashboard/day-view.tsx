import { useQuery } from '@tanstack/react-query';
import { addDays, formatDate, formatLongDate, formatTimeRange, isDate } from '#domain/time.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { densityOf } from '#web/screens/school-admin/dashboard/paper.ts';
import { printPart } from '#web/screens/school-admin/dashboard/print.ts';
import { PrintedHead } from '#web/screens/school-admin/dashboard/printed-head.tsx';
import { dashboardQuery, type Room } from '#web/features/reports/queries.ts';
import { StatusBadge } from '#web/features/vacancies/card/status-badge.tsx';
import { counted } from '#web/words/time.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SectionHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { join } from '#web/ui/join.ts';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { DayNavigator } from '#web/ui/month-navigator.tsx';
import { EmptyState, ErrorState } from '#web/ui/page-state.tsx';
import { part } from '#web/ui/part.tsx';
import { Table } from '#web/ui/table.tsx';

// Shown from the morning of the day on, so it loads after the list.
const { Part: AttendanceLine } = part(
  async () => (await import('#web/features/attendance/attendance-line.tsx')).AttendanceLine,
);
const { Part: SignInCode } = part(async () => (await import('#web/features/attendance/sign-in-code.tsx')).SignInCode);

/** Every absence of a day with its substitute, uncovered classes first. The day is in the address. */
export function DayView({ today }: { today: string }) {
  const [asked, choose] = useParam('day');
  const day = asked !== null && isDate(asked) ? asked : today;
  const code = useLayer('code');
  const found = useQuery(dashboardQuery(day));
  const rooms = found.data?.rooms ?? [];
  const goTo = (date: string) => (isDate(date) ? () => choose(date === today ? null : date) : undefined);
  const title = day === today ? 'Today’s coverage' : 'Coverage';
  return (
    <section aria-labelledby="coverage" data-printed="day">
      <PrintedHead title={`Coverage on ${formatLongDate(day)}`} />
      <div className="print:hidden">
        <SectionHeader
          id="coverage"
          title={title}
          link={
            <span className="flex flex-wrap justify-end gap-2">
              {day === today && rooms.length > 0 ? (
                <Button variant="plain" onClick={() => code.show('today')}>
                  Sign-in code
                </Button>
              ) : null}
              <Button
                variant="plain"
                icon={icons.printer}
                disabled={rooms.length === 0}
                onClick={() => printPart('day', `Coverage on ${formatDate(day)}`)}
              >
                Print this day
              </Button>
            </span>
          }
        />
      </div>
      <div className="card">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-3 py-2 max-md:px-2 print:hidden">
          <div className="max-md:w-full md:min-w-88">
            <DayNavigator
              day={formatLongDate(day).replaceAll(/ (?=\d)/g, '\u00A0')}
              onPrevious={goTo(addDays(day, -1))}
              onNext={goTo(addDays(day, 1))}
            />
          </div>
          {day === today ? null : (
            <Button variant="plain" onClick={() => choose(null)}>
              Back to today
            </Button>
          )}
        </div>
        {found.isError ? (
          <ErrorState
            title="The day could not be loaded"
            level={3}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          >
            {sentenceOf(found.error)}
          </ErrorState>
        ) : (
          <Loading when={found.isPending} label="Loading the day" skeleton={<SkeletonRows plain />}>
            {() => (
              <div
                aria-busy={found.isPlaceholderData}
                className={join('transition-opacity', found.isPlaceholderData && 'opacity-50')}
              >
                {rooms.length === 0 ? (
                  <Nobody day={day} today={today} />
                ) : (
                  <Rooms rooms={rooms} day={day} past={day < today} />
                )}
              </div>
            )}
          </Loading>
        )}
      </div>
      {code.open === null ? null : <SignInCode onClose={code.close} />}
    </section>
  );
}

function Nobody({ day, today }: { day: string; today: string }) {
  return (
    <EmptyState
      icon={icons.calendarCheck}
      title={day === today ? 'No absences today' : 'No absences on this day'}
      level={3}
    >
      Each absence will appear here with its substitute and their phone number.
    </EmptyState>
  );
}

function Rooms({ rooms, day, past }: { rooms: readonly Room[]; day: string; past: boolean }) {
  return (
    <div data-density={densityOf(rooms)}>
      <p className="px-5 pt-3 pb-1 text-label text-ink-2 max-md:px-4 print:px-3">{inOneLine(rooms)}</p>
      <Table
        caption={`Absences on ${formatLongDate(day)}`}
        rows={rooms}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'times',
            head: 'Times',
            phone: 'line',
            renderCell: ({ startTime, endTime }) => (
              <span className="whitespace-nowrap text-ink tabular-nums">{formatTimeRange(startTime, endTime)}</span>
            ),
          },
          { key: 'absent', head: 'Absent', phone: 'title', renderCell: (room) => <Absent room={room} /> },
          { key: 'substitute', head: 'Substitute', phone: 'line', renderCell: (room) => <Covers room={room} /> },
          {
            key: 'attendance',
            head: 'Attendance',
            phone: 'line',
            renderCell: ({ id, description }) => <AttendanceLine vacancyId={id} date={day} title={description} />,
          },
          { key: 'phone', head: 'Phone', phone: 'line', renderCell: (room) => <Phone room={room} /> },
          {
            key: 'status',
            head: 'Status',
            phone: 'corner',
            end: true,
            renderCell: (room) => <Standing room={room} past={past} />,
          },
          {
            key: 'here',
            head: 'Here',
            phone: 'hidden',
            onPaper: true,
            renderCell: () => <span className="box inline-block size-3 border border-ink-2" />,
          },
        ]}
      />
    </div>
  );
}

function inOneLine(rooms: readonly Room[]): string {
  const having = (status: Room['status']) => rooms.filter((room) => room.status === status).length;
  const [open, pending, filled] = [having('open'), having('pending_approval'), having('filled')];
  const unconfirmed = rooms.filter(({ confirmed }) => confirmed === false).length;
  const parts = [
    ...(open > 0 ? [`${open} uncovered`] : []),
    ...(pending > 0 ? [`${counted(pending, 'request')} to review`] : []),
    ...(unconfirmed > 0 ? [`${unconfirmed} unconfirmed`] : []),
    ...(filled > unconfirmed ? [`${filled - unconfirmed} covered`] : []),
  ];
  return `${counted(rooms.length, 'absence')}: ${parts.join(', ')}.`;
}

function Absent({ room: { teacherName, description, isUrgent } }: { room: Room }) {
  return (
    <>
      <span className="one-line block wrap-anywhere">{teacherName}</span>{' '}
      <span className="one-line flex flex-wrap items-center gap-x-2 text-meta font-regular wrap-anywhere text-ink-3">
        {description}
        {isUrgent ? <Badge tone="urgent">Urgent</Badge> : null}
      </span>
    </>
  );
}

function Covers({ room: { substitute, status } }: { room: Room }) {
  if (substitute === null) return <span className="whitespace-nowrap text-ink-3">No one yet</span>;
  if (status === 'pending_approval') return <span className="wrap-anywhere">Requested by {substitute.fullName}</span>;
  return <span className="font-medium wrap-anywhere text-ink">{substitute.fullName}</span>;
}

function Phone({ room: { substitute } }: { room: Room }) {
  if (substitute === null) return null;
  if (substitute.phone === null) return <span className="text-ink-3">No phone number</span>;
  return (
    <a
      href={`tel:${substitute.phone.replaceAll(/[^+\d]/g, '')}`}
      className="link inline-flex min-h-6 items-center whitespace-nowrap tabular-nums pointer-coarse:min-h-touch print:no-underline"
    >
      {substitute.phone}
    </a>
  );
}

function Standing({ room: { status, confirmed }, past }: { room: Room; past: boolean }) {
  return (
    <span className="one-line inline-grid justify-items-end gap-0.5">
      <StatusBadge status={status} past={past} />{' '}
      {confirmed === null ? null : (
        <span className={confirmed ? 'text-meta text-ink-3' : 'text-meta font-semibold text-pending'}>
          {confirmed ? 'Confirmed' : 'Unconfirmed'}
        </span>
      )}
    </span>
  );
}
