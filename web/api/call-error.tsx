import { sentenceOf } from '#web/api/errors.ts';
import { Banner } from '#web/ui/banner.tsx';

/** Shows why a call failed. Without an error, it shows nothing. */
export function CallError({ error, title }: { error: unknown; title?: string }) {
  if (error === null || error === undefined) return null;
  return (
    <Banner tone="danger" live title={title}>
      {sentenceOf(error)}
    </Banner>
  );
}
