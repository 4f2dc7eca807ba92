import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsFile, importsPage } from './draw.ts';
import { cyclesOf, folderGraph, grouped, reachedFrom } from './folders.ts';

const root = path.join(import.meta.dirname, '../..');

describe('folders that import each other', () => {
  test('do not exist in the domain, the contract and the server', () => {
    const graph = folderGraph(root, ['domain', 'contract', 'server']);
    expect(graph.get('server/features/vacancies/booking')?.get('server/db')).toBeGreaterThan(10);
    expect(cyclesOf(graph)).toEqual([]);
  });

  test('do not exist in the web', () => {
    const graph = folderGraph(root, ['web']);
    expect(graph.get('web/features/people')?.get('web/api')).toBeGreaterThan(2);
    expect(cyclesOf(graph)).toEqual([]);
  });

  test('do not exist among the features of the web, which have at most 14 imports of each other', () => {
    const graph = grouped(folderGraph(root, ['web']), (folder) => /^web\/features\/[^/]+/.exec(folder)?.[0] ?? null);
    expect([...graph.values()].reduce((count, targets) => count + targets.size, 0)).toBeLessThanOrEqual(14);
    expect(cyclesOf(graph)).toEqual([]);
  });

  test('are found, and each cycle is reported once', () => {
    const graph = new Map([
      ['a', new Map([['b', 1]])],
      ['b', new Map([['c', 1]])],
      ['c', new Map([['a', 1]])],
      ['d', new Map([['a', 1]])],
      ['e', new Map([['f', 1]])],
      ['f', new Map([['e', 1]])],
    ]);
    expect(cyclesOf(graph)).toEqual([
      ['a', 'b', 'c'],
      ['e', 'f'],
    ]);
  });
});

test('the drawing of all imports is up to date (npm run structure)', () => {
  expect(readFileSync(importsFile, 'utf8')).toBe(importsPage());
});

test('several screens use each file of a feature', () => {
  const places = /^web\/(screens\/[^/]+\/[^/]+|layout|features\/.+)/;
  const graph = grouped(
    folderGraph(root, ['web'], (file) => file),
    (file) => places.exec(file)?.[0] ?? null,
  );
  const screens = [...graph.keys()].filter((place) => !place.startsWith('web/features/'));
  const used = screens.flatMap((screen) => [...reachedFrom(graph, screen)]);
  expect(used.length).toBeGreaterThan(200);
  expect(used.filter((file) => used.indexOf(file) === used.lastIndexOf(file))).toEqual([]);
});

test('the queries.ts of each feature only reads', () => {
  const writing = /\b(insert into|delete from|update \w+ (\w+ )?set)\b/;
  const files = globSync('server/features/**/queries.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => writing.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test('the design system has no domain terms', () => {
  const words = /\b(vacanc|substitut|teacher|school|absence|district)/i;
  const files = globSync('web/ui/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => words.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test('each decision has its own number, in its name and its title', () => {
  const files = globSync('docs/decisions/*.md', { cwd: root }).map((file) => path.basename(file));
  const numbers = files.map((file) => file.slice(0, 3));
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
  const titled = files.filter((file) =>
    readFileSync(path.join(root, 'docs/decisions', file), 'utf8').startsWith(`# ${file.slice(0, 3)}`),
  );
  expect(titled.toSorted()).toEqual(files.toSorted());
});
