import type { ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { AnswerActions } from '#web/features/vacancies/answer/answer-actions.tsx';
import { adminLayers } from '#web/features/office/admin-layers.ts';
import { AssignDialog } from '#web/features/office/assign-dialog.tsx';
import { CorrectDialog } from '#web/features/office/correct-dialog.tsx';
import { DeleteDialog } from '#web/features/office/delete-dialog.tsx';
import { OfferDialog } from '#web/features/office/offer-dialog.tsx';
import { ReleaseDialog } from '#web/features/vacancies/release/release-dialog.tsx';
import { useToldLayer } from '#web/features/office/use-told-layer.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { part } from '#web/ui/part.tsx';

const EditDialog = part(() => import('#web/features/vacancies/post/edit-dialog.tsx'), 'EditDialog');
const VacancyDetails = part(() => import('#web/features/vacancies/details/vacancy-details.tsx'), 'VacancyDetails');
const OfferToDialog = part(() => import('#web/features/office/offer-to-dialog.tsx'), 'OfferToDialog');
const SplitDialog = part(() => import('#web/features/vacancies/post/split-dialog.tsx'), 'SplitDialog');
const MessageAbout = part(() => import('#web/features/office/message-about.tsx'), 'MessageAbout');

type Dialog =
  | 'assign'
  | 'details'
  | 'message'
  | 'offer'
  | 'offerTo'
  | 'edit'
  | 'split'
  | 'release'
  | 'correct'
  | 'delete';

/** Opens the dialogs of one vacancy. */
export type AdminOpeners = Record<Dialog, () => void>;

export type AdminDialogs = {
  /** The dialogs that a card of this vacancy opens. */
  openersOf: (vacancy: Vacancy) => AdminOpeners;
  dialogs: ReactNode;
};

/** The dialogs a school's administrator opens over its vacancies. Each is in the address. */
export function useAdminDialogs(now: Date): AdminDialogs {
  const assign = useLayer(adminLayers.assign);
  const details = useLayer(adminLayers.details);
  const message = useLayer(adminLayers.message);
  const offer = useToldLayer(adminLayers.offer);
  const offerTo = useToldLayer(adminLayers.offerTo);
  const edit = useToldLayer(adminLayers.edit);
  const split = useToldLayer(adminLayers.split);
  const release = useToldLayer(adminLayers.release);
  const correct = useToldLayer(adminLayers.correct);
  const remove = useToldLayer(adminLayers.remove);
  const idIn = ({ open }: { open: string | null }) => Number(open);
  return {
    openersOf: (vacancy) => ({
      assign: () => assign.show(String(vacancy.id)),
      details: () => details.show(String(vacancy.id)),
      message: () => message.show(String(vacancy.id)),
      offer: () => offer.show(vacancy),
      offerTo: () => offerTo.show(vacancy),
      edit: () => edit.show(vacancy),
      split: () => split.show(vacancy),
      release: () => release.show(vacancy),
      correct: () => correct.show(vacancy),
      delete: () => remove.show(vacancy),
    }),
    dialogs: (
      <>
        {assign.open === null ? null : <AssignDialog key={assign.open} id={idIn(assign)} onClose={assign.close} />}
        {details.open === null ? null : (
          <VacancyDetails
            id={idIn(details)}
            now={now}
            onClose={details.close}
            renderActions={(vacancy, isGone) => <AnswerActions vacancy={vacancy} isGone={isGone} />}
          />
        )}
        {message.open === null ? null : <MessageAbout id={idIn(message)} onClose={message.close} />}
        {offer.render((props) => (
          <OfferDialog {...props} />
        ))}
        {offerTo.render((props) => (
          <OfferToDialog {...props} now={now} />
        ))}
        {edit.render((props) => (
          <EditDialog {...props} now={now} isOwn={false} />
        ))}
        {split.render((props) => (
          <SplitDialog {...props} />
        ))}
        {release.render((props) => (
          <ReleaseDialog {...props} readers={props.vacancy.teacherName} />
        ))}
        {correct.render((props) => (
          <CorrectDialog {...props} />
        ))}
        {remove.render((props) => (
          <DeleteDialog {...props} />
        ))}
      </>
    ),
  };
}
