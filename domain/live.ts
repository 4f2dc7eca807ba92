import type { Actor } from './permissions.ts';

/**
 * What can change on a screen. An event names nothing but one of these, and of vacancies the id: whoever hears it
 * asks again for what they show, and gets what they may see. The database says who hears of what
 * (server/db/migrations/0020_live_events.sql).
 */
export const liveTopics = [
  'session',
  'vacancies',
  'notices',
  'people',
  'schools',
  'messages',
  'availability',
  'sign_ins',
  'everything',
] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** One change: what, and of a single vacancy which. 'everything' stands for all that may have been missed. */
export type LiveChange = { topic: LiveTopic; id?: number | undefined };

/**
 * Who an event is for. A person hears what is theirs; the rest goes by what somebody is at a school. An event for
 * an audience that nobody may belong to reaches nobody.
 */
export type LiveAudience =
  | `person:${number}`
  | `admins:${number}`
  | `teachers:${number}`
  | `substitutes:${number}`
  | 'owners';

/** The audiences that somebody belongs to at this moment: before approval, only what concerns themself. */
export function audiencesOf(actor: Actor): LiveAudience[] {
  const own: LiveAudience[] = [`person:${actor.id}`];
  if (!actor.isActive) return own;
  if (actor.role === 'overall_admin') return actor.isPlatformOwner ? [...own, 'owners'] : own;
  if (!actor.isApproved) return own;
  if (actor.role === 'substitute')
    return [...own, ...actor.selectedSchoolIds.map((id): LiveAudience => `substitutes:${id}`)];
  if (actor.schoolId === null) return own;
  return [...own, actor.role === 'teacher' ? `teachers:${actor.schoolId}` : `admins:${actor.schoolId}`];
}
