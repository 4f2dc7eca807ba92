import type { ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { useDeclineVacancy, useUndeclineVacancy } from '#web/features/vacancies/move/own-changes.ts';
import { ActFailure } from '#web/features/vacancies/move/conflict-line.tsx';
import { VacancyCard } from '#web/features/vacancies/card/vacancy-card.tsx';
import { hasEnded } from '#web/words/time.ts';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';

type OpenCardProps = {
  vacancy: Vacancy;
  now: Date;
  /** The label of the accept button. */
  acceptLabel?: string;
  onAccept: () => void;
};

/** An open vacancy as a substitute sees it: accept, or permanently decline. A decline can be undone. */
export function OpenCard({ vacancy, now, acceptLabel = 'Accept', onAccept }: OpenCardProps) {
  const { can, declined } = vacancy;
  const decline = useDeclineVacancy(vacancy);
  const undecline = useUndeclineVacancy(vacancy);
  const actions = [
    !declined && can.includes('request') ? (
      <Button key="accept" variant="filled" aria-haspopup="dialog" onClick={onAccept}>
        {acceptLabel}
      </Button>
    ) : null,
    !declined && can.includes('decline') ? (
      <Button key="decline" variant="plain" className="md:min-w-44" onClick={() => decline.mutate()}>
        Decline
      </Button>
    ) : null,
    declined ? (
      <Button key="undo" pending={undecline.isPending} onClick={() => undecline.mutate()}>
        Undo decline
      </Button>
    ) : null,
  ].filter((action) => action !== null);
  return (
    <VacancyCard
      vacancy={vacancy}
      now={now}
      names={['school', 'teacher']}
      actions={actions.length === 0 ? null : actions}
    >
      <WhatStandsAgainst vacancy={vacancy} now={now} />
      <ActFailure error={undecline.error} />
    </VacancyCard>
  );
}

/**
 * What stands in the way of requesting a vacancy: its time is over, or the reader's own schedule. And whether they can
 * still request it.
 */
export function WhatStandsAgainst({
  vacancy: { can, clash, ...vacancy },
  now,
}: Pick<OpenCardProps, 'vacancy' | 'now'>) {
  const canRequest = can.includes('request');
  // It stays on the list until the end of its day.
  if (!canRequest && hasEnded(vacancy, now))
    return <AgainstLine>This shift has ended. You can’t request it anymore.</AgainstLine>;
  if (clash === null) return null;
  return (
    <AgainstLine>
      {clash.sentence} {canRequest ? 'You can still request it.' : 'So you can’t request this one.'}
    </AgainstLine>
  );
}

function AgainstLine({ children }: { children: ReactNode }) {
  return (
    <div className="flex w-fit max-w-full items-start gap-2 rounded-control bg-pending-soft px-3 py-2 text-label text-ink-2">
      <Icon shape={icons.clock} size="small" className="mt-0.5 text-pending" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </div>
  );
}
