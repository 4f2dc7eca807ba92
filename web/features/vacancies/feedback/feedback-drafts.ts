import * as z from 'zod/mini';
import { drafts } from '#web/ui/draft.ts';

/** An unsent sentence of this person in this tab. */
export const feedbackDrafts = drafts('feedback', z.object({ words: z.string() }));

/** Names the form that asks whether a teacher would have the substitute of this class again. */
export const aboutAgain = (vacancyId: number) => `again ${vacancyId}`;
