import { useEffect, useState } from 'react';
import { explainDecline } from '#contract/declines.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import type { DeclineReason } from '#domain/decline.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { DeclineReasons } from '#web/features/vacancies/request/decline-reasons.tsx';
import { join } from '#web/ui/join.ts';

/** How long a second tap may still belong to the first, in ms. */
const doubleTapMs = 800;

/** Shows the optional reason of a decline, below its outcome. */
export function ExplainDecline({ id, date, job }: Pick<Vacancy, 'id' | 'date' | 'job'>) {
  const [given, setGiven] = useState<DeclineReason | null>(null);
  // The reasons appear where Decline was, so the second tap of a double tap would give one.
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), doubleTapMs);
    return () => clearTimeout(timer);
  }, []);
  const explain = useCommand({
    send: (reason: DeclineReason | null) => call(explainDecline, { params: { id }, body: { reason } }),
    onDone: ({ reason }) => setGiven(reason),
    changes: ['availability'],
  });
  return (
    <div className={join('grid gap-2 px-4 pb-3.5 md:px-5', !isSettled && 'pointer-events-none')}>
      {job?.together ? <p className="text-label">You declined the whole job: {job.together}.</p> : null}
      <DeclineReasons
        given={given}
        date={date}
        isPending={explain.isPending}
        onGive={(reason) => explain.mutate(reason)}
      />
      {explain.error === null ? null : (
        <p role="alert" className="text-label text-danger-ink">
          {sentenceOf(explain.error)}
        </p>
      )}
    </div>
  );
}
