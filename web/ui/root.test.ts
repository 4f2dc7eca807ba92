import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
const table = new Set(namesIn(read('web/ui/root.ts'), /^ {2}(\w+): /gm));

test('the early script, the styles, the build and the server name only attributes of <html> that the table has', () => {
  const styles = globSync('web/styles/*.css', { cwd: root }).map(read).join('\n');
  const named = new Set([
    ...namesIn(read('web/boot/early.js'), /root\.dataset\.(\w+)/g),
    ...namesIn(styles, /(?:html|:root)(?::not\()?\[data-(\w+)/g),
    ...namesIn(read('web/build/document.ts'), /<html[^>]*? data-(\w+)/g),
    ...namesIn(read('server/http/pages.ts'), /'data-(\w+)=/g),
  ]);
  expect(table.size).toBe(9);
  expect(named.size).toBeGreaterThan(6);
  expect([...named].filter((name) => !table.has(name))).toEqual([]);
});

test('no module sets an attribute of <html> that is not in the table', () => {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/root(\.test)?\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => /documentElement\.dataset|\{ dataset \} = document/.test(read(file)))).toEqual([]);
});
