import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  approveAllHours,
  approveHours,
  exportHours,
  exportHoursSummary,
  hourFilters,
  lockHours,
} from '#contract/hours.ts';
import { formatCents, formatMinutes, formatUnits } from '#domain/pay.ts';
import { formatDate, isDate, localDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { sending } from '#web/api/sending.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { type HourLine, periodWords } from '#web/features/hours/hour-words.ts';
import { NeedsSchool } from '#web/features/schools/needs-school.tsx';
import type { Ahead } from '#web/navigation/ahead.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { useSubject } from '#web/navigation/use-subject.ts';
import { useSearch } from '#web/navigation/use-search.ts';
import { HourTable } from '#web/screens/school-admin/hours/hour-table.tsx';
import {
  type HourFilter,
  dueCorrectionsQuery,
  type Hours as HoursOfPeriod,
  hoursQuery,
  useHourCommand,
} from '#web/screens/school-admin/hours/queries.ts';
import { useSession } from '#web/session/session.ts';
import { counted, zoneOf } from '#web/words/time.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/choice.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CountPanel } from '#web/ui/count-panel.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';
import { PeriodNavigator } from '#web/ui/month-navigator.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { part } from '#web/ui/part.tsx';
import { ShowMore } from '#web/api/show-more.tsx';

const LineDialog = part(() => import('#web/screens/school-admin/hours/line-dialog.tsx'), 'LineDialog');
const PayDialog = part(() => import('#web/screens/school-admin/hours/pay-dialog.tsx'), 'PayDialog');
const FileDialog = part(() => import('#web/screens/school-admin/hours/file-dialog.tsx'), 'FileDialog');

const filterNames: Record<HourFilter, string> = {
  all: 'All',
  exceptions: 'Exceptions',
  open: 'Not approved',
  approved: 'Approved',
};

/** Prefetches the first data of this screen. */
export const ahead: Ahead = (queries, { schoolId }) => {
  if (schoolId !== null) void queries.prefetchInfiniteQuery(hoursQuery({ date: '', show: 'all', search: '' }));
};

/** Shows a pay period: the substitutes' hours, exceptions first, to approve, lock and export. */
export function Hours() {
  return (
    <NeedsSchool title="Hours">
      <HoursOfSchool />
    </NeedsSchool>
  );
}

function HoursOfSchool() {
  const { schools } = useSession();
  const [askedDate, chooseDate] = useParam('period');
  const [askedFilter, chooseFilter] = useParam('show');
  const { typed, type, search } = useSearch();
  const date = askedDate !== null && isDate(askedDate) ? askedDate : '';
  const show = hourFilters.find((known) => known === askedFilter) ?? 'all';
  const query = useInfiniteQuery(hoursQuery({ date, show, search }));
  const hours = query.data?.pages[0]?.rows;
  const lines = query.data?.pages.flatMap(({ rows }) => rows.rows) ?? [];
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const layer = useLayer();
  const listed = lines.find(({ key }) => layer.open === `line-${key}`);
  const kept = useSubject(layer.open, listed);
  // It stays open with its text even if a colleague's approval takes the line off the filtered list.
  const opened = listed ?? kept;
  const goTo = (day: string) => {
    choose(new Set());
    chooseDate(day);
  };
  return (
    <>
      <PageHeader
        title="Hours"
        actions={
          <>
            <Button icon={icons.download} onClick={() => layer.show('file')}>
              Payroll file
            </Button>
            <a
              href={`${exportHoursSummary.path}${date === '' ? '' : `?date=${date}`}`}
              download
              className={buttonClass()}
            >
              <Icon shape={icons.download} size="small" />
              PDF summary
            </a>
            <Button icon={icons.sliders} onClick={() => layer.show('pay')}>
              Pay settings
            </Button>
          </>
        }
      >
        Substitutes’ hours for payroll.
      </PageHeader>
      <Loaded query={query} what="the hours" skeleton={<SkeletonRows plain />}>
        {() =>
          hours === undefined ? null : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <PeriodNavigator
                period={periodWords(hours.period)}
                onPrevious={() => goTo(hours.previous.from)}
                onNext={hours.next.from <= hours.today ? () => goTo(hours.next.from) : undefined}
              />
              <State hours={hours} zone={zoneOf(schools)} onGo={goTo} />
              <Totals hours={hours} />
              <div className="flex flex-wrap items-end justify-between gap-3 print:hidden">
                <Segmented
                  label="Lines"
                  options={hourFilters.map((value) => ({ value, label: filterNames[value] }))}
                  value={show}
                  onChange={(value) => chooseFilter(value === 'all' ? null : value)}
                />
                <div className="min-w-56 max-md:w-full">
                  <SearchInput
                    aria-label="Search by name or employee ID"
                    placeholder="Name or employee ID"
                    value={typed}
                    onType={type}
                  />
                </div>
              </div>
              {hours.locked === null ? (
                <Approving hours={hours} lines={lines} chosen={chosen} onDone={() => choose(new Set())} />
              ) : null}
              {lines.length === 0 ? (
                <EmptyState
                  icon={icons.calendarCheck}
                  title={hours.totals.lines === 0 ? 'No hours yet' : 'Nothing found'}
                  level={3}
                >
                  {hours.totals.lines === 0
                    ? 'Classes that substitutes covered appear here once they are over.'
                    : 'Try another filter, or part of the name.'}
                </EmptyState>
              ) : (
                <HourTable
                  lines={lines}
                  counting={hours}
                  isLocked={hours.locked !== null}
                  chosen={chosen}
                  onChoose={choose}
                  onOpen={({ key }) => layer.show(`line-${key}`)}
                />
              )}
              <ShowMore of={query} />
            </div>
          )
        }
      </Loaded>
      {opened !== null && hours !== undefined ? (
        <LineDialog key={opened.key} line={opened} counting={hours} onClose={layer.close} />
      ) : null}
      {layer.open === 'pay' ? <PayDialog onClose={layer.close} /> : null}
      {layer.open === 'file' && hours !== undefined ? (
        <FileDialog
          hours={hours}
          lines={lines}
          address={`${exportHours.path}?date=${hours.period.from}`}
          onClose={layer.close}
        />
      ) : null}
    </>
  );
}

