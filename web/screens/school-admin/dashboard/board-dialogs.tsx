import { useAdminDialogs } from '#web/features/office/use-admin-dialogs.tsx';

/** The dialogs that the lines of the board open. */
export function BoardDialogs({ now }: { now: Date }) {
  return useAdminDialogs(now).dialogs;
}
