import { useQuery } from '@tanstack/react-query';
import { AttendanceDialogs } from '#web/screens/school-admin/dashboard/attendance/attendance-dialogs.tsx';
import { SwapDialog } from '#web/screens/school-admin/dashboard/swap-dialog.tsx';
import { adminLayers } from '#web/features/office/admin-layers.ts';
import { useAdminDialogs } from '#web/features/office/use-admin-dialogs.tsx';
import { boardQuery } from '#web/features/reports/queries.ts';
import { useToldLayer } from '#web/features/office/use-told-layer.ts';
import { useLayer } from '#web/navigation/use-layer.ts';

type BoardDialogsProps = {
  now: Date;
  day: string;
  /** Closes the open dialog if this file fails to load. */
  onClose: () => void;
};

/** Shows the dialogs that the lines of the board open. */
export function BoardDialogs({ now, day }: BoardDialogsProps) {
  const { dialogs } = useAdminDialogs(now);
  const swap = useToldLayer(adminLayers.swap);
  const attendance = useLayer(adminLayers.attendance);
  const { data } = useQuery(boardQuery(day));
  const lineOf = (vacancyId: number) => data?.lines.find(({ id }) => id === vacancyId);
  return (
    <>
      {dialogs}
      {swap.render((props) => (
        <SwapDialog {...props} />
      ))}
      <AttendanceDialogs
        open={attendance.open}
        date={day}
        titleOf={(vacancyId) => lineOf(vacancyId)?.description}
        canRelease={(vacancyId) => lineOf(vacancyId)?.can.includes('release') === true}
        onClose={attendance.close}
      />
    </>
  );
}
