import { formatDate } from '#domain/time.ts';
import { JobDaysChoice } from '#web/features/vacancies/release/job-days-choice.tsx';
import { NoAssignment } from '#web/features/vacancies/release/no-assignment.tsx';
import { ReasonDialog } from '#web/features/vacancies/release/reason-dialog.tsx';
import type { VacancyDialogProps } from '#web/features/vacancies/move/use-vacancy-layer.ts';

type ReleaseDialogProps = VacancyDialogProps & {
  /** The people who see the reason besides the substitute: "your school's administrators". */
  readers: string;
};

/**
 * Asks the teacher or admin for the reason before releasing the substitute, which reopens the vacancy. It is mounted
 * while it is open.
 */
export function ReleaseDialog({ vacancy, current, readers, onClose }: ReleaseDialogProps) {
  const { description, date, substituteId, substitute, job } = vacancy;
  if (substituteId === null) return <NoAssignment vacancy={vacancy} onClose={onClose} />;
  const name = substitute?.fullName ?? 'The substitute';
  return (
    <ReasonDialog
      vacancy={vacancy}
      current={current}
      onClose={onClose}
      title={`Release ${name}?`}
      label="Why"
      keepLabel="Keep substitute"
      confirmLabel="Release substitute"
      pendingText="Releasing..."
      done={{ title: 'Substitute released', text: `${description} is open again. ${name} will see your reason.` }}
    >
      {(onlyThisDay, choose) => (
        <div className="grid gap-3">
          <p>
            {description} on {formatDate(date)} opens again. {name} and {readers} will see your reason.
          </p>
          <JobDaysChoice
            label="Days to release"
            vacancy={vacancy}
            together={job?.together}
            onlyThisDay={onlyThisDay}
            hint={`${name} keeps the other days. This day becomes a separate vacancy.`}
            onChoose={choose}
          />
        </div>
      )}
    </ReasonDialog>
  );
}
