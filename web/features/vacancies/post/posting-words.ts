import type { PostingWords } from '#web/features/vacancies/move/changes.ts';

/** What a teacher reads once their own absence is posted, and why it could not be. */
export const teachersWords: PostingWords = {
  done: (days) => ({
    title: 'Success',
    text: 'Absence request created successfully',
    ...(days > 1 ? { note: `${days} days, one vacancy for each.` } : {}),
  }),
  failed: (reason) => `Failed to create vacancy request. Please try again. ${reason}`,
};
