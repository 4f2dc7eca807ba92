import * as z from 'zod/mini';
import { endpoint, settingUp } from '#contract/endpoint.ts';
import { id } from '#contract/fields.ts';
import { liveTopics } from '#domain/live.ts';

/** The data of a `changed` event. */
export const liveChange = z.strictObject({ topic: z.enum(liveTopics), id: z.optional(id) });

/** How far back the server looks for missed changes, in ms. Beyond that, it assumes that everything changed. */
const longestAge = 86_400_000;

/** How often the server sends a `beat` while it receives every change, in ms. */
export const beatMs = 20_000;

export const live = endpoint({
  call: 'GET /api/live',
  summary:
    'Changes as server-sent events: `changed` (its data names the topic, and for a vacancy its id), `beat` every 20 seconds, `ended` when the session is over, `crowded` when one person has too many streams.',
  access: settingUp,
  query: z.strictObject({
    /**
     * The age of the caller's data, in ms. Changes since then are sent first. If left out, only new changes are sent.
     */
    age: z.optional(
      z.coerce
        .number({ error: 'age must be a number of milliseconds.' })
        .check(z.int(), z.minimum(0), z.maximum(longestAge)),
    ),
  }),
  reply: z.any(),
  raw: 'text/event-stream',
  errors: ['unavailable'],
});
