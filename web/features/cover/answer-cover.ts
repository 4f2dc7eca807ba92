import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerCover, listOwnCovers, undoCoverAnswer } from '#contract/cover.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import type { OwnCover } from '#web/features/cover/own-covers-query.ts';
import { useAnsweringList } from '#web/ui/use-answered-rows.tsx';

/** See `ownCoversQuery`. */
export const readOwnCovers = (signal: AbortSignal) => call(listOwnCovers, { signal });

/** Accepts or declines a cover. After a No, its row stays in place with Undo, so a second tap never answers another one. */
export function useAnswerCover({ id, state }: Pick<OwnCover, 'id' | 'state'>) {
  const queries = useQueryClient();
  const list = useAnsweringList();
  const refetch = () => changed(queries, 'cover', 'notices');
  return useMutation({
    mutationFn: (answer: 'yes' | 'no') => call(answerCover, { params: { id }, body: { answer } }),
    onMutate: (answer) => {
      if (answer === 'no') list?.hold(id);
    },
    onSuccess: (_, answer) => {
      if (answer === 'no')
        list?.answer(id, {
          outcome: state === 'asked' ? 'You said no.' : 'You said that you can’t after all.',
          undo: () => call(undoCoverAnswer, { params: { id } }).then(refetch),
        });
    },
    onError: (_, answer) => {
      if (answer === 'no') list?.drop(id);
    },
    onSettled: refetch,
  });
}
