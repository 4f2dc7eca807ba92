import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate, formatTimeRange } from '#domain/time.ts';
import { vacancyLimits } from '#domain/vacancy.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useRequestVacancy } from '#web/features/vacancies/own-changes.ts';
import { isConflict } from '#web/features/vacancies/conflict.ts';
import { ClashLine } from '#web/features/vacancies/open-card.tsx';
import { vacancyQuery } from '#web/features/vacancies/queries.ts';
import { SchoolAddress } from '#web/features/vacancies/school-address.tsx';
import { Duration, PlansLink, ShiftLine } from '#web/features/vacancies/vacancy-card.tsx';
import { dayWords } from '#web/features/vacancies/words.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { join } from '#web/ui/join.ts';
import { Spinner } from '#web/ui/spinner.tsx';

const title = 'Request Assignment';

type RequestDialogProps = {
  id: number;
  /** The vacancy where the list has it; fetched where only the address names it. */
  known: Vacancy | undefined;
  userId: number;
  now: Date;
  onClose: () => void;
};

/** Asks for a vacancy, with a message to the teacher or without. */
export function RequestDialog({ id, known, userId, now, onClose }: RequestDialogProps) {
  const fetched = useQuery({ ...vacancyQuery(id), enabled: known === undefined });
  // The vacancy as it was when the dialog opened: the list may lose it meanwhile, what is typed must not go.
  const [first, setFirst] = useState(known);
  const vacancy = first ?? known ?? fetched.data;
  if (first === undefined && vacancy !== undefined) setFirst(vacancy);
  if (vacancy !== undefined) return <OpenRequest vacancy={vacancy} userId={userId} now={now} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={title} footer={<Button onClick={onClose}>Close</Button>}>
      {fetched.error ? (
        <Banner tone="pending" live>
          {fetched.error instanceof ApiError && fetched.error.status === 404 ? 'This vacancy is not offered to you.' : sentenceOf(fetched.error)}
        </Banner>
      ) : (
        <p role="status" className="flex items-center gap-3">
          <Spinner /> Loading
        </p>
      )}
    </Dialog>
  );
}

function OpenRequest({ vacancy, userId, now, onClose }: Omit<RequestDialogProps, 'id' | 'known'> & { vacancy: Vacancy }) {
  const [message, setMessage] = useState('');
  // The address changes in a transition; the dialog must be gone before focus can go on to the next card.
  const [sent, setSent] = useState(false);
  const request = useRequestVacancy(vacancy, userId, () => {
    setSent(true);
    onClose();
  });
  const canAsk = vacancy.can.includes('request') && !isConflict(request.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canAsk && !request.isPending) request.mutate(message);
  };
  if (sent) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      onSubmit={submit}
      dirty={message !== ''}
      footer={
        canAsk ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="filled" pending={request.isPending} pendingText="Submitting..." data-autofocus="" className="max-md:flex-[1.5]!">
              Request Position
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <RequestFacts vacancy={vacancy} now={now} />
      {canAsk ? (
        <Field label="Message" optional>
          <Textarea rows={3} maxLength={vacancyLimits.substituteNote} placeholder="For example: I can be there by 7:40." value={message} onChange={(event) => setMessage(event.target.value)} />
        </Field>
      ) : null}
      {request.error ? (
        <Banner tone={isConflict(request.error) ? 'pending' : 'danger'} live>
          {sentenceOf(request.error)}
        </Banner>
      ) : null}
      {vacancy.clash === null ? null : <ClashLine clash={vacancy.clash} canRequest={vacancy.can.includes('request')} />}
      {canAsk || request.error || vacancy.clash ? null : <Banner tone="pending">{whyNot(vacancy, userId)}</Banner>}
    </Dialog>
  );
}

function whyNot({ requestedById, substituteId }: Vacancy, userId: number): string {
  if (substituteId === userId) return 'You are already assigned to this vacancy.';
  if (requestedById === userId) return 'You have already requested this vacancy.';
  return 'This vacancy can no longer be requested.';
}

function RequestFacts({ vacancy, now }: { vacancy: Vacancy; now: Date }) {
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
        <div className="mt-1 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 font-semibold text-ink tabular-nums">
          <p>{formatDate(vacancy.date)}</p>
          <p className="whitespace-nowrap">{formatTimeRange(startTime, endTime)}</p>
          <p className={join('text-meta', day.isToday ? 'text-urgent' : 'font-medium text-ink-3')}>{day.words}</p>
          <p className="justify-self-end text-meta font-regular text-ink-3">
            <Duration start={startTime} end={endTime} />
          </p>
        </div>
      </div>
      <Facts
        facts={[
          { label: 'School', value: <SchoolFact vacancy={vacancy} /> },
          { label: 'Teacher', value: vacancy.teacherName },
          ...(absenceReason === null ? [] : [{ label: 'Reason', value: absenceReason }]),
          { label: 'Lesson plans', value: googleDocLink === null ? 'Sent once it is yours' : <PlansLink to={googleDocLink}>Open document</PlansLink> },
          ...(vacancy.mayNeedChanges ? [{ label: 'Note', value: 'Times or room could still move' }] : []),
          { label: 'Notes', value: <span className="whitespace-pre-line">{vacancy.additionalNotes}</span>, wide: true },
        ]}
      />
    </>
  );
}

function SchoolFact({ vacancy }: { vacancy: Vacancy }) {
  return (
    <>
      {vacancy.schoolName}
      <SchoolAddress address={vacancy.schoolAddress} />
    </>
  );
}
