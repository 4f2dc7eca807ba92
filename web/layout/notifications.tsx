import { useQuery } from '@tanstack/react-query';
import { part } from '#web/ui/part.tsx';
import { badgesQuery } from '#web/session/badges.ts';
import { IconButton } from '#web/ui/button.tsx';
import { CountPill } from '#web/ui/count-pill.tsx';
import * as icons from '#web/ui/icons.ts';
import { Popover } from '#web/ui/popover.tsx';

const Notices = part(() => import('#web/layout/notices.tsx'), 'Notices');

/** Shows the notification bell. Opening it marks the notifications shown as read. */
export function NotificationsMenu() {
  const { data: badges } = useQuery(badgesQuery);
  const unread = badges?.unreadNotices ?? 0;
  return (
    <Popover
      label="Notifications"
      // The menu is at least one line high, so it doesn't open as a slit while its file loads.
      className="min-h-touch max-h-[min(34rem,calc(100dvh-5rem))] w-90 overflow-x-hidden overflow-y-auto"
      renderTrigger={(attributes) => (
        <span className="relative">
          <IconButton
            {...attributes}
            label={unread > 0 ? `Notifications, ${unread} new` : 'Notifications, none new'}
            icon={icons.bell}
          />
          {unread > 0 ? (
            <CountPill
              count={unread}
              active
              className="pointer-events-none absolute bottom-1/2 left-1/2 h-[18px]! min-w-[18px]! px-1.25!"
            />
          ) : null}
        </span>
      )}
    >
      <Notices />
    </Popover>
  );
}
