import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('docs/security.md', root), 'utf8');

/**
 * The levels of ASVS 5.0.0, one digit for each requirement of a section in the order of its numbers. Source: the
 * published table, github.com/OWASP/ASVS, 5.0/docs_en, commit 5cf9b032; 70 of level 1, 183 of level 2, 92 of level 3.
 */
const levelsOf: Record<string, string> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};

const requirements = Object.entries(levelsOf).flatMap(([section, levels]) =>
  [...levels].map((level, index) => ({ number: `${section}.${index + 1}`, level })),
);
const placeOf = new Map(requirements.map(({ number }, place) => [number, place]));

/** A row of the tables. A chapter that doesn't apply at all is one row, 'from to'. */
type Row = { from: string; to: string; level: string; asked: string; holds: string; where: string };

const lines = page
  .slice(page.indexOf('## ASVS'))
  .split('\n')
  .filter((line) => /^\| \d/.test(line));
const rows = lines.map((line): Row => {
  const [, numbers = '', level = '', asked = '', holds = '', where = '', ...more] = line
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  expect(more, `five cells, none of which contains a bar: ${line}`).toEqual(['']);
  const [from = '', to = from] = numbers.split(' to ');
  return { from, to, level, asked, holds, where };
});

/** Returns the requirements of a row. A row about an entire chapter counts only levels 1 and 2. */
function answeredBy({ from, to }: Row): typeof requirements {
  const [first = -1, last = -1] = [placeOf.get(from), placeOf.get(to)];
  return requirements.slice(first, last + 1).filter(({ level }) => from === to || level !== '3');
}

describe('docs/security.md', () => {
  test('has as many requirements per level as the standard', () => {
    expect(['1', '2', '3'].map((of) => requirements.filter(({ level }) => level === of).length)).toEqual([70, 183, 92]);
  });

  test('lists requirements in order, each once, with numbers that exist', () => {
    const numbers = rows
      .flatMap(({ from, to }) => [from, to])
      .filter((number, index, all) => number !== all[index - 1]);
    expect(numbers.filter((number) => !placeOf.has(number))).toEqual([]);
    const places = rows.flatMap(answeredBy).map(({ number }) => placeOf.get(number) ?? -1);
    expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other));
  });

  test('covers every requirement of levels 1 and 2', () => {
    const answered = new Set(rows.flatMap(answeredBy).map(({ number }) => number));
    expect(
      requirements.filter(({ number, level }) => level !== '3' && !answered.has(number)).map(({ number }) => number),
    ).toEqual([]);
  });

  test('names the level of each requirement', () => {
    const levels = rows.map((row) => [
      row.from,
      [...new Set(answeredBy(row).map(({ level }) => level))].toSorted().join(', '),
    ]);
    expect(rows.map(({ from, level }) => [from, level])).toEqual(levels);
  });

  test('gives every row a status and evidence', () => {
    expect(
      rows.filter(
        ({ asked, holds, where }) =>
          asked === '' || where === '' || !['met', 'partly', 'not met', 'not shown', 'operator', 'n/a'].includes(holds),
      ),
    ).toEqual([]);
  });

  test('names only files and sections that exist', () => {
    const names = [...page.matchAll(/`((?:contract|docs|domain|scripts|server|test|web)\/[^`*]+)`/g)].map(
      ([, name = '']) => name,
    );
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !existsSync(new URL(name, root)))).toEqual([]);
    // After a test of the same folder, the last part of the path is enough to cite one.
    const folders = [...new Set(names.map((name) => name.slice(0, name.lastIndexOf('/') + 1)))];
    const short = [...page.matchAll(/`([\w.-]+\.(?:test|spec)\.tsx?)`/g)].map(([, name = '']) => name);
    expect(short.filter((name) => !folders.some((folder) => existsSync(new URL(folder + name, root))))).toEqual([]);
    const titles = new Set(
      [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      ),
    );
    expect(
      [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor).filter((anchor) => !titles.has(anchor)),
    ).toEqual([]);
    const pages = [...page.matchAll(/\]\(([\w/-]+\.md)[#)]/g)].map(([, name = '']) => name);
    expect(pages.filter((name) => !existsSync(new URL(`docs/${name}`, root)))).toEqual([]);
  });
});
