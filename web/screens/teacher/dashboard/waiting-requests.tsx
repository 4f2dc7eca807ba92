import type { Vacancy } from '#contract/vacancies.ts';
import { isConflict } from '#web/features/vacancies/move/conflict.ts';
import { ActFailure } from '#web/features/vacancies/move/conflict-line.tsx';
import { AnsweredVacancy } from '#web/features/vacancies/card/answered-vacancy.tsx';
import type { AnsweredVacancies } from '#web/features/vacancies/card/use-answered-vacancies.ts';
import { cardId } from '#web/features/vacancies/card/leave-card.ts';
import { useAnswer } from '#web/features/vacancies/answer/use-answer.ts';
import { ago, dayWords } from '#web/words/time.ts';
import { formatDate, formatTimeRange } from '#domain/time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';

/** Shows the requests that wait for the teacher's answer, in brief, each with Reject and Approve. */
export function WaitingRequests({ answered, now }: { answered: AnsweredVacancies; now: Date }) {
  const { shown, keptOf, provide } = answered;
  return provide(
    <ul aria-label="Requests waiting for your answer" className="card divide-y divide-line">
      {shown.map((vacancy) => {
        const kept = keptOf(vacancy.id);
        return kept === null ? (
          <WaitingRequest key={vacancy.id} vacancy={vacancy} now={now} />
        ) : (
          <AnsweredVacancy key={vacancy.id} vacancy={vacancy} kept={kept} className="" />
        );
      })}
    </ul>,
  );
}

function WaitingRequest({ vacancy, now }: { vacancy: Vacancy; now: Date }) {
  const { requester, description, date, timeZone, can } = vacancy;
  const answer = useAnswer(vacancy);
  const day = dayWords(date, timeZone, now);
  return (
    <li id={cardId(vacancy.id)} className="px-5 py-3.5 max-md:px-4">
      <div className="flex items-center gap-3.5 max-md:flex-wrap max-md:items-start">
        <Avatar name={requester?.fullName ?? '?'} photo={requester?.profileImageUrl ?? null} size="medium" />
        <div className="min-w-0 flex-1">
          <h3 tabIndex={-1} className="text-body font-regular text-ink-2 wrap-anywhere">
            <span className="font-semibold text-ink">
              {requester?.fullName ?? 'Unable to load substitute information'}
            </span>{' '}
            requested <span className="font-semibold text-ink">{description}</span>{' '}
            {vacancy.isUrgent ? <Badge tone="urgent">Urgent</Badge> : null}
          </h3>
          <p className="flex flex-wrap gap-x-3 text-meta text-ink-3 tabular-nums">
            <span className={day.isToday ? 'font-semibold text-urgent' : undefined}>{day.words}</span>{' '}
            <span>{formatDate(date)}</span> <span>{formatTimeRange(vacancy.startTime, vacancy.endTime)}</span>{' '}
            {vacancy.requestedAt === null ? null : <span>{ago(vacancy.requestedAt, now)}</span>}
          </p>
          {vacancy.job?.together ? (
            <p className="text-meta text-ink-2">Your answer is for the whole job: {vacancy.job.together}.</p>
          ) : null}
        </div>
        {isConflict(answer.error) ? null : (
          <div className="flex flex-none gap-2 max-md:w-full max-md:[&>*]:min-h-touch max-md:[&>*]:flex-1">
            {can.includes('reject') ? (
              <Button
                aria-label={`Reject ${requester?.fullName ?? description}`}
                pending={answer.isRejecting}
                onClick={answer.reject}
              >
                Reject
              </Button>
            ) : null}
            {can.includes('approve') ? (
              <Button
                aria-label={`Approve ${requester?.fullName ?? description}`}
                variant="filled"
                icon={icons.check}
                disabled={requester === null}
                pending={answer.isApproving}
                onClick={answer.approve}
              >
                Approve
              </Button>
            ) : null}
          </div>
        )}
      </div>
      {answer.error === null ? null : (
        <div className="mt-3">
          <ActFailure error={answer.error} />
        </div>
      )}
    </li>
  );
}
