import type { Vacancy } from '#contract/vacancies.ts';
import { useDeclineVacancy, useUndeclineVacancy } from '#web/features/vacancies/move/own-changes.ts';
import { ActFailure } from '#web/features/vacancies/move/conflict-line.tsx';
import { actsNow } from '#web/features/vacancies/card/acts-now.ts';
import { NoteLine } from '#web/features/vacancies/card/note-line.tsx';
import { ReportTime } from '#web/features/vacancies/card/report-time.tsx';
import { VacancyCard } from '#web/features/vacancies/card/vacancy-card.tsx';
import { hasEnded } from '#web/words/time.ts';
import { Button } from '#web/ui/button.tsx';
import { part } from '#web/ui/part.tsx';

const Explain = part(() => import('#web/features/vacancies/request/explain-decline.tsx'), 'ExplainDecline');

type OpenCardProps = {
  vacancy: Vacancy;
  now: Date;
  /** The label of the accept button. */
  acceptLabel?: string;
  onAccept: () => void;
};

/** Shows an open vacancy as a substitute sees it: accept, or permanently decline. A decline can be undone. */
export function OpenCard({ vacancy, now, acceptLabel = 'Accept', onAccept }: OpenCardProps) {
  const { declined } = vacancy;
  const can = actsNow(vacancy, now);
  const decline = useDeclineVacancy(vacancy, <Explain {...vacancy} />);
  const undecline = useUndeclineVacancy(vacancy);
  const actions = [
    !declined && can.includes('request') ? (
      <Button key="accept" variant="filled" aria-haspopup="dialog" onClick={onAccept}>
        {acceptLabel}
      </Button>
    ) : null,
    !declined && can.includes('decline') ? (
      <Button
        key="decline"
        variant="plain"
        className="md:min-w-44"
        pending={decline.isPending}
        onClick={() => decline.mutate()}
      >
        Decline
      </Button>
    ) : null,
    declined ? (
      <Button key="undo" pending={undecline.isPending} onClick={() => undecline.mutate()}>
        Undo decline
      </Button>
    ) : null,
  ].filter(Boolean);
  return (
    <VacancyCard vacancy={vacancy} now={now} names={['school', 'teacher']} actions={actions[0] && actions}>
      <ReportTime of={vacancy} now={can.includes('request') ? now : undefined} />
      <BeforeRequest vacancy={vacancy} now={now} />
      <ActFailure error={undecline.error ?? decline.error} />
    </VacancyCard>
  );
}

/** Warnings before a request: conflicts, other requests for the same time, and whether it books right away. */
export function BeforeRequest({ vacancy, now }: Pick<OpenCardProps, 'vacancy' | 'now'>) {
  const { bookFirst, requestOverlap } = vacancy;
  const canRequest = actsNow(vacancy, now).includes('request');
  return (
    <>
      <RequestObstacle vacancy={vacancy} canRequest={canRequest} now={now} />
      {canRequest && requestOverlap !== null ? <NoteLine>{requestOverlap}</NoteLine> : null}
      {canRequest && bookFirst ? (
        <NoteLine tone="filled">Requesting this class books you right away. No approval needed.</NoteLine>
      ) : null}
    </>
  );
}

/** Says that the class is over, or names the conflict and says whether the reader can request it anyway. */
function RequestObstacle({
  vacancy: { clash, ...vacancy },
  canRequest,
  now,
}: Pick<OpenCardProps, 'vacancy' | 'now'> & { canRequest: boolean }) {
  // The card stays on the list until the end of its day.
  if (!canRequest && hasEnded(vacancy, now))
    return <NoteLine>This shift has ended. You can’t request it anymore.</NoteLine>;
  if (clash === null) return null;
  return (
    <NoteLine>
      {clash.sentence} {canRequest ? 'You can still request it.' : 'So you can’t request this one.'}
    </NoteLine>
  );
}
