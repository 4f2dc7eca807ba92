import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate, formatTimeRange } from '#domain/time.ts';
import { changeOfClass } from '#domain/seen-class.ts';
import { vacancyLimits } from '#domain/vacancy.ts';
import { drafts } from '#web/ui/draft.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { seenClass, useRequestVacancy } from '#web/features/vacancies/request/use-request-vacancy.ts';
import { isConflict } from '#web/features/vacancies/move/conflict.ts';
import { BeforeRequest } from '#web/features/vacancies/request/open-card.tsx';
import { vacancyQuery } from '#web/features/vacancies/queries.ts';
import { RequestLabel } from '#web/features/vacancies/request/request-label.tsx';
import { SchoolAddress } from '#web/features/vacancies/card/school-address.tsx';
import { actsNow } from '#web/features/vacancies/card/acts-now.ts';
import { JobNote } from '#web/features/vacancies/card/job-note.tsx';
import { Notes } from '#web/features/vacancies/card/notes.tsx';
import { reportFact } from '#web/features/vacancies/card/report-fact.ts';
import { Duration, PlansLink, ShiftLine } from '#web/features/vacancies/card/vacancy-card.tsx';
import { dayWords, hasEnded } from '#web/words/time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useBlankForm } from '#web/ui/use-form.ts';

/** This person's unsent message to a vacancy's teacher. */
const requestDrafts = drafts('request', z.object({ additionalNotes: z.string() }));

const title = 'Request Assignment';

type RequestDialogProps = {
  id: number;
  /** The vacancy from the list. It is fetched if only the address names it. */
  known: Vacancy | undefined;
  userId: number;
  now: Date;
  onClose: () => void;
};

/** Requests a vacancy with an optional message to the teacher. */
export function RequestDialog({ id, known, userId, now, onClose }: RequestDialogProps) {
  // Starts with the list's data and follows changes. Typed text stays even if the vacancy leaves the list.
  const fetched = useQuery({ ...vacancyQuery(id), ...(known === undefined ? {} : { initialData: known }) });
  if (fetched.data !== undefined) {
    return (
      <OpenRequest vacancy={fetched.data} lost={whyLost(fetched.error)} userId={userId} now={now} onClose={onClose} />
    );
  }
  return (
    <Dialog onClose={onClose} title={title} footer={<Button onClick={onClose}>Close</Button>}>
      {fetched.error ? (
        <Banner tone="pending" live>
          {whyLost(fetched.error) ?? sentenceOf(fetched.error)}
        </Banner>
      ) : (
        <p role="status" className="flex items-center gap-3">
          <Spinner /> Loading
        </p>
      )}
    </Dialog>
  );
}

/**
 * Returns why this person can't request the vacancy anymore. A school may have removed them while the dialog was open.
 */
function whyLost(error: unknown): string | null {
  if (error instanceof ApiError && error.status === 404) return 'This vacancy isn’t open to you.';
  return isConflict(error) ? error.sentence : null;
}

type OpenRequestProps = Omit<RequestDialogProps, 'id' | 'known'> & {
  vacancy: Vacancy;
  /** Why the vacancy became unavailable while the dialog was open. */
  lost: string | null;
};

