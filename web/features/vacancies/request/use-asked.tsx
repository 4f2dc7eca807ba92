import type { ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { useSession } from '#web/session/session.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { part } from '#web/ui/part.tsx';

const RequestDialog = part(() => import('#web/features/vacancies/request/request-dialog.tsx'), 'RequestDialog');

/**
 * The 'Request Assignment' dialog of one vacancy, in the address: `?request=ID`. `vacancies` are those on the screen.
 * Any other is fetched.
 */
export function useAsked(
  vacancies: readonly Vacancy[],
  now: Date,
): { ask: (vacancy: Vacancy) => void; dialog: ReactNode } {
  const { open, show, close } = useLayer('request');
  const { id: userId } = useSession();
  RequestDialog.useAhead();
  const asked = Number(open);
  return {
    ask: ({ id }) => show(String(id)),
    dialog:
      Number.isSafeInteger(asked) && asked > 0 ? (
        <RequestDialog
          key={asked}
          id={asked}
          known={vacancies.find(({ id }) => id === asked)}
          userId={userId}
          now={now}
          onClose={close}
        />
      ) : null,
  };
}
