import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type BoardSection, boardSections } from '#domain/board.ts';
import { addDays, formatLongDate, formatShortDate, isDate } from '#domain/time.ts';
import { Loaded } from '#web/api/loaded.tsx';
import { BoardHeader } from '#web/screens/school-admin/dashboard/board-header.tsx';
import { BoardLineRow } from '#web/screens/school-admin/dashboard/board-line.tsx';
import { countsInWords, inOneLine, sectionNames } from '#web/screens/school-admin/dashboard/board-words.ts';
import { PrintedHead } from '#web/screens/school-admin/dashboard/printed-head.tsx';
import { WeekStrip } from '#web/screens/school-admin/dashboard/week-strip.tsx';
import { adminLayers } from '#web/features/office/admin-layers.ts';
import { type Board, boardQuery, type BoardLine } from '#web/features/reports/queries.ts';
import { usePlace } from '#web/navigation/place.tsx';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useParam } from '#web/navigation/use-param.ts';
import { useNow } from '#web/words/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { CountPill } from '#web/ui/count-pill.tsx';
import * as icons from '#web/ui/icons.ts';
import { inFile } from '#web/ui/in-file.tsx';
import { join } from '#web/ui/join.ts';
import { SkeletonRows } from '#web/ui/loading.tsx';
import { DayNavigator } from '#web/ui/month-navigator.tsx';
import { EmptyState } from '#web/ui/page-state.tsx';
import { part } from '#web/ui/part.tsx';
import { whenIdle } from '#web/ui/when-idle.ts';
import { usePrinting } from '#web/screens/school-admin/dashboard/use-printing.ts';

// The dialogs aren't prefetched while the home is idle, because they are its largest part.
const BoardDialogs = part(() => import('#web/screens/school-admin/dashboard/board-dialogs.tsx'), 'BoardDialogs');
const { Content: DaySheet, fetch: fetchDaySheet } = inFile(
  async () => (await import('#web/screens/school-admin/dashboard/day-sheet.tsx')).DaySheet,
);

const DayChangeDialog = part(
  () => import('#web/screens/school-admin/dashboard/day-change-dialog.tsx'),
  'DayChangeDialog',
);
const CoverDialog = part(() => import('#web/screens/school-admin/dashboard/cover-dialog.tsx'), 'CoverDialog');
const FillDay = part(() => import('#web/screens/school-admin/dashboard/fill-day.tsx'), 'FillDay');

const SignInCode = part(() => import('#web/screens/school-admin/dashboard/attendance/sign-in-code.tsx'), 'SignInCode');

const WallDialog = part(() => import('#web/screens/school-admin/dashboard/wall-dialog.tsx'), 'WallDialog');

/** How many covered classes a board shows at first. They need no attention. */
const coveredAtFirst = 8;

/**
 * Shows a school's day: uncovered, then unconfirmed, then covered classes, with the actions for each. The day is in the
 * address. On a day without school, the board opens on the next school day.
 */
