import type { School } from '#contract/schools.ts';

type Named = Pick<School, 'name'> & Partial<Pick<School, 'city' | 'state'>>;

/** Returns the name to show for each school. Schools that share a name show their city and state, too. */
export function namesToChooseFrom(schools: readonly Named[]): string[] {
  const counts = new Map<string, number>();
  for (const { name } of schools) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  return schools.map(({ name, city, state }) =>
    counts.get(name.toLowerCase()) === 1 ? name : [name, city, state].filter(Boolean).join(', '),
  );
}
