import type { PostingWords } from '#web/features/vacancies/move/changes.ts';

/** The toasts about a teacher's own absence: posted, or why it wasn't. */
export const teachersWords: PostingWords = {
  done: (days) => ({
    title: 'Success',
    text: 'Absence request created successfully',
    ...(days > 1 ? { note: `${days} days, one vacancy for each.` } : {}),
  }),
  failed: (reason) => `Failed to create vacancy request. Please try again. ${reason}`,
};
