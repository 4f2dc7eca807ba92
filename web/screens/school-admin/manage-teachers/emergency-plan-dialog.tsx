import { useCallback, useState } from 'react';
import type { User } from '#contract/person.ts';
import { EmergencyPlanEditor } from '#web/features/vacancies/plans/emergency-plan-form.tsx';
import type { OnDirty } from '#web/features/vacancies/plans/student-details.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';

type EmergencyPlanDialogProps = { person: User; timeZone: string; onClose: () => void };

/** Shows a teacher's emergency plan, for the front office. It is mounted while it is open. */
export function EmergencyPlanDialog({ person, timeZone, onClose }: EmergencyPlanDialogProps) {
  const [dirty, setDirty] = useState({ plan: false, details: false });
  const note = useCallback<OnDirty>((form, isDirty) => setDirty((before) => ({ ...before, [form]: isDirty })), []);
  return (
    <Dialog
      onClose={onClose}
      wide
      dirty={dirty.plan || dirty.details}
      title="Emergency plan"
      subtitle={`${person.fullName} can see that you opened it.`}
      footer={<CloseButton>Close</CloseButton>}
    >
      <EmergencyPlanEditor teacherId={person.id} timeZone={timeZone} onDirty={note} />
    </Dialog>
  );
}
