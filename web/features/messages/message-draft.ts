import * as z from 'zod/mini';
import type { MessageValues } from '#web/features/messages/use-message-form.ts';

const key = 'firstbell-message-draft';

const draft = z.object({
  userId: z.int(),
  about: z.string(),
  values: z.object({
    subject: z.nullable(z.string()),
    message: z.string(),
    urgent: z.nullable(z.boolean()),
    template: z.nullable(z.string()),
    vacancyId: z.nullable(z.int()),
  }),
});

/** The unsent message of this person in this tab about the same thing, null where there is none. */
export function readMessageDraft(userId: number, about: string): z.output<typeof draft>['values'] | null {
  try {
    const kept = z.safeParse(draft, JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return kept.success && kept.data.userId === userId && kept.data.about === about ? kept.data.values : null;
  } catch {
    // Storage may be forbidden; then nothing was kept either.
    return null;
  }
}

/** Keeps what is written until it is sent or the tab is closed; `null` forgets it. */
export function keepMessageDraft(userId: number, about: string, values: MessageValues | null): void {
  try {
    if (values === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ userId, about, values }));
  } catch {
    // Storage may be forbidden or full; then closing forgets what was written.
  }
}
