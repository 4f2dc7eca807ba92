import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dismissFeedback, type listOwnFeedback, type OwnFeedback } from '#contract/feedback.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { formatShortDate } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import { hasAgainDraft } from '#web/features/vacancies/feedback/has-draft.ts';
import { ownFeedbackQuery } from '#web/features/vacancies/feedback/queries.ts';
import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { part } from '#web/ui/part.tsx';

const AgainForm = part(() => import('#web/features/vacancies/feedback/again-form.tsx'), 'AgainForm');

/** One question about the substitute of the teacher's last class, until it is answered or dismissed. */
export function FeedbackQuestion() {
  const { data } = useQuery(ownFeedbackQuery);
  return data === undefined ? null : <Question {...data} />;
}

function Question({ classes, waiting: waitingId }: ReplyOf<typeof listOwnFeedback>) {
  const { id: userId } = useSession();
  const [restored] = useState(
    () => classes.find(({ vacancyId, can }) => can.includes('give') && hasAgainDraft(userId, vacancyId)) ?? null,
  );
  // Stays while a sentence is typed, even after a reload, although the first tap has already answered it.
  const [opened, setOpened] = useState(restored);
  const opener = useRef<HTMLButtonElement>(null);
  const waiting = opened ?? classes.find(({ vacancyId }) => vacancyId === waitingId);
  if (waiting === undefined) return null;
  return (
    <section aria-label="Feedback" className="card px-5 py-3.5 max-md:px-4">
      {opened === null ? (
        <Asked of={waiting} opener={opener} onOpen={() => setOpened(waiting)} />
      ) : (
        <AgainForm
          of={opened}
          isRestored={opened === restored}
          onClose={() => {
            flushSync(() => setOpened(null));
            focusHeading(opener.current);
          }}
        />
      )}
    </section>
  );
}

type AskedProps = { of: OwnFeedback; opener: RefObject<HTMLButtonElement | null>; onOpen: () => void };

function Asked({ of, opener, onOpen }: AskedProps) {
  const dismiss = useCommand({
    send: () => call(dismissFeedback, { params: { id: of.vacancyId } }),
    changes: ['vacancies'],
    failed: 'Not saved',
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 basis-60 text-label wrap-anywhere">
        {of.substituteName} covered {of.title} on {formatShortDate(of.date)}.
      </p>
      <div className="flex flex-none gap-2 max-md:w-full max-md:[&>*]:min-h-touch max-md:[&>*]:flex-1">
        <Button variant="plain" pending={dismiss.isPending} onClick={() => dismiss.mutate()}>
          Don’t ask
        </Button>
        <Button ref={opener} onClick={onOpen}>
          Have them again?
        </Button>
      </div>
    </div>
  );
}
