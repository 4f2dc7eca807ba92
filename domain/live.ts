import type { Actor } from './permissions.ts';

/**
 * The topics of changes on a screen. An event contains only one of these topics, and a vacancy's id: the client then
 * refetches the data it shows, as far as its user may see it. The database decides who receives what
 * (server/db/migrations/0020_live_events.sql and later).
 */
export const liveTopics = [
  'session',
  'vacancies',
  /** How many substitutes were notified of a class, saw it or declined it. */
  'offers',
  'notices',
  'people',
  'schools',
  'messages',
  'availability',
  'sign_ins',
  'hours',
  'cover',
  'everything',
] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** One change: its topic, and a single vacancy's id. 'everything' means that any change may have been missed. */
export type LiveChange = { topic: LiveTopic; id?: number | undefined };

/**
 * The recipients of an event: a person, or everyone with a role at a school. An event for an audience without members
 * reaches no one.
 */
export type LiveAudience =
  | `person:${number}`
  | `admins:${number}`
  | `teachers:${number}`
  | `substitutes:${number}`
  | 'owners';

/** Returns the audiences that a person belongs to right now. Before approval, it is only their own. */
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
