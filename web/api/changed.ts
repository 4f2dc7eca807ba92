import { notifyManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { LiveChange, LiveTopic } from '#domain/live.ts';

/** Things that can change: the topics of live events, and topics that only the person's own commands change. */
export type Topic = LiveTopic | 'account' | 'profile' | 'second_factor' | 'school_lists' | 'counts' | 'legal';

/** The first parts of the query keys that each topic changes. */
const concerned: Record<Topic, readonly string[] | 'all'> = {
  session: 'all',
  everything: 'all',
  vacancies: ['vacancies', 'board', 'badges', 'hours', 'cover', 'notices'],
  cover: ['cover', 'board', 'vacancies'],
  offers: ['board', 'vacancies'],
  hours: ['hours'],
  notices: ['notices', 'badges'],
  people: ['people', 'board', 'badges', 'schools', 'overview'],
  schools: ['schools', 'school', 'people', 'badges', 'overview'],
  // After a deletion, or if the reply contains the school, there is no reason to fetch it again.
  school_lists: ['schools', 'people', 'badges', 'overview'],
  messages: ['messages'],
  availability: ['availability', 'vacancies'],
  sign_ins: ['own-sessions'],
  account: ['session'],
  profile: ['profile'],
  second_factor: ['session', 'second-factor'],
  counts: ['badges'],
  legal: ['legal'],
};

/** Keys that continue with a vacancy's id. */
const ofOne = new Set<unknown>(['one', 'history', 'candidates']);

/** Returns whether the data under this key may be different since this change. */
export function concerns(
  { topic, id }: { topic: Topic; id?: LiveChange['id'] },
  [noun, part, subject]: readonly unknown[],
): boolean {
  const nouns = concerned[topic];
  // The session is fetched separately, before everything else.
  if (nouns === 'all') return noun !== 'session';
  if (typeof noun !== 'string' || !nouns.includes(noun)) return false;
  return noun !== 'vacancies' || id === undefined || !ofOne.has(part) || subject === id;
}

/**
 * Refetches the queries of these topics: immediately if they are on screen, otherwise when they are next shown.
 * Resolves once the screens have rendered the replies: a reply reaches its query first, and the screen in a later task.
 */
export async function changed(queries: QueryClient, ...topics: readonly Topic[]): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({ queryKey }) => topics.some((topic) => concerns({ topic }, queryKey)),
  });
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
}

/** `changed` for a component. */
export function useChanged(): (...topics: readonly Topic[]) => Promise<void> {
  const queries = useQueryClient();
  return (...topics) => changed(queries, ...topics);
}
