import * as z from 'zod/mini';
import { drafts } from '#web/ui/draft.ts';

/** This person's unsent message to a vacancy's teacher. */
export const requestDrafts = drafts('request', z.object({ additionalNotes: z.string() }));
