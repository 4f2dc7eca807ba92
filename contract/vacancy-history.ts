// This call has its own file, because every home loads the other calls about vacancies.
import * as z from 'zod/mini';
import { approved, endpoint } from '#contract/endpoint.ts';
import { id, instant } from '#contract/fields.ts';
import { historyKinds } from '#domain/vacancy.ts';

/** One entry of a vacancy's history. */
const historyEntry = z.strictObject({
  id,
  kind: z.enum(historyKinds),
  at: instant,
  actorId: z.nullable(id),
  actorName: z.nullable(z.string()),
  substituteId: z.nullable(id),
  substituteName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The changes of an edit, in words. */
  changes: z.nullable(z.array(z.string())),
  /** The people whom a wave of offers notified, by name. It is empty for all other entries. */
  offers: z.array(
    z.strictObject({
      name: z.string(),
      /** The reasons for choosing the substitute: 'Taught this class before · Near', or '' without a reason. */
      why: z.string(),
      /** No channel delivered the offer. It is missing otherwise. */
      isUndelivered: z.optional(z.boolean()),
      /** No channel has sent the offer yet, after at least one attempt. It is missing otherwise. */
      isWaiting: z.optional(z.boolean()),
    }),
  ),
  /** The number of people whom the wave notified, and whose account has been deleted since. Missing means none. */
  deleted: z.optional(z.int()),
});

export const listVacancyHistory = endpoint({
  call: 'GET /api/vacancies/:id/history',
  summary: "The vacancy's history, oldest first, for its teacher and the school's admins.",
  access: approved('teacher', 'school_admin'),
  reply: z.array(historyEntry),
  errors: ['not_found'],
});
