import * as z from 'zod/mini';
import { drafts } from '#web/ui/draft.ts';

/** An unsent sentence of this person in this tab. */
export const feedbackDrafts = drafts('feedback', z.object({ words: z.string() }));
