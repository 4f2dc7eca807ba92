import { useChanged } from '#web/api/changed.ts';
import { isConflict } from '#web/features/vacancies/move/conflict.ts';
import { CallError } from '#web/api/call-error.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/**
 * Shows the error of a card's action, in the card. After a lost race, it shows the server's sentence and a link to the
 * current state, because its buttons no longer apply. Otherwise, it shows only the sentence.
 */
export function ActFailure({ error }: { error: Error | null }) {
  const changed = useChanged();
  if (error === null) return null;
  if (!isConflict(error)) {
    return <CallError error={error} />;
  }
  return (
    <Banner tone="pending" live actions={<Button onClick={() => void changed('vacancies')}>Refresh the list</Button>}>
      {error.sentence}
    </Banner>
  );
}
