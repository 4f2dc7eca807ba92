import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { reachInWords } from '#domain/reach.ts';
import { call } from '#web/api/client.ts';
import { sending } from '#web/api/sending.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { useCommand } from '#web/api/use-command.ts';
import { isInWaves } from '#web/features/vacancies/card/offers-words.ts';
import { whatChanged } from '#web/features/vacancies/move/what-changed.ts';
import { reachQuery } from '#web/features/vacancies/post/absence-queries.ts';
import type { VacancyDialogProps } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { counted } from '#web/words/time.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/**
 * Notifies every substitute who is free of an open vacancy, once more or for the first time. It is mounted while it is
 * open.
 */
export function OfferDialog({ vacancy, current, onClose }: VacancyDialogProps) {
  const [sendSMS, setSendSMS] = useState(vacancy.isUrgent);
  const keyFor = useAttempts();
  const reach = useQuery(reachQuery(vacancy.id));
  const offer = useCommand({
    send: () => {
      const body = { sendEmail: true, sendSMS };
      return call(notifySubstitutes, { params: { id: vacancy.id }, body, idempotencyKey: keyFor(body) });
    },
    toast: ({ notified }) => ({
      title: notified === 0 ? 'No one was notified' : 'Vacancy offered',
      text:
        notified === 0
          ? 'No approved substitute is free at that time and fits this class.'
          : `We’re notifying ${counted(notified, 'substitute')}.`,
    }),
    onDone: onClose,
    changes: ['vacancies'],
  });
  return (
    <ConfirmDialog
      changed={whatChanged(vacancy, current)}
      onClose={onClose}
      onConfirm={() => offer.mutate()}
      title={`Offer ${vacancy.description}?`}
      confirmLabel="Notify substitutes"
      {...sending(offer, 'Notifying...')}
    >
      <p role="status" className="mb-3">
        {isInWaves(vacancy)
          ? 'We’ll notify every substitute who is free and has not been notified yet, without waiting for the next wave.'
          : reach.data === undefined
            ? 'We’ll notify every substitute who is free.'
            : `We’ll notify ${reachInWords([reach.data])}.`}
      </p>
      <Checkbox
        label="Also send text messages"
        hint="To substitutes who agreed to texts"
        checked={sendSMS}
        onChange={(event) => setSendSMS(event.target.checked)}
      />
    </ConfirmDialog>
  );
}
