import { useId, useLayoutEffect, useRef } from 'react';
import { type DeclineReason, declineReasonLabels, declineReasons } from '#domain/decline.ts';
import { formatDate } from '#domain/time.ts';
import { Button } from '#web/ui/button.tsx';

type DeclineReasonsProps = {
  /** The reason that was given. It is null if none was given yet. */
  given: DeclineReason | null;
  /** The vacancy's date. */
  date: string;
  isPending: boolean;
  onGive: (reason: DeclineReason | null) => void;
};

/** 'Why did you decline?': five optional reasons, one tap each. Changing a reason also restores the day. */
export function DeclineReasons({ given, date, isPending, onGive }: DeclineReasonsProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const isAnswered = useRef(false);
  const give = (reason: DeclineReason | null) => {
    isAnswered.current = true;
    onGive(reason);
  };
  // The pressed button is gone, and its focus with it.
  useLayoutEffect(() => {
    if (isPending || !isAnswered.current) return;
    isAnswered.current = false;
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus();
  }, [isPending, given]);
  if (given !== null)
    return (
      <div ref={place} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 text-label text-ink-2">
          Your reason: {declineReasonLabels[given]}.
          {given === 'not_that_day' ? ` ${formatDate(date)} is marked as unavailable.` : null}
          {given === 'too_far' ? ' Under My Availability, you can choose how far you want to go.' : null}
          {given === 'not_my_class' ? ' Under My Availability, you can choose grades and subjects.' : null}
        </p>
        <Button disabled={isPending} onClick={() => give(null)} className="max-md:min-h-touch">
          Change<span className="sr-only"> the reason</span>
        </Button>
      </div>
    );
  return (
    <div ref={place} role="group" aria-labelledby={id} className="grid gap-2">
      <p id={id} className="text-label text-ink-2">
        Why? (optional) The school sees your reason, and you get better offers.
      </p>
      <div className="flex flex-wrap gap-2">
        {declineReasons.map((reason) => (
          <Button key={reason} disabled={isPending} onClick={() => give(reason)} className="max-md:min-h-touch">
            {declineReasonLabels[reason]}
          </Button>
        ))}
      </div>
    </div>
  );
}
