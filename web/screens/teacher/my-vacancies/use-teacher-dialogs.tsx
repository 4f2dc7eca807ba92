import type { ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { AnswerActions } from '#web/features/vacancies/answer/answer-actions.tsx';
import { useVacancyLayer } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { part } from '#web/ui/part.tsx';

const VacancyDetails = part(() => import('#web/features/vacancies/details/vacancy-details.tsx'), 'VacancyDetails');
const MessageSubstitutesDialog = part(
  () => import('#web/features/messages/message-dialog.tsx'),
  'MessageSubstitutesDialog',
);
const DetailsActions = part(() => import('#web/screens/teacher/my-vacancies/details-actions.tsx'), 'DetailsActions');
const OfferDialog = part(() => import('#web/features/office/offer-dialog.tsx'), 'OfferDialog');
const OfferToDialog = part(() => import('#web/features/office/offer-to-dialog.tsx'), 'OfferToDialog');
const EditDialog = part(() => import('#web/features/vacancies/post/edit-dialog.tsx'), 'EditDialog');
const SplitDialog = part(() => import('#web/features/vacancies/post/split-dialog.tsx'), 'SplitDialog');
const ReleaseDialog = part(() => import('#web/features/vacancies/release/release-dialog.tsx'), 'ReleaseDialog');

/** Opens the dialogs of one vacancy. */
export type TeacherOpeners = Record<'details' | 'message' | 'offer' | 'offerTo' | 'edit' | 'release', () => void>;

type TeacherDialogs = {
  /** The dialogs that a card of this vacancy opens. */
  openersOf: (vacancy: Vacancy) => TeacherOpeners;
  dialogs: ReactNode;
};

/**
 * The dialogs a teacher opens over their own vacancies: details, message, offers, edit, split, release. Each is in the
 * address.
 */
export function useTeacherDialogs(now: Date): TeacherDialogs {
  const details = useLayer('vacancy');
  const message = useVacancyLayer('message');
  const offer = useVacancyLayer('offer');
  const offerTo = useVacancyLayer('offer-to');
  const edit = useVacancyLayer('edit');
  const split = useVacancyLayer('split');
  const release = useVacancyLayer('release');
  return {
    openersOf: (vacancy) => ({
      details: () => details.show(String(vacancy.id)),
      message: () => message.show(vacancy),
      offer: () => offer.show(vacancy),
      offerTo: () => offerTo.show(vacancy),
      edit: () => edit.show(vacancy),
      release: () => release.show(vacancy),
    }),
    dialogs: (
      <>
        {details.open === null ? null : (
          <VacancyDetails
            id={Number(details.open)}
            now={now}
            onClose={details.close}
            renderActions={(vacancy, isGone) => (
              <>
                <DetailsActions
                  vacancy={vacancy}
                  isGone={isGone}
                  onEdit={() => edit.show(vacancy)}
                  onCanceled={details.close}
                  onSplit={() => split.show(vacancy)}
                  isCovered={edit.vacancy !== null || split.vacancy !== null}
                />
                <AnswerActions vacancy={vacancy} isGone={isGone} />
              </>
            )}
          />
        )}
        {message.vacancy === null ? null : (
          <MessageSubstitutesDialog vacancy={message.vacancy} onClose={message.close} />
        )}
        {offer.render((props) => (
          <OfferDialog {...props} />
        ))}
        {offerTo.render((props) => (
          <OfferToDialog {...props} now={now} />
        ))}
        {edit.render((props) => (
          <EditDialog {...props} now={now} onCanceled={details.open === null ? undefined : details.close} />
        ))}
        {split.render((props) => (
          <SplitDialog {...props} />
        ))}
        {release.render((props) => (
          <ReleaseDialog {...props} readers="your school's administrators" />
        ))}
      </>
    ),
  };
}
