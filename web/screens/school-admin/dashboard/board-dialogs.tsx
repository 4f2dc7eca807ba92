import { SwapDialog } from '#web/screens/school-admin/dashboard/swap-dialog.tsx';
import { adminLayers } from '#web/features/office/admin-layers.ts';
import { useAdminDialogs } from '#web/features/office/use-admin-dialogs.tsx';
import { useVacancyLayer } from '#web/features/vacancies/move/use-vacancy-layer.ts';

/** Shows the dialogs that the lines of the board open. */
export function BoardDialogs({ now }: { now: Date }) {
  const { dialogs } = useAdminDialogs(now);
  const swap = useVacancyLayer(adminLayers.swap);
  return (
    <>
      {dialogs}
      {swap.render((props) => (
        <SwapDialog {...props} />
      ))}
    </>
  );
}
