import * as z from 'zod/mini';
import { drafts } from '#web/ui/draft.ts';

/** The unsent absence of this person in this tab: their own words and choices. Other people appear only as ids. */
export const absenceDrafts = drafts(
  'absence',
  z.object({
    date: z.string(),
    shiftType: z.string(),
    startTime: z.string(),
    endTime: z.string(),
    absenceReason: z.string(),
    description: z.string(),
    additionalNotes: z.string(),
    googleDocLink: z.string(),
    mayNeedChanges: z.boolean(),
    isUrgent: z.boolean(),
    bookFirst: z.boolean(),
    notifyAllSubstitutes: z.boolean(),
    selectedSubstitutes: z.array(z.int()),
    severalDays: z.boolean(),
    lastDate: z.string(),
    leftOut: z.array(z.string()),
  }),
);
