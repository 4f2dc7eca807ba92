import { useQuery } from '@tanstack/react-query';
import { Link } from '#web/navigation/link.tsx';
import { useEffect } from 'react';
import { noticesQuery, useReadNotices } from '#web/features/notices/notices.ts';
import { Badge } from '#web/ui/badge.tsx';
import { dayAndTime } from '#web/words/people.ts';
import { Loading, Skeleton } from '#web/ui/loading.tsx';
import { join } from '#web/ui/join.ts';
import { closePopoverOf } from '#web/ui/popover.tsx';

/** Notifications, newest first. Seeing them marks them as read. */
export function Notices() {
  // Opening the menu refetches, because the cache may be stale.
  const notices = useQuery({ ...noticesQuery, refetchOnMount: 'always' });
  const { mutate: markRead } = useReadNotices();

  const newest = notices.data?.find((notice) => notice.readAt === null)?.id;
  useEffect(() => {
    if (newest !== undefined) markRead(newest);
  }, [newest, markRead]);

  if (notices.isError)
    return <p className="p-4 text-label">Notifications could not be loaded. Close this menu and open it again.</p>;
  return (
    <Loading
      when={notices.isPending}
      label="Loading notifications"
      skeleton={
        <div className="grid gap-2 p-4">
          <Skeleton className="h-3.5 w-40 rounded-[6px]" />
          <Skeleton className="h-3.5 w-64 rounded-[6px]" />
        </div>
      }
    >
      {() =>
        !notices.data?.length ? (
          <p className="p-4 text-label text-ink-3">No new notifications</p>
        ) : (
          <>
            <h2 className="px-2.5 pt-1.5 pb-1">Notifications</h2>
            <ul className="divide-y divide-line">
              {notices.data.map((notice) => (
                <li key={notice.id} className="grid gap-0.5 px-2.5 py-2.5 text-label">
                  <p className="flex flex-wrap items-center gap-2 font-semibold text-ink">
                    {notice.path === null ? (
                      notice.title
                    ) : (
                      <Link
                        to={notice.path}
                        onClick={(event) => closePopoverOf(event.currentTarget)}
                        className="min-h-6 text-ink no-underline hover:underline"
                      >
                        {notice.title}
                      </Link>
                    )}
                    {notice.isUrgent ? <Badge tone="urgent">Urgent</Badge> : null}
                    {notice.readAt === null ? <Badge>New</Badge> : null}
                  </p>
                  {/* A message appears nowhere else, so it is shown in full. The others are shortened to two non-empty lines. */}
                  <p className={join('wrap-anywhere whitespace-pre-line', notice.kind !== 'message' && 'line-clamp-2')}>
                    {notice.kind === 'message' ? notice.body : notice.body.replaceAll(/\n\s*\n/g, '\n')}
                  </p>
                  <p className="text-meta text-ink-3">{dayAndTime(notice.createdAt)}</p>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Loading>
  );
}
