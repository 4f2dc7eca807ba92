import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '#web/navigation/link.tsx';
import { useEffect, useState } from 'react';
import { noticesQuery, useReadNotices, type ShownNotice } from '#web/layout/shown-notices.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useSession } from '#web/session/session.ts';
import { dayAndTime } from '#web/words/people.ts';
import { zoneOf } from '#web/words/time.ts';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { join } from '#web/ui/join.ts';
import { moreOf } from '#web/api/show-more.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { closePopoverOf } from '#web/ui/popover.tsx';

/** Notifications, newest first. Showing them marks them as read. They still look new until the menu closes. */
export function Notices() {
  // Opening the menu refetches them, because the cache may be stale.
  const found = useInfiniteQuery({ ...noticesQuery, refetchOnMount: 'always' });
  const { mutate: markRead } = useReadNotices();
  const timeZone = zoneOf(useSession().schools);
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());

  const notices = found.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const unread = notices.filter(({ readAt }) => readAt === null).map(({ id }) => id);
  const [upTo, from] = [unread[0], unread.at(-1)];
  if (unread.some((id) => !fresh.has(id))) setFresh(new Set([...fresh, ...unread]));
  useEffect(() => {
    if (upTo !== undefined && from !== undefined) markRead({ from, upTo });
  }, [upTo, from, markRead]);

  if (found.isError && found.data === undefined)
    return <p className="p-4 text-label">Notifications could not be loaded. Close this menu and open it again.</p>;
  return (
    <Loading
      when={found.isPending}
      label="Loading notifications"
      skeleton={
        <div className="grid gap-2 p-4">
          <Skeleton className="h-3.5 w-40 rounded-[6px]" />
          <Skeleton className="h-3.5 w-64 rounded-[6px]" />
        </div>
      }
    >
      {() =>
        notices.length === 0 ? (
          <p className="p-4 text-label text-ink-3">No new notifications</p>
        ) : (
          <>
            <h2 className="px-2.5 pt-1.5 pb-1">Notifications</h2>
            <ul className="divide-y divide-line">
              {notices.map((notice) => (
                <NoticeRow
                  key={notice.id}
                  notice={notice}
                  isFresh={notice.readAt === null || fresh.has(notice.id)}
                  timeZone={timeZone}
                />
              ))}
            </ul>
            {found.hasNextPage ? (
              <div className="p-2.5">
                <MoreButton {...moreOf(found)} onClick={() => void found.fetchNextPage()} />
              </div>
            ) : null}
          </>
        )
      }
    </Loading>
  );
}

type NoticeRowProps = { notice: ShownNotice; isFresh: boolean; timeZone: string };

function NoticeRow({ notice, isFresh, timeZone }: NoticeRowProps) {
  const { kind, title, body, path, isUrgent, createdAt, gone } = notice;
  return (
    <li
      data-new={isFresh ? '' : undefined}
      className={join(
        'relative grid grid-cols-[minmax(0,1fr)] gap-0.5 px-2.5 py-2.5 text-label',
        path !== null && 'hover:bg-subtle',
        isFresh && 'bg-accent-soft shadow-[inset_3px_0_var(--color-accent-ink)]',
      )}
    >
      <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere text-ink">
        {path === null ? (
          <span className="min-w-0">{title}</span>
        ) : (
          // The whole row is the link, so it is easy to tap.
          <Link
            to={path}
            onClick={(event) => closePopoverOf(event.currentTarget)}
            className="min-h-6 min-w-0 text-ink no-underline after:absolute after:inset-0 hover:underline"
          >
            {title}
          </Link>
        )}
        {gone === null ? null : <Badge>{gone === 'taken' ? 'Taken' : 'Canceled'}</Badge>}
        {isUrgent && gone === null ? <Badge tone="urgent">Urgent</Badge> : null}
        {isFresh ? <Badge>New</Badge> : null}
      </p>
      {/* A message appears nowhere else, so it is shown in full. Of the others, two lines of what happened, without a
      greeting: the title has the class. */}
      <p className={join('wrap-anywhere whitespace-pre-line', kind !== 'message' && 'line-clamp-2')}>
        {kind === 'message' ? body : body.replace(/^Hello .*,\n/, '').split('\n\n', 1)[0]}
      </p>
      <p className="text-meta text-ink-3">{dayAndTime(createdAt, timeZone)}</p>
    </li>
  );
}
