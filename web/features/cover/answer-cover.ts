import { answerCover, listOwnCovers, undoCoverAnswer } from '#contract/cover.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import type { OwnCover } from '#web/features/cover/own-covers-query.ts';
import { useAnsweringList } from '#web/ui/use-answered-rows.tsx';

/** See `ownCoversQuery`. */
export const readOwnCovers = (signal: AbortSignal) => call(listOwnCovers, { signal });

const changes = ['cover', 'notices'] as const;

/**
 * Accepts or declines a cover. After a No, its row stays in place with Undo, so a second tap never answers another one.
 */
export function useAnswerCover({ id, state }: Pick<OwnCover, 'id' | 'state'>) {
  const changed = useChanged();
  const list = useAnsweringList();
  return useCommand({
    send: (answer: 'yes' | 'no') => call(answerCover, { params: { id }, body: { answer } }),
    before: (answer) => answer === 'no' && list?.hold(id),
    onDone: (_, answer) => {
      if (answer === 'no')
        list?.answer(id, {
          outcome: state === 'asked' ? 'You said no.' : 'You said that you can’t after all.',
          undo: () => call(undoCoverAnswer, { params: { id } }).then(() => changed(...changes)),
        });
    },
    changes,
    failed: (_, answer) => {
      if (answer === 'no') list?.drop(id);
    },
    refetchesAnyway: true,
  });
}
