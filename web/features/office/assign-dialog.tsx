import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate, formatShortDate, formatTimeRange } from '#domain/time.ts';
import { CallError } from '#web/api/call-error.tsx';
import { QueryError } from '#web/api/query-error.tsx';
import { CandidateList } from '#web/features/office/candidate-list.tsx';
import { CandidatePerson } from '#web/features/office/candidate-person.tsx';
import { fitsWell, type Candidate } from '#web/features/office/candidate-words.ts';
import { JobNote } from '#web/features/vacancies/card/job-note.tsx';
import { useAssignSubstitute } from '#web/features/vacancies/move/changes.ts';
import { vacancyQuery } from '#web/features/vacancies/queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton, Dialog } from '#web/ui/dialog.tsx';
import { Dot } from '#web/ui/dotted.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Loading, SkeletonRows } from '#web/ui/loading.tsx';

/** Shows the possible substitutes for a vacancy, each with 'Assign'. It is mounted while it is open. */
export function AssignDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const vacancy = useQuery(vacancyQuery(id));
  const [isTyped, setTyped] = useState(false);
  return (
    <Dialog
      onClose={onClose}
      dirty={isTyped}
      title="Assign Substitute"
      subtitle={
        vacancy.data ? (
          <>
            {vacancy.data.description}
            <Dot />
            <span className="whitespace-nowrap">{formatDate(vacancy.data.date)}</span>
            <Dot />
            <span className="whitespace-nowrap">{formatTimeRange(vacancy.data.startTime, vacancy.data.endTime)}</span>
          </>
        ) : undefined
      }
      footer={<CloseButton>Cancel</CloseButton>}
    >
      {vacancy.isError && !(isTyped && vacancy.data) ? (
        <QueryError query={vacancy} level={3} title="The vacancy could not be loaded" />
      ) : (
        <Loading when={vacancy.isPending} label="Loading the vacancy" skeleton={<SkeletonRows />}>
          {() =>
            vacancy.data ? (
              <Candidates vacancy={vacancy.data} onClose={onClose} isTyped={isTyped} onTyped={setTyped} />
            ) : null
          }
        </Loading>
      )}
    </Dialog>
  );
}

type CandidatesProps = {
  vacancy: Vacancy;
  onClose: () => void;
  /** Whether a reason has been typed. */
  isTyped: boolean;
  onTyped: (isTyped: boolean) => void;
};

function Candidates({ vacancy, onClose, isTyped, onTyped }: CandidatesProps) {
  const assign = useAssignSubstitute(vacancy, onClose);
  const running = assign.isPending ? assign.variables.id : null;
  const failure = <CallError title="Failed to assign substitute" error={assign.error} />;
  const isGone = !vacancy.can.includes('assign');
  const gone = (
    <>
      {failure}
      <Banner>
        {vacancy.status === 'filled'
          ? `${vacancy.substitute?.fullName ?? 'Someone'} is already covering it.`
          : 'You can’t assign it anymore.'}
      </Banner>
    </>
  );
  // A typed reason stays until the dialog is closed.
  if (isGone && !isTyped) return gone;
  return (
    <>
      {isGone ? gone : null}
      {isGone || vacancy.requester === null ? null : (
        <Banner tone="pending">
          Requested by {vacancy.requester.fullName}. If you assign someone else, we'll notify them.
        </Banner>
      )}
      <JobNote vacancy={vacancy} says="They’ll be assigned to the whole job:" />
      {isGone ? null : failure}
      <CandidateList vacancyId={vacancy.id}>
        {(candidate, isFirst) => (
          <CandidateRow
            key={candidate.id}
            candidate={candidate}
            date={vacancy.date}
            isFirst={isFirst}
            pending={running === candidate.id}
            isGone={isGone}
            onTyped={onTyped}
            onAssign={(reason) => {
              const { id, fullName, endsRequest = false } = candidate;
              if (running === null)
                assign.mutate({
                  id,
                  fullName,
                  endsRequest,
                  ...(reason === undefined ? {} : { overLimitReason: reason }),
                });
            }}
          />
        )}
      </CandidateList>
    </>
  );
}

type CandidateRowProps = {
  candidate: Candidate;
  date: string;
  isFirst: boolean;
  pending: boolean;
  /** The vacancy can’t be assigned anymore. */
  isGone: boolean;
  onTyped: (isTyped: boolean) => void;
  /** The call includes the reason if the class exceeds a work limit. */
  onAssign: (reason?: string) => void;
};

function CandidateRow({ candidate, date, isFirst, pending, isGone, onTyped, onAssign }: CandidateRowProps) {
  const { fullName, canAssign, bookedOn, limits, isOverLimit } = candidate;
  const [reason, setReason] = useState('');
  const [asks, setAsks] = useState(false);
  return (
    <li className="flex items-start gap-3.5 py-3">
      <CandidatePerson candidate={candidate} date={date}>
        {limits.length === 0 ? null : (
          <p className={isOverLimit ? 'text-meta font-medium text-danger-ink' : 'text-meta font-medium text-pending'}>
            {isOverLimit ? 'Over the limit' : 'Near the limit'}: {limits.join(', ')}
          </p>
        )}
        {asks ? (
          <Field label="Why they may work more" className="mt-2">
            <Input
              value={reason}
              maxLength={500}
              onChange={({ target }) => {
                setReason(target.value);
                onTyped(target.value.trim() !== '');
              }}
            />
          </Field>
        ) : null}
      </CandidatePerson>
      <div className="flex-none self-center">
        {canAssign ? (
          <Button
            variant={isFirst && fitsWell(candidate) ? 'filled' : 'outlined'}
            aria-label={`Assign ${fullName}`}
            pending={pending}
            disabled={isGone || (asks && reason.trim() === '')}
            onClick={() => (!isOverLimit ? onAssign() : asks ? onAssign(reason.trim()) : setAsks(true))}
            className="max-md:min-h-touch"
          >
            {asks ? 'Assign anyway' : 'Assign'}
          </Button>
        ) : (
          <Badge>{bookedOn ? `Booked on ${formatShortDate(bookedOn)}` : 'Booked'}</Badge>
        )}
      </div>
    </li>
  );
}
