import type { Loss } from '#web/ui/unsaved.ts';

/** The question before Esc or Back closes recovery codes. */
export const lostCodes: Loss = {
  title: 'Close without the recovery codes?',
  text: 'The codes are shown only once. Without them you can’t sign in if you lose your phone.',
  discard: 'Close',
  keep: 'Keep open',
};
