import * as z from 'zod/mini';
import { liveChange } from '#contract/live.ts';
import type { LiveChange } from '#domain/live.ts';

/** An announcement from the database, and its audiences. `ended` ends the streams of sessions that are over. */
export type Announcement = { audience: readonly string[]; change: LiveChange | 'ended' };

const announced = z.strictObject({ to: z.array(z.string()), topic: z.string(), id: z.nullable(z.int()) });

/** Parses a payload of `announce` (server/db/migrations). Returns null if this version doesn't know its format. */
export function readAnnouncement(payload: string): Announcement | null {
  let json: unknown;
  try {
    json = JSON.parse(payload);
  } catch {
    return null;
  }
  const { data } = announced.safeParse(json);
  if (data === undefined) return null;
  const { to: audience, topic, id } = data;
  if (topic === 'ended') return { audience, change: 'ended' };
  const change = liveChange.safeParse(id === null ? { topic } : { topic, id });
  return change.success ? { audience, change: change.data } : null;
}