type StateProps = { hours: HoursOfPeriod; zone: string; onGo: (day: string) => void };

function State({ hours, zone, onGo }: StateProps) {
  const { locked, previous, previousWaits } = hours;
  if (locked === null)
    return (
      <>
        {previousWaits ? (
          <Banner tone="pending" actions={<Button onClick={() => onGo(previous.from)}>Review it</Button>}>
            The pay period {periodWords(previous)} isn’t locked yet.
          </Banner>
        ) : null}
        <DueCorrections onGo={onGo} />
      </>
    );
  return (
    <Banner icon={icons.shield}>
      Locked by {locked.by} on {formatDate(localDate(new Date(locked.at), zone))}. These lines don’t change anymore.
      Open a line to enter a correction, which is paid in the current period.
    </Banner>
  );
}

/** Shows each locked period whose classes changed after it was locked, because payroll no longer looks there. */
function DueCorrections({ onGo }: Pick<StateProps, 'onGo'>) {
  const { data, isPending } = useQuery(dueCorrectionsQuery);
  // The lines below would move down.
  if (isPending) return <Loading when label="Loading the corrections" skeleton={null} />;
  return data?.map(({ period, lines }) => (
    <Banner
      key={period.from}
      tone="pending"
      actions={<Button onClick={() => onGo(period.from)}>Review {counted(lines, 'correction')}</Button>}
    >
      {counted(lines, 'locked line')} of {periodWords(period)} would now pay a different amount.
    </Banner>
  ));
}

