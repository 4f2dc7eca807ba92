/** A source change that removes one guard: `from` to `to` becomes `text`. */
export type Mutant = { what: string; from: number; to: number; text: string };

const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length;

/**
 * Returns every guard of domain/permissions.ts, each removed separately: a role's rule becomes 'always', both sides of
 * an 'and' become an 'or', 'every' becomes 'some', and a line that ends with 'return false' is deleted.
 */
export function permissionMutants(source: string): Mutant[] {
  const mutants: Mutant[] = [];
  const add = (what: string, from: number, length: number, text: string) =>
    mutants.push({ what: `line ${lineOf(source, from)}: ${what}`, from, to: from + length, text });
  for (const { index } of source.matchAll(/&&/g)) add('&& becomes ||', index, 2, '||');
  for (const { index } of source.matchAll(/\.every\(/g)) add('every becomes some', index, 7, '.some(');
  for (const { index, 0: line } of source.matchAll(/^ {2}if \(.*\) return false;$/gm))
    add(`without ${line.trim()}`, index, line.length, '');
  const table = source.indexOf('const rules:');
  const end = source.indexOf('\n};', table);
  // These mutants change rules of a single word. Longer rules contain an 'and' or a comparison.
  for (const match of source
    .slice(table, end)
    .matchAll(/\b(teacher|substitute|school_admin|overall_admin): ([a-zA-Z]+)(?=[ ,}])/g)) {
    const [whole, role = '', rule = ''] = match;
    if (rule === 'always') continue;
    const at = table + match.index + whole.length - rule.length;
    add(`${role}: ${rule} becomes always`, at, rule.length, 'always');
  }
  for (const { index } of source
    .slice(0, source.length)
    .matchAll(/ === (?=actor\.|user\.|'teacher'|'substitute'|'school_admin'|id\b)/g))
    add('=== becomes !==', index, 5, ' !== ');
  return mutants;
}
