import { useState } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { formatDate, formatTimeRange, localDate } from '#domain/time.ts';
import { CallError } from '#web/api/call-error.tsx';
import { call } from '#web/api/client.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { useCommand } from '#web/api/use-command.ts';
import { CandidateList } from '#web/features/office/candidate-list.tsx';
import { CandidatePerson } from '#web/features/office/candidate-person.tsx';
import { canBeOffered, fitsWell, type Candidate } from '#web/features/office/candidate-words.ts';
import { JobNote } from '#web/features/vacancies/card/job-note.tsx';
import type { VacancyDialogProps } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Dot } from '#web/ui/dotted.tsx';

type OfferToProps = VacancyDialogProps & { now: Date };

/**
 * Shows the possible substitutes for an open vacancy, each with 'Offer'. It stays open for further offers. It is
 * mounted while it is open.
 */
export function OfferToDialog({ vacancy, current, now, onClose }: OfferToProps) {
  const { description, date, startTime, endTime } = vacancy;
  const isToday = date === localDate(now, vacancy.timeZone);
  const [sendSMS, setSendSMS] = useState(vacancy.isUrgent || isToday);
  const [offered, setOffered] = useState<readonly number[]>([]);
  const offer = useOfferTo(vacancy, sendSMS, (id) => setOffered((others) => [...others, id]));
  const running = offer.isPending ? offer.variables.id : null;
  return (
    <Dialog
      onClose={onClose}
      title="Offer to…"
      subtitle={
        <>
          {description}
          <Dot />
          <span className="whitespace-nowrap">{formatDate(date)}</span>
          <Dot />
          <span className="whitespace-nowrap">{formatTimeRange(startTime, endTime)}</span>
        </>
      }
      footer={<CloseButton>Close</CloseButton>}
    >
      {current === null || (current !== undefined && !current.can.includes('notify')) ? (
        <Banner>It’s no longer open, so you can’t offer it anymore.</Banner>
      ) : (
        <>
          <p>We’ll notify only the person you choose. Everyone else who fits can still see and request it.</p>
          <Checkbox
            label="Also send a text message"
            hint="If they agreed to texts"
            checked={sendSMS}
            onChange={(event) => setSendSMS(event.target.checked)}
          />
          <JobNote vacancy={vacancy} says="The offer is for the whole job:" />
          <CallError title="Failed to offer it" error={offer.error} />
          <CandidateList vacancyId={vacancy.id}>
            {(candidate, isFirst) => {
              const isOffered = offered.includes(candidate.id);
              const label = isOffered ? 'Offered' : candidate.offered === undefined ? 'Offer' : 'Offer again';
              return (
                <li key={candidate.id} className="flex items-start gap-3.5 py-3">
                  <CandidatePerson candidate={candidate} date={date} />
                  {canBeOffered(candidate) ? (
                    <Button
                      variant={isFirst && fitsWell(candidate) ? 'filled' : 'outlined'}
                      aria-label={`${label} to ${candidate.fullName}`}
                      pending={running === candidate.id}
                      isDone={isOffered}
                      onClick={() => {
                        if (running === null) offer.mutate(candidate);
                      }}
                      className="flex-none self-center max-md:min-h-touch"
                    >
                      {label}
                    </Button>
                  ) : null}
                </li>
              );
            }}
          </CandidateList>
        </>
      )}
    </Dialog>
  );
}

/** Notifies one substitute of a vacancy. */
function useOfferTo({ id }: Pick<Vacancy, 'id'>, sendSMS: boolean, onOffered: (substituteId: number) => void) {
  const keyFor = useAttempts();
  return useCommand({
    send: async (candidate: Candidate) => {
      const body = { sendEmail: true, sendSMS, substituteIds: [candidate.id] };
      const reply = await call(notifySubstitutes, { params: { id }, body, idempotencyKey: keyFor(body) });
      if (reply.notified > 0) onOffered(candidate.id);
      return reply;
    },
    toast: ({ notified }, { fullName }) =>
      notified === 0
        ? { title: 'No one was notified', text: `${fullName} is no longer free at that time.` }
        : { title: `Offered to ${fullName}`, text: 'You’ll see the answer on the card.' },
    changes: ['vacancies'],
  });
}
