/** A person, with the names that a file may use. */
export interface NamedPerson {
  id: number;
  fullName: string;
  username: string | null;
  email: string | null;
}

/** The sentences for a name that finds no one, or several people. */
interface FinderWords {
  missing: string;
  unknown: (name: string) => string;
  several: (name: string) => string;
}

/** Finds a person by name in either order, username or email. Returns a sentence if there is none, or several. */
export function personFinder(
  people: readonly NamedPerson[],
  words: FinderWords,
): (name: string) => NamedPerson | string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[\s.,]+/g, ' ')
      .trim();
  const known = new Map<string, NamedPerson[]>();
  for (const person of people)
    for (const name of new Set([person.fullName, person.username ?? '', person.email ?? ''].map(plain)))
      if (name !== '') known.set(name, [...(known.get(name) ?? []), person]);
  return (name) => {
    if (name === '') return words.missing;
    const [last, first] = name.split(',');
    const turned = first === undefined ? '' : `${first} ${last ?? ''}`;
    const [one, ...others] = known.get(plain(name)) ?? known.get(plain(turned)) ?? [];
    if (one === undefined) return words.unknown(name);
    return others.length === 0 ? one : words.several(name);
  };
}
