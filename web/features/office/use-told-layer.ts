import { useEffect } from 'react';
import { sentenceOf } from '#web/api/errors.ts';
import { useVacancyLayer } from '#web/features/vacancies/move/use-vacancy-layer.ts';
import { showToast } from '#web/ui/toast.ts';

/**
 * Returns a dialog about one vacancy that opens by its id alone, as on the board. If the vacancy can't be read, it says
 * so and closes. Apart from `useVacancyLayer`, so the first screen of substitutes stays small.
 */
export function useToldLayer(name: string): ReturnType<typeof useVacancyLayer> {
  const layer = useVacancyLayer(name);
  const { unread, close } = layer;
  useEffect(() => {
    if (unread === null) return;
    showToast({ title: 'Error', text: sentenceOf(unread), destructive: true });
    close();
  }, [unread, close]);
  return layer;
}
