import { useChanged } from '#web/api/changed.ts';
import { isConflict } from '#web/features/vacancies/move/conflict.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/**
 * What went wrong with a card's act, in the card: after a lost race the server's sentence with the way to what is
 * so now (its buttons make no sense any more), else the sentence alone.
 */
export function ActFailure({ error }: { error: Error | null }) {
  const changed = useChanged();
  if (error === null) return null;
  if (!isConflict(error)) {
    return (
      <Banner tone="danger" live>
        {sentenceOf(error)}
      </Banner>
    );
  }
  return (
    <Banner tone="pending" live actions={<Button onClick={() => void changed('vacancies')}>Refresh the list</Button>}>
      {error.sentence}
    </Banner>
  );
}