export function DayBoard({ today }: { today: string }) {
  const [asked, choose] = useParam('day');
  const chosen = asked !== null && isDate(asked) ? asked : null;
  const { opensOn, closedToday } = useOpeningDay(today, chosen);
  const day = chosen ?? opensOn;
  // Today's empty board isn't shown while that of the next school day loads.
  const isSkipped = chosen === null && opensOn !== today;
  const code = useLayer('code');
  const change = useLayer('change');
  const cover = useLayer('cover');
  const plan = useLayer('plan');
  const wall = useLayer('wall');
  const found = useQuery({ ...boardQuery(day), placeholderData: (before) => (isSkipped ? undefined : before) });
  const now = useNow();
  const printing = usePrinting();
  const { hasDialogs, closeDialog } = useDialogs();
  useEffect(() => whenIdle(() => void fetchDaySheet().catch(() => undefined)), []);
  const lines = found.data?.lines ?? [];
  const renderLines = (board: Board) => <Lines key={day} board={board} now={now} onFill={() => plan.show(day)} />;
  const goTo = (date: string) => choose(date === opensOn ? null : date);
  const step = (date: string) => (isDate(date) ? () => goTo(date) : undefined);
  return (
    <section
      aria-labelledby="coverage"
      data-printed="day"
      onPointerEnter={BoardDialogs.ahead}
      onFocusCapture={BoardDialogs.ahead}
    >
      <PrintedHead title={`Coverage on ${formatLongDate(day)}`} />
      <div className="print:hidden">
        <BoardHeader
          day={day}
          today={today}
          isEmpty={lines.length === 0}
          onCode={() => code.show('today')}
          onChange={change.show}
          onWall={() => wall.show('links')}
          onPlan={
            found.data?.usesCover === true && lines.some(({ status }) => status === 'open')
              ? () => cover.show(day)
              : null
          }
        />
      </div>
      <div className="card">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-3 py-2 max-md:px-2 print:hidden">
          <div className="max-md:w-full">
            <DayNavigator
              day={formatLongDate(day).replaceAll(/ (?=\d)/g, '\u00A0')}
              onPrevious={step(addDays(day, -1))}
              onNext={step(addDays(day, 1))}
            />
          </div>
          {day === today ? null : (
            <Button variant="plain" onClick={() => goTo(today)}>
              Back to today
            </Button>
          )}
        </div>
        <Loaded query={found} what="the day" level={3} skeleton={<SkeletonRows plain />}>
          {(board) => (
            <>
              {isSkipped ? (
                <p className="border-b border-line px-5 py-2.5 text-label font-medium wrap-anywhere text-pending max-md:px-4">
                  There’s no school today{closedToday === null ? '' : `: ${closedToday}`}. This is the next school day.
                </p>
              ) : null}
              <WeekStrip week={board.week} day={day} today={today} onChoose={goTo} />
              {board.closed === null ? null : (
                <p className="border-b border-line px-5 py-2.5 text-label font-medium wrap-anywhere text-pending max-md:px-4">
                  School is closed on this day: {board.closed}
                </p>
              )}
              <div
                aria-busy={found.isPlaceholderData}
                className={join('transition-opacity', found.isPlaceholderData && 'opacity-50')}
              >
                {lines.length === 0 ? (
                  <Nobody day={board.date} today={today} next={board.nextDay} onShow={goTo} />
                ) : printing ? (
                  // Until its file has loaded, the lines are printed.
                  <Suspense fallback={renderLines(board)}>
                    <DaySheet lines={lines} day={day} timeZone={board.timeZone} now={now} />
                  </Suspense>
                ) : (
                  renderLines(board)
                )}
              </div>
            </>
          )}
        </Loaded>
      </div>
      {cover.open === null ? null : (
        <CoverDialog
          key={cover.open}
          of={isDate(cover.open) ? { date: cover.open } : { vacancyId: Number(cover.open) }}
          onClose={cover.close}
        />
      )}
      {plan.open === null || !isDate(plan.open) ? null : (
        <FillDay key={plan.open} date={plan.open} onClose={plan.close} />
      )}
      {wall.open === null ? null : <WallDialog layer={wall} onClose={wall.close} />}
      {code.open === null ? null : <SignInCode onClose={code.close} />}
      {change.open === 'delay' || change.open === 'close' ? (
        <DayChangeDialog key={`${change.open} ${day}`} type={change.open} date={day} onClose={change.close} />
      ) : null}
      {hasDialogs ? <BoardDialogs now={now} day={day} onClose={closeDialog} /> : null}
    </section>
  );
}

/**
 * Returns the day on which the board opens, and the name of a closure today. The day doesn't change while the board is
 * shown, such as when the school closes today, except that a class today leads back to today.
 */
function useOpeningDay(today: string, chosen: string | null): { opensOn: string; closedToday: string | null } {
  const { data } = useQuery({ ...boardQuery(today), enabled: chosen === null });
  const [first, setFirst] = useState<{ today: string; opensOn: string } | null>(null);
  // Around midnight, or with a wrong clock, the server's answer is about another day.
  const opensOn = (data?.today === today && data.opensOn) || today;
  if (data !== undefined && data.date === today && first?.today !== today) setFirst({ today, opensOn });
  const kept = first?.today === today ? first.opensOn : today;
  return { opensOn: opensOn === today ? today : kept, closedToday: data?.closed ?? null };
}

/** Returns whether a dialog about a vacancy is open, or was and its file has loaded; and how to close it. */
function useDialogs(): { hasDialogs: boolean; closeDialog: () => void } {
  const { search } = usePlace();
  const params = new URLSearchParams(search);
  const open = Object.values(adminLayers).findLast((name) => params.has(name));
  const { close } = useLayer(open ?? adminLayers.details);
  const isOpen = open !== undefined;
  const [had, setHad] = useState(isOpen);
  if (isOpen && !had) setHad(true);
  return { hasDialogs: isOpen || (had && BoardDialogs.hasLoaded()), closeDialog: close };
}

