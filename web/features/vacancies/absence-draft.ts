import * as z from 'zod/mini';
import type { AbsenceValues } from '#web/features/vacancies/absence-form.ts';

const key = 'firstbell-absence-draft';

/** What is kept: the own words and choices, nothing of other people. */
const draft = z.object({
  userId: z.int(),
  values: z.object({
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
    severalDays: z.boolean(),
    lastDate: z.string(),
    leftOut: z.array(z.string()),
  }),
});
type Draft = z.output<typeof draft>['values'];

/** The unsent absence of this person in this tab, null where there is none; somebody else's is thrown away. */
export function readDraft(userId: number): Draft | null {
  try {
    const kept = z.safeParse(draft, JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    if (kept.success && kept.data.userId === userId) return kept.data.values;
    sessionStorage.removeItem(key);
  } catch {
    // Storage may be forbidden; then nothing was kept either.
  }
  return null;
}

/** Keeps what is typed until it is sent or the tab is closed; `null` forgets it. */
export function keepDraft(userId: number, values: AbsenceValues | null): void {
  try {
    if (values === null) sessionStorage.removeItem(key);
    else {
      const { selectedSubstitutes: _others, ...own } = values;
      sessionStorage.setItem(key, JSON.stringify({ userId, values: own }));
    }
  } catch {
    // Storage may be forbidden or full; then a reload starts afresh.
  }
}
