import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { productName } from '#domain/product.ts';
import { formatLongDate, formatTime, formatTimeRange, localTime } from '#domain/time.ts';
import { lastOf } from '#web/page/letter-page.tsx';
import { useWallPages } from '#web/screens/public/wall/use-wall-pages.ts';
import { isRefused, type Wall as WallOfDay, type WallRow, wallQuery } from '#web/screens/public/wall/wall.ts';
import { usePlace } from '#web/navigation/place.tsx';
import { deviceZone } from '#web/words/people.ts';
import { Button } from '#web/ui/button.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';

const mostJitterMs = 5000;

/**
 * Today's board for a screen on a wall: a secret link opens it, it stays current, and it can be read from ten feet
 * away.
 */
export function Wall() {
  const token = lastOf(usePlace().path);
  const [jitter] = useState(() => Math.round(Math.random() * mostJitterMs));
  const found = useQuery(wallQuery(token, jitter));
  useDocumentTitle('Wall view');
  if (isRefused(found.error))
    return (
      <Message title="This link no longer works">
        It may have been revoked. A school administrator can create another one: on the dashboard, press More, then Wall
        view.
      </Message>
    );
  if (found.data === undefined)
    return found.isError ? (
      <Message title={`We can’t reach ${productName}`}>
        This page keeps trying every 30 seconds. Check this screen’s network connection.
      </Message>
    ) : (
      <Message title="Loading today’s classes" />
    );
  return <Day wall={found.data} readAt={found.dataUpdatedAt} isAway={found.isError} />;
}

function Message({ title, children }: { title: string; children?: string }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-[22em] content-center gap-[0.5em] p-[1em] text-[clamp(1.25rem,2.2vw,5rem)] leading-snug">
      <h1 className="text-[1.4em] leading-tight">{title}</h1>
      {children === undefined ? null : <p>{children}</p>}
    </main>
  );
}

function Day({ wall, readAt, isAway }: { wall: WallOfDay; readAt: number; isAway: boolean }) {
  const { box, page, pages, from, to, above, isPaused, pause } = useWallPages(wall.rows.length);
  const uncovered = wall.rows.filter(({ isCovered }) => !isCovered).length;
  return (
    <main className="flex h-dvh flex-col overflow-hidden px-[1em] text-[clamp(1.125rem,2.1vw,5rem)] leading-tight">
      <header className="flex flex-none flex-wrap items-baseline justify-between gap-x-[1em] py-[0.6em]">
        <h1 className="text-[1.25em] leading-tight wrap-anywhere">
          {wall.school} <span className="font-normal text-ink-2 max-md:block">{formatLongDate(wall.date)}</span>
        </h1>
        {wall.rows.length === 0 ? null : (
          <p className="font-semibold">
            <span className={uncovered === 0 ? undefined : 'text-urgent'}>{uncovered} uncovered</span>
            {' · '}
            {wall.rows.length - uncovered} covered
          </p>
        )}
      </header>
      {wall.rows.length === 0 ? (
        <p className="grid flex-1 place-content-center text-center text-[1.5em] text-ink-2">No absences today</p>
      ) : (
        <>
          <div
            aria-hidden="true"
            className={join(
              columns,
              'flex-none border-b-2 border-line pb-[0.2em] text-ink-3 max-md:hidden [&>span]:text-[0.65em]',
            )}
          >
            <span>Time</span>
            <span>Room</span>
            <span>Teacher</span>
            <span>Substitute</span>
          </div>
          <div ref={box} className="min-h-0 flex-1 overflow-hidden">
            <ul aria-label="Today’s classes" style={{ transform: `translateY(${-above}px)` }}>
              {wall.rows.map((row, at) => (
                // Rows have no ids, so their positions are their keys here.
                <Row key={at} row={row} isShown={at >= from && at < to} />
              ))}
            </ul>
          </div>
        </>
      )}
      <footer className="flex min-h-touch flex-none flex-wrap items-center justify-between gap-x-[1.5em] gap-y-1 border-t-2 border-line py-[0.4em] text-[0.65em]">
        <p className={isAway ? 'font-semibold text-urgent' : 'text-ink-2'}>
          {isAway
            ? `We can’t reach ${productName}. Last updated at ${timeOf(readAt)}.`
            : `Updated at ${timeOf(readAt)}`}
        </p>
        {pages === 1 ? null : (
          <div className="flex items-center gap-[1em]">
            <p className="tabular-nums">
              Page {page + 1} of {pages}
            </p>
            <Button variant="plain" className="min-h-touch text-[1em]!" onClick={() => pause(!isPaused)}>
              {isPaused ? 'Turn pages' : 'Pause pages'}
            </Button>
          </div>
        )}
      </footer>
    </main>
  );
}

const columns = 'md:grid md:grid-cols-[12em_5.5em_1fr_1fr] md:gap-x-[0.8em]';

function Row({ row, isShown }: { row: WallRow; isShown: boolean }) {
  const { room, startTime, endTime, teacher, substitute, isCovered } = row;
  return (
    <li
      className={join('border-b border-line py-[0.4em] md:items-baseline', columns, isShown ? undefined : 'invisible')}
    >
      <p className="text-ink-2 tabular-nums max-md:inline">{formatTimeRange(startTime, endTime)}</p>
      <p className="text-ink-2 max-md:inline max-md:before:content-['_·_'] max-md:empty:hidden">{room}</p>
      <p className="font-semibold wrap-anywhere text-ink">{teacher}</p>
      {isCovered ? (
        <p className="wrap-anywhere text-ink">
          <Icon shape={icons.check} className="mr-[0.3em] inline! size-[0.9em]! text-filled" />
          {substitute ?? 'Covered'}
        </p>
      ) : (
        <p className="font-semibold text-urgent">
          <Icon shape={icons.alert} className="mr-[0.3em] inline! size-[0.9em]!" />
          Uncovered
        </p>
      )}
    </li>
  );
}

const timeOf = (instant: number) => formatTime(localTime(new Date(instant), deviceZone()));
