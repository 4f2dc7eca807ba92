import * as z from 'zod/mini';
import { endpoint, settingUp } from '#contract/endpoint.ts';
import { id } from '#contract/fields.ts';
import { liveTopics } from '#domain/live.ts';

/** The data of a `changed` event. */
export const liveChange = z.strictObject({ topic: z.enum(liveTopics), id: z.optional(id) });

/** The longest time, in ms, that the server looks back for what somebody missed; past it everything may have changed. */
const longestAge = 86_400_000;

/** How often the server sends a `beat`, in ms, as long as it hears of every change. */
export const beatMs = 20_000;

export const live = endpoint({
  name: 'live',
  method: 'GET',
  path: '/api/live',
  summary:
    'Changes as server-sent events: `changed` (its data names the topic, and for a vacancy its id), `beat` every 20 seconds, `ended` when the session is over, `crowded` when one person has too many streams.',
  access: settingUp,
  query: z.strictObject({
    /** How old what the caller knows is, in ms: what changed since is told first. Left out: only what changes from now on. */
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
