import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, root), 'utf8');
const docs = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'));

test('every picture in docs/pictures is on a page', () => {
  const pages = ['README.md', ...docs.map((name) => `docs/${name}`)].map(textOf).join('\n');
  const unused = readdirSync(new URL('docs/pictures/', root)).filter((name) => !pages.includes(`pictures/${name}`));
  expect(unused).toEqual([]);
});

test('the pictures of README show a screen, not the spinner of a page that is still loading', () => {
  const shown = [...textOf('README.md').matchAll(/\((docs\/pictures\/[\w-]+\.png)\)/g)].map(([, name = '']) => name);
  expect(shown.length).toBeGreaterThan(5);
  // The spinner alone takes 5,000 bytes.
  for (const name of shown) expect(statSync(new URL(name, root)).size, name).toBeGreaterThan(30_000);
});
