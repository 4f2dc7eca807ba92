import { sentenceOf } from '#web/api/errors.ts';

/**
 * Returns what a dialog shows of its call: that it is being sent, with the button's label meanwhile, and why it failed.
 */
export function sending({ isPending, error }: { isPending: boolean; error: unknown }, pendingText?: string) {
  return { pending: isPending, pendingText, failure: error === null ? undefined : sentenceOf(error) };
}
