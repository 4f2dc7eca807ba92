import * as z from 'zod/mini';
import { grades } from '#domain/grade.ts';
import { drafts } from '#web/ui/draft.ts';

const values = z.object({
  date: z.string(),
  shiftType: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  absenceReason: z.string(),
  description: z.string(),
  grade: z._default(z.enum(['', ...grades]), ''),
  subject: z._default(z.string(), ''),
  room: z._default(z.string(), ''),
  needsSubject: z._default(z.boolean(), false),
  needsGrade: z._default(z.boolean(), false),
  additionalNotes: z.string(),
  googleDocLink: z.string(),
  planFileIds: z._default(z.array(z.string()), []),
  mayNeedChanges: z.boolean(),
  isUrgent: z.boolean(),
  bookFirst: z.boolean(),
  notifyAllSubstitutes: z.boolean(),
  selectedSubstitutes: z.array(z.int()),
  offerFirst: z._default(z.array(z.int()), []),
  severalDays: z.boolean(),
  lastDate: z.string(),
  leftOut: z.array(z.string()),
  added: z._default(z.array(z.string()), []),
  asOneJob: z._default(z.boolean(), true),
});

/** The unsent absence of this person in this tab: their own words and choices. Other people appear only as ids. */
export const absenceDrafts = drafts('absence', values);

/** The same for 'I'm out today', which is about one day and never starts with text typed for another. */
export const quickDrafts = drafts('quick-absence', values);
