import { lazy, Suspense, type ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { useVacancyLayer } from '#web/features/vacancies/use-vacancy-layer.ts';
import { useLayer } from '#web/navigation/use-param.ts';

const VacancyDetails = lazy(async () => ({
  default: (await import('#web/features/vacancies/vacancy-details.tsx')).VacancyDetails,
}));
const MessageSubstitutesDialog = lazy(async () => ({
  default: (await import('#web/features/messages/message-dialog.tsx')).MessageSubstitutesDialog,
}));
const EditDialog = lazy(async () => ({
  default: (await import('#web/features/vacancies/edit-dialog.tsx')).EditDialog,
}));
const ReleaseDialog = lazy(async () => ({
  default: (await import('#web/features/vacancies/release-dialog.tsx')).ReleaseDialog,
}));

type TeacherDialogs = {
  /** What a card of this vacancy opens. */
  openersOf: (vacancy: Vacancy) => Record<'onDetails' | 'onMessage' | 'onEdit' | 'onRelease', () => void>;
  dialogs: ReactNode;
};

/** What a teacher opens over an own vacancy: its details, a message about it, editing, releasing. Each is in the address. */
export function useTeacherDialogs(known: readonly Vacancy[], now: Date): TeacherDialogs {
  const details = useLayer('vacancy');
  const message = useVacancyLayer('message', known);
  const edit = useVacancyLayer('edit', known);
  const release = useVacancyLayer('release', known);
  return {
    openersOf: (vacancy) => ({
      onDetails: () => details.show(String(vacancy.id)),
      onMessage: () => message.show(vacancy),
      onEdit: () => edit.show(vacancy),
      onRelease: () => release.show(vacancy),
    }),
    dialogs: (
      <Suspense>
        {details.open === null ? null : <VacancyDetails id={Number(details.open)} now={now} onClose={details.close} />}
        {message.vacancy === null ? null : (
          <MessageSubstitutesDialog vacancy={message.vacancy} onClose={message.close} />
        )}
        {edit.vacancy === null ? null : (
          <EditDialog key={edit.vacancy.id} vacancy={edit.vacancy} now={now} onClose={edit.close} />
        )}
        {release.vacancy === null ? null : (
          <ReleaseDialog vacancy={release.vacancy} readers="your school's administrators" onClose={release.close} />
        )}
      </Suspense>
    ),
  };
}