function Totals({ hours }: { hours: HoursOfPeriod }) {
  const { totals, approved, exceptions, unit, hasMoney } = hours;
  return (
    <CountPanel
      counts={[
        { label: 'Substitutes', value: totals.people, note: counted(totals.lines, 'line') },
        {
          label: 'Hours',
          value: formatMinutes(totals.minutes),
          ...(unit === 'hour' ? {} : { note: formatUnits(unit, totals.units) }),
        },
        ...(hasMoney ? [{ label: 'Amount', value: formatCents(totals.cents) }] : []),
        {
          label: hours.locked === null ? 'Approved' : 'Locked',
          value: `${approved.lines} of ${totals.lines}`,
          note: hasMoney ? formatCents(approved.cents) : `${formatMinutes(approved.minutes)} h`,
        },
        { label: 'Exceptions', value: exceptions, noteIsPending: true },
      ]}
    />
  );
}

type ApprovingProps = {
  hours: HoursOfPeriod;
  lines: readonly HourLine[];
  chosen: ReadonlySet<string>;
  onDone: () => void;
};

/** Shows the buttons for several lines: approve the chosen ones, approve all, lock. */
function Approving({ hours, lines, chosen, onDone }: ApprovingProps) {
  const { period, totals, approved, ready } = hours;
  const some = useHourCommand({
    send: (wanted: readonly HourLine[]) =>
      call(approveHours, {
        body: { lines: wanted.map(({ key, version, minutes, cents }) => ({ key, version, minutes, cents })) },
      }),
    done: ({ approved: count }: { approved: number }) => `${counted(count, 'line')} approved`,
  });
  const all = useHourCommand({
    send: () => call(approveAllHours, { body: { date: period.from } }),
    done: ({ approved: count, left }: { approved: number; left: number }) =>
      `${counted(count, 'line')} approved${left === 0 ? '' : `, ${counted(left, 'exception')} left`}`,
  });
  const wanted = lines.filter(({ key, state }) => chosen.has(key) && state === 'open');
  const isReadyToLock = hours.isOver && totals.lines > 0 && approved.lines === totals.lines;
  if (totals.lines === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {wanted.length > 0 ? (
        <Button variant="filled" pending={some.isPending} onClick={() => some.mutate(wanted, { onSuccess: onDone })}>
          Approve {counted(wanted.length, 'line')}
        </Button>
      ) : null}
      {ready > 0 ? (
        <Button
          variant={wanted.length > 0 ? 'outlined' : 'filled'}
          icon={icons.check}
          pending={all.isPending}
          onClick={() => all.mutate(undefined, { onSuccess: onDone })}
          className="max-md:whitespace-normal"
        >
          Approve {ready === 1 ? 'the line' : ready === 2 ? 'both lines' : `all ${ready} lines`} without exceptions
        </Button>
      ) : null}
      {isReadyToLock ? <Lock hours={hours} /> : null}
      {!hours.isOver && ready === 0 && approved.lines === totals.lines ? (
        <p className="text-meta text-ink-3">Everything so far is approved. You can lock the period when it is over.</p>
      ) : null}
    </div>
  );
}

function Lock({ hours }: { hours: HoursOfPeriod }) {
  const { period, totals } = hours;
  const layer = useLayer('lock');
  const lock = useHourCommand({
    send: () =>
      call(lockHours, { body: { ...period, lines: totals.lines, minutes: totals.minutes, cents: totals.cents } }),
    done: () => 'Pay period locked',
    ownErrors: true,
  });
  return (
    <>
      <Button variant="filled" icon={icons.shield} onClick={() => layer.show('on')}>
        Lock period
      </Button>
      <ConfirmDialog
        open={layer.open === 'on'}
        onClose={layer.close}
        onConfirm={() => lock.mutate(undefined, { onSuccess: layer.close })}
        title="Lock this pay period?"
        confirmLabel="Lock period"
        {...sending(lock, 'Locking...')}
      >
        <p>
          {periodWords(period)}: {counted(totals.lines, 'line')}, {formatMinutes(totals.minutes)} hours
          {hours.hasMoney ? `, ${formatCents(totals.cents)}` : ''}. Locked lines can’t be changed or unlocked. Correct
          mistakes with an entry in the current period.
        </p>
      </ConfirmDialog>
    </>
  );
}
