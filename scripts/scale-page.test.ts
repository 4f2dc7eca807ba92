import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('docs/scale.md', root), 'utf8');

it('docs/scale.md says how large each table of the schema becomes', () => {
  const folder = new URL('server/db/migrations/', root);
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const tables = files.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^create (?:unlogged )?table ([a-z_]+)/gm)].map(
      ([, table]) => table,
    ),
  );
  expect(tables.length).toBeGreaterThan(60);
  expect(tables.filter((table) => !page.includes(`\`${table}\``))).toEqual([]);
});
