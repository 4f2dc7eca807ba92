import { useQuery } from '@tanstack/react-query';
import { sending } from '#web/api/sending.ts';
import { useSwitchTeacher, type PersonDialogProps } from '#web/features/managed/managed.ts';
import { personQuery } from '#web/features/people/people.ts';
import { vacanciesLeft } from '#web/screens/school-admin/manage-teachers/vacancies-left.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Asks before a teacher's account is disabled, and explains the consequences. */
export function DisableTeacherDialog({ person, changed, onClose }: PersonDialogProps) {
  const turn = useSwitchTeacher();
  return (
    <ConfirmDialog
      changed={changed}
      onClose={onClose}
      onConfirm={() => turn.mutate({ person, isActive: false }, { onSuccess: onClose })}
      title={`Disable ${person.fullName}?`}
      confirmLabel="Disable"
      danger
      {...sending(turn, 'Disabling...')}
    >
      <p>{person.fullName} is signed out everywhere and can’t sign in until you enable the account again.</p>
      <VacanciesLeft id={person.id} />
    </ConfirmDialog>
  );
}

/** Says what happens to the teacher's vacancies, once it knows: the counts in the list may be out of date. */
function VacanciesLeft({ id }: { id: number }) {
  const { data, isSuccess, isFetchedAfterMount } = useQuery({ ...personQuery(id), refetchOnMount: 'always' });
  const left = isSuccess && isFetchedAfterMount ? vacanciesLeft(data) : [];
  return (
    <div aria-live="polite">
      {left.length === 0 ? null : (
        <ul className="mt-3 grid list-disc gap-1 pl-5">
          {left.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
