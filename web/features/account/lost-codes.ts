import type { Loss } from '#web/ui/unsaved.ts';

/** What is asked before recovery codes are closed by Esc or Back. */
export const lostCodes: Loss = {
  title: 'Close without the recovery codes?',
  text: 'The codes are shown only once. Without them you can’t sign in if you lose your phone.',
  discard: 'Close',
  keep: 'Keep open',
};
