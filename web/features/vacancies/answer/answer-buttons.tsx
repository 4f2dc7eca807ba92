import type { Vacancy } from '#contract/vacancies.ts';
import type { useAnswer } from '#web/features/vacancies/answer/use-answer.ts';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icons.ts';

/** Returns the buttons that answer a card's request, if the reader may. They do nothing if the vacancy is gone. */
export function answerButtons({ can, requester }: Vacancy, answer: ReturnType<typeof useAnswer>, isGone = false) {
  return [
    can.includes('approve') ? (
      <Button
        key="approve"
        variant="filled"
        icon={icons.check}
        disabled={requester === null}
        pending={answer.isApproving}
        isDone={isGone}
        onClick={answer.approve}
      >
        Approve
      </Button>
    ) : null,
    can.includes('reject') ? (
      <Button key="reject" pending={answer.isRejecting} isDone={isGone} onClick={answer.reject}>
        Reject
      </Button>
    ) : null,
  ];
}

/** Opens the details with the history. */
export function DetailsButton({ description, onDetails }: { description: string; onDetails: () => void }) {
  return (
    <button
      type="button"
      onClick={onDetails}
      className="link min-h-6 justify-self-start text-meta font-medium pointer-coarse:min-h-touch"
    >
      Details and history<span className="sr-only"> of {description}</span>
    </button>
  );
}