type NobodyProps = { day: string; today: string; next: Board['nextDay']; onShow: (date: string) => void };

function Nobody({ day, today, next, onShow }: NobodyProps) {
  return (
    <EmptyState
      icon={icons.calendarCheck}
      title={day === today ? 'No absences today' : 'No absences on this day'}
      level={3}
      action={
        next === null ? null : <Button onClick={() => onShow(next.date)}>Show {formatShortDate(next.date)}</Button>
      }
    >
      {next === null
        ? 'Each absence will appear here with its substitute and their phone number.'
        : `The next absences are on ${formatLongDate(next.date)}: ${countsInWords(next)}.`}
    </EmptyState>
  );
}

type LinesProps = { board: Board; now: Date; onFill: () => void };

function Lines({ board, now, onFill }: LinesProps) {
  const { lines } = board;
  const list = useKeptLine(lines);
  return (
    <div ref={list}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 pt-3 pb-1 max-md:px-4">
        <p className="text-label text-ink-2">{inOneLine(lines)}</p>
        {lines.some(({ status, can }) => status === 'open' && can.includes('assign')) ? (
          <Button aria-haspopup="dialog" onPointerEnter={FillDay.ahead} onClick={onFill} className="max-md:min-h-touch">
            Fill the day
          </Button>
        ) : null}
      </div>
      {boardSections.map((section) => (
        <Section
          key={section}
          section={section}
          board={board}
          now={now}
          lines={lines.filter((line) => line.section === section)}
        />
      ))}
    </div>
  );
}

const headings: Record<BoardSection, string> = {
  uncovered: 'text-urgent',
  unconfirmed: 'text-pending',
  covered: 'text-ink-2',
};

type SectionProps = { section: BoardSection; board: Board; now: Date; lines: readonly BoardLine[] };

function Section({ section, board, now, lines }: SectionProps) {
  const [all, setAll] = useState(false);
  const id = `board-${section}`;
  if (lines.length === 0) return null;
  const shown = all || section !== 'covered' ? lines : lines.slice(0, coveredAtFirst);
  const showAll = () => {
    // The button disappears, so the focus moves to the first line that it revealed.
    flushSync(() => setAll(true));
    document.querySelector<HTMLElement>(`#class-${lines[coveredAtFirst]?.id ?? 0} h4`)?.focus();
  };
  return (
    <section aria-labelledby={id}>
      <h3
        id={id}
        tabIndex={-1}
        className={join('flex items-center gap-2 px-5 pt-4 pb-2 text-label max-md:px-4', headings[section])}
      >
        {sectionNames[section]}
        <CountPill count={lines.length} />
      </h3>
      <ul aria-labelledby={id} className="divide-y divide-line">
        {shown.map((line) => (
          <BoardLineRow key={line.id} line={line} board={board} now={now} />
        ))}
      </ul>
      {shown.length < lines.length ? (
        <div className="border-t border-line px-5 py-3 max-md:px-4">
          <Button onClick={showAll}>Show all {lines.length} covered</Button>
        </div>
      ) : null}
    </section>
  );
}

/**
 * Keeps the keyboard focus on the class that was acted on: it moves to another section, which mounts it again. If the
 * class is gone, focus moves to the section that comes first.
 */
function useKeptLine(lines: readonly BoardLine[]) {
  const list = useRef<HTMLDivElement>(null);
  const last = useRef<string | null>(null);
  const { search } = usePlace();
  useLayoutEffect(() => {
    const element = list.current;
    const remember = ({ target }: FocusEvent) => {
      last.current = target instanceof Element ? (target.closest('li')?.id ?? null) : null;
    };
    // A person who taps elsewhere on the page left the class. Otherwise, its next change would scroll them back to it.
    // A dialog over the page is part of it.
    const leave = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest('main, dialog')?.matches('main') && !element?.contains(target))
        last.current = null;
    };
    element?.addEventListener('focusin', remember);
    addEventListener('pointerdown', leave);
    return () => {
      element?.removeEventListener('focusin', remember);
      removeEventListener('pointerdown', leave);
    };
  }, []);
  // Runs after the effects of a dialog that closed, which focuses the page's heading if its opener is gone.
  useEffect(() => {
    const at = document.activeElement;
    const lost = at === null || at === document.body || at.tagName === 'H1';
    if (!lost || last.current === null) return;
    const heading = document.querySelector<HTMLElement>(`#${last.current} h4`) ?? list.current?.querySelector('h3');
    heading?.focus();
  }, [lines, search]);
  return list;
}
