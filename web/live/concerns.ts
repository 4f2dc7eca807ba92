import type { LiveChange, LiveTopic } from '#domain/live.ts';

/** The prefixes of the query keys that each topic affects, including the counts of sidebar and bell. */
const concerned: Record<LiveTopic, readonly string[] | 'all'> = {
  session: 'all',
  everything: 'all',
  vacancies: ['vacancies', 'badges'],
  notices: ['notices', 'badges'],
  people: ['people', 'badges', 'schools', 'overview'],
  schools: ['schools', 'school', 'people', 'overview'],
  messages: ['messages'],
  availability: ['availability', 'vacancies'],
  sign_ins: ['own-sessions'],
};

/** Keys that continue with a vacancy's id. */
const ofOne = new Set<unknown>(['one', 'history', 'candidates']);

/** Whether the query with this key may have changed. */
export function concerns({ topic, id }: LiveChange, [noun, part, subject]: readonly unknown[]): boolean {
  const nouns = concerned[topic];
  // The session is refetched separately, before everything else.
  if (nouns === 'all') return noun !== 'session';
  if (typeof noun !== 'string' || !nouns.includes(noun)) return false;
  return noun !== 'vacancies' || id === undefined || !ofOne.has(part) || subject === id;
}
