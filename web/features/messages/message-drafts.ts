import * as z from 'zod/mini';
import { drafts } from '#web/ui/draft.ts';

/** The unsent message of this person in this tab, about the same vacancy or to the same people. */
export const messageDrafts = drafts(
  'message',
  z.object({
    subject: z.nullable(z.string()),
    message: z.string(),
    urgent: z.nullable(z.boolean()),
    template: z.nullable(z.string()),
    vacancyId: z.nullable(z.int()),
  }),
);
