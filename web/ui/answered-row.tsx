import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { dismissToast, shownToast } from '#web/ui/toast.ts';
import { type Answer, useAnsweringList } from '#web/ui/use-answered-rows.tsx';

type AnsweredRowProps = {
  /** How long Undo is offered, in seconds. */
  seconds: number;
  rowId: number;
  /** The subject of the row. */
  title: string;
  kept: { answer: Answer | null; height: number };
  /** Returns the error of a failed Undo. */
  sentenceOf: (error: unknown) => string;
  className?: string;
};

/** Shows an answered row in its place: the decision, and Undo for some seconds. It keeps its height. */
export function AnsweredRow({
  rowId,
  title,
  kept: { answer, height },
  sentenceOf,
  seconds,
  className,
}: AnsweredRowProps) {
  const list = useAnsweringList();
  const heading = useRef<HTMLHeadingElement>(null);
  const outcomeId = useId();
  const undoing = useRef<HTMLButtonElement>(null);
  // An answer shows its toast before its row.
  const [toast] = useState(shownToast);
  const [canUndo, setCanUndo] = useState(answer?.undo !== undefined);
  const isQuiet = answer?.isQuiet === true;
  useEffect(() => {
    // Focus isn't on Undo, because a second Enter is meant for the answer.
    if (!isQuiet) heading.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => {
      if (document.activeElement === undoing.current) heading.current?.focus({ preventScroll: true });
      setCanUndo(false);
    }, seconds * 1000);
    return () => clearTimeout(timer);
  }, [seconds, isQuiet]);
  // As a mutation, it counts as the person's own change: live events wait for its reply, however slow.
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => answer?.undo?.(),
    onSuccess: () => {
      // It may still be shown, but is no longer true. A toast about the Undo, or about another row, stays.
      dismissToast(toast);
      list?.drop(rowId, { focus: true });
    },
    onError: () => {
      setCanUndo(false);
      heading.current?.focus({ preventScroll: true });
    },
  });
  return (
    <li data-answered="" style={{ minHeight: height }} className={className}>
      {/* A tall card's buttons are at its end, so its top may be out of view. */}
      <div className="sticky top-header">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5">
          <div className="min-w-0 flex-1 wrap-anywhere">
            {/* A status that arrives with its text may not be announced. The focus on the heading announces both. */}
            <h3 ref={heading} tabIndex={-1} aria-describedby={outcomeId} className="mb-1 text-body">
              {title}
            </h3>
            <p id={outcomeId} role="status" className="text-label text-ink-2">
              {error ? sentenceOf(error) : answer?.outcome}
            </p>
          </div>
          {canUndo || isPending ? (
            <Button ref={undoing} pending={isPending} onClick={() => mutate()} className="undo max-md:min-h-touch">
              Undo<span className="sr-only">: {answer?.outcome}</span>
            </Button>
          ) : null}
        </div>
        {answer?.more}
      </div>
    </li>
  );
}
