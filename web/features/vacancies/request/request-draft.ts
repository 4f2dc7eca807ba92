import * as z from 'zod/mini';
import { drafts } from '#web/ui/draft.ts';

/** The unsent words of this person to a vacancy's teacher. */
export const requestDrafts = drafts('request', z.string());
