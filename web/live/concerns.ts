import type { LiveChange, LiveTopic } from '#domain/live.ts';

/** The first parts of the keys of what each topic changes; the counts of sidebar and bell among them. */
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

/** Keys that go on with the id of the one vacancy that they are about. */
const ofOne = new Set<unknown>(['one', 'history', 'candidates']);

/** Whether what lies under this key may be another since this change. */
export function concerns({ topic, id }: LiveChange, [noun, part, subject]: readonly unknown[]): boolean {
  const nouns = concerned[topic];
  // Who is signed in is asked for apart, before everything else.
  if (nouns === 'all') return noun !== 'session';
  if (typeof noun !== 'string' || !nouns.includes(noun)) return false;
  return noun !== 'vacancies' || id === undefined || !ofOne.has(part) || subject === id;
}