function OpenRequest({ vacancy, lost, userId, now, onClose }: OpenRequestProps) {
  const [draft] = useState(() => requestDrafts(userId, String(vacancy.id)));
  const form = useBlankForm({ additionalNotes: '' }, () => ({}), { idOf: () => 'request-message', draft });
  const { additionalNotes: message } = form.values;
  const shown = seenClass(vacancy);
  const [opened] = useState(shown);
  // The address changes in a transition. The dialog must be closed before focus can move to the next card.
  const [sent, setSent] = useState(false);
  const request = useRequestVacancy(vacancy, userId, () => {
    setSent(true);
    draft.keep(null);
    onClose();
  });
  // A second Enter may come before the page shows that the first is being sent.
  const isSending = useRef(false);
  // The page may receive its own request's event before the reply.
  const isRefused = isConflict(request.error) && request.error.code !== 'vacancy_moved';
  const canAsk = request.isPending || (actsNow(vacancy, now).includes('request') && lost === null && !isRefused);
  const change = canAsk ? changeOfClass(opened, shown) : null;
  // The sentence about the change says it, once the class has been fetched again.
  const sentFor = isConflict(request.error) ? request.variables?.seen : undefined;
  const isSaid = change !== null && sentFor !== undefined && changeOfClass(sentFor, shown) !== null;
  const submit = () => {
    // A conflict is about the vacancy, not about the message.
    const onError = (error: unknown) => error instanceof ApiError && !isConflict(error) && form.refuse(error);
    if (!canAsk || isSending.current) return;
    isSending.current = true;
    request.mutate({ message, seen: shown }, { onError, onSettled: () => (isSending.current = false) });
  };
  if (sent) return null;
  return (
    <Dialog
      onClose={onClose}
      title={title}
      changed={change && `${change} Send your request only if you can still come.`}
      onSubmit={submit}
      // The draft keeps the message.
      dirty={false}
      keepOpen={message !== ''}
      footer={
        canAsk ? (
          <>
            <CloseButton>Cancel</CloseButton>
            <Button
              type="submit"
              variant="filled"
              pending={request.isPending}
              pendingText="Submitting..."
              data-autofocus=""
              className="max-md:flex-[1.5]!"
            >
              <RequestLabel booksFirst={vacancy.bookFirst} />
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      {/* Above the facts, which fill a phone. The buttons are always in view, and these say what they do. */}
      <RequestFacts vacancy={vacancy} now={now}>
        {canAsk ? <JobNote vacancy={vacancy} says="Your request is for the whole job:" /> : null}
        <BeforeRequest vacancy={vacancy} now={now} />
        {request.error && !isSaid ? (
          <Banner tone={isConflict(request.error) ? 'pending' : 'danger'} live>
            {sentenceOf(request.error)}
          </Banner>
        ) : null}
        {lost === null || canAsk || request.error ? null : (
          <Banner tone="pending" live>
            {lost}
          </Banner>
        )}
        {canAsk || lost !== null || request.error || vacancy.clash || hasEnded(vacancy, now) ? null : (
          <Banner tone="pending" live>
            {whyNot(vacancy, userId)}
          </Banner>
        )}
      </RequestFacts>
      {canAsk || message !== '' ? (
        <Field {...form.field('additionalNotes')} label="Message" optional>
          <Textarea
            rows={3}
            readOnly={!canAsk}
            maxLength={vacancyLimits.substituteNote}
            placeholder="For example: I can be there by 7:40."
            {...form.text('additionalNotes')}
          />
        </Field>
      ) : null}
    </Dialog>
  );
}

function whyNot({ requestedById, substituteId }: Vacancy, userId: number): string {
  if (substituteId === userId) return 'You are already assigned to this vacancy.';
  if (requestedById === userId) return 'You have already requested this vacancy.';
  return 'This vacancy can no longer be requested.';
}

function RequestFacts({ vacancy, now, children }: { vacancy: Vacancy; now: Date; children: ReactNode }) {
  const { startTime, endTime, absenceReason, googleDocLink } = vacancy;
  const day = dayWords(vacancy.date, vacancy.timeZone, now);
  return (
    <>
      <div className="grid justify-items-start gap-3">
        {vacancy.isUrgent ? <Badge tone="urgent">Urgent</Badge> : <Badge tone="open">Open Position</Badge>}
        <h3 className="wrap-anywhere">{vacancy.description}</h3>
      </div>
      <div>
        <ShiftLine start={startTime} end={endTime} />
        <div className="mt-1 flex flex-wrap justify-between gap-x-3 gap-y-0.5 font-semibold text-ink tabular-nums">
          <p className="whitespace-nowrap">{formatDate(vacancy.date)}</p>
          <p className="whitespace-nowrap">{formatTimeRange(startTime, endTime)}</p>
        </div>
        <div className="mt-0.5 flex justify-between gap-x-3 text-meta tabular-nums">
          <p className={day.isToday ? 'font-semibold text-urgent' : 'font-medium text-ink-3'}>{day.words}</p>
          <p className="text-ink-3">
            <Duration start={startTime} end={endTime} />
          </p>
        </div>
      </div>
      {children}
      <Facts
        facts={[
          { label: 'School', value: <SchoolFact vacancy={vacancy} />, wide: true },
          ...(vacancy.schoolParking
            ? [
                {
                  label: 'Parking and arrival',
                  value: <span className="whitespace-pre-line">{vacancy.schoolParking}</span>,
                  wide: true,
                },
              ]
            : []),
          { label: vacancy.isExtraHands ? 'Contact' : 'Teacher', value: vacancy.teacherName },
          ...(vacancy.classInWords ? [{ label: 'Class', value: vacancy.classInWords }] : []),
          ...(vacancy.reportTime
            ? [reportFact({ ...vacancy, reportTime: vacancy.reportTime }, vacancy.can.includes('request') ? now : null)]
            : []),
          ...(vacancy.pay ? [{ label: 'Pay', value: vacancy.pay }] : []),
          ...(vacancy.isExtraHands ? [{ label: 'Reason', value: 'Extra hands: no teacher is absent' }] : []),
          ...(absenceReason === null ? [] : [{ label: 'Reason', value: absenceReason }]),
          ...(vacancy.isExtraHands
            ? []
            : [
                {
                  label: 'Lesson plans',
                  value:
                    googleDocLink === null ? (
                      'You’ll get them once you’re assigned'
                    ) : (
                      <PlansLink to={googleDocLink}>Open document</PlansLink>
                    ),
                },
              ]),
          ...(vacancy.mayNeedChanges ? [{ label: 'Note', value: 'Times or room could still change' }] : []),
          { label: 'Notes', value: <Notes of={vacancy.additionalNotes} />, wide: true },
        ]}
      />
    </>
  );
}

function SchoolFact({ vacancy }: { vacancy: Vacancy }) {
  return (
    <>
      <span className="font-medium text-ink">{vacancy.schoolName}</span>
      <SchoolAddress address={vacancy.schoolAddress} />
    </>
  );
}
