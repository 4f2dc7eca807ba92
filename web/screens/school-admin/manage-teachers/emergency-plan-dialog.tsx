import type { User } from '#contract/person.ts';
import { EmergencyPlanEditor } from '#web/features/vacancies/plans/emergency-plan-form.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';

type EmergencyPlanDialogProps = { person: User; timeZone: string; onClose: () => void };

/** Shows a teacher's emergency plan, for the front office. It is mounted while it is open. */
export function EmergencyPlanDialog({ person, timeZone, onClose }: EmergencyPlanDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="Emergency plan"
      subtitle={`${person.fullName} can see that you opened it.`}
      footer={<CloseButton>Close</CloseButton>}
    >
      <EmergencyPlanEditor teacherId={person.id} timeZone={timeZone} />
    </Dialog>
  );
}
