import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import type { checkSync as check } from 'recheck';
import { expect, it } from 'vitest';

/**
 * Loads the checker, if there is something to check: it is large. The package's main file starts a JVM or a native
 * process. This build is pure JavaScript.
 */
const checker = () => createRequire(import.meta.url)('recheck/lib/browser.js') as { checkSync: typeof check };

const isLong = process.env['FIRSTBELL_LONG'] === '1';
const root = path.join(import.meta.dirname, '../..');
const rooms = '{domain,contract,server,web,scripts,bench,test}/**/*.{ts,tsx,js,cjs}';
/** Files whose expressions only run on our own text. They need not be linear, but must not be exponential. */
const isOurOwn = (file: string) => /^(?:test|bench|scripts\/testing)\/|\.(?:test|spec)\.tsx?$/.test(file);

type Found = { source: string; flags: string; file: string };

/**
 * Returns every regular expression literal in the project, found by parsing, and every file that builds one at run
 * time.
 */
function everyExpression(): { literals: Found[]; made: string[] } {
  const literals = new Map<string, Found>();
  const made: string[] = [];
  for (const file of globSync([rooms, '*.config.ts'], { cwd: root, exclude: ['**/node_modules'] })) {
    const text = readFileSync(path.join(root, file), 'utf8');
    if (!text.includes('/')) continue;
    const { program, errors } = parseSync(file, text);
    expect(errors, file).toEqual([]);
    const noteMade = (callee: { type: string; name?: unknown }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp' && !isOurOwn(file)) made.push(file);
    };
    new Visitor({
      Literal: (node) => {
        if (!('regex' in node)) return;
        const { pattern: source, flags } = node.regex;
        const key = `${isOurOwn(file)}/${source}/${flags}`;
        if (!literals.has(key)) literals.set(key, { source, flags, file });
      },
      NewExpression: ({ callee }) => noteMade(callee),
      CallExpression: ({ callee }) => noteMade(callee),
    }).visit(program);
  }
  return { literals: [...literals.values()], made };
}

const all = everyExpression();

/** Expressions that the checker doesn't report as linear, with the reason why they are safe. */
const accepted: Record<string, string> = {
  '^[^\\s@"<>(),:;\\\\[\\]]{1,64}@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\\.)+[a-zA-Z]{2,63}$':
    'It has too many counted repetitions for the checker. The text has at most 254 characters.',
  '\\B(?=(?:\\d{3})+$)': 'It runs on the digits of one number: at most 16.',
  '(.)\\/+$': 'It runs in the browser on the path of the page: a long path slows only its own user.',
  '<style>([^]*?)<\\/style>': 'It runs on a mail that the server wrote, with one style sheet.',
  '<style>[^]*?<\\/style>': 'The same mail.',
  '^[^]*?<html[^>]*>': 'The same mail, which has one html tag.',
  '[\\p{L}\\p{N}]+(?:[+#]+(?![\\p{L}\\p{N}]))?':
    'It has too many letters for the checker. Its two repetitions have no character in common.',
  '\\berrors: (?:\\[[^\\]]*\\]|\\w+)(?=,| \\})': 'It runs when the web is built, on our own contract.',
};

it('finds the regular expressions of the project', () => {
  expect(all.literals.length).toBeGreaterThan(400);
  expect(
    all.literals.some(({ source, file }) => file === 'contract/fields.ts' && source.startsWith('^[^\\s@')),
    'a known expression',
  ).toBe(true);
});

/**
 * Expressions that the checker found to be linear before, one per line. The checker takes 18 s for all of them, so the
 * default run only checks the others; `npm run test:long` checks each one and says when this list is out of date.
 */
const knownFile = path.join(import.meta.dirname, 'linear-expressions.txt');
const known = new Set(readFileSync(knownFile, 'utf8').trimEnd().split('\n'));
const nameOf = ({ source, flags }: Found) => `/${source}/${flags}`;

it('finds only linear-time expressions in the product', () => {
  const ours = all.literals.filter(({ file }) => !isOurOwn(file));
  const toCheck = ours.filter(({ source }) => !(source in accepted));
  const slow = toCheck
    .filter((found) => isLong || !known.has(nameOf(found)))
    .map(({ source, flags, file }) => ({
      name: `${file}: /${source}/`,
      verdict: checker().checkSync(source, flags, { checker: 'automaton', timeout: 60_000 }),
    }))
    .filter(({ verdict }) => verdict.status !== 'safe' || !['safe', 'linear'].includes(verdict.complexity.type))
    .map(({ name, verdict }) => `${name} is ${verdict.status}`);
  expect(slow).toEqual([]);
  if (isLong) {
    const names = [...new Set(toCheck.map(nameOf))].toSorted();
    expect([...known], `${knownFile} should contain exactly these`).toEqual(names);
  }
  const sources = new Set(ours.map(({ source }) => source));
  expect(
    Object.keys(accepted).filter((source) => !sources.has(source)),
    'accepted without need',
  ).toEqual([]);
});

it('finds no nested repetition, which can be exponential, in tests, their steps and benchmarks', () => {
  const nested = all.literals
    .filter(({ file, source }) => isOurOwn(file) && repeatsWithinRepeat(source))
    .map(({ source, file }) => `${file}: /${source}/`);
  // In these, the repeated part starts or ends with a character that occurs nowhere else in it.
  const clear = ['server/metrics/metrics.test.ts', 'test/rfc5545.ts'];
  expect(nested.filter((found) => !clear.some((file) => found.startsWith(file)))).toEqual([]);
});

it.each([
  ['(a+)+$', true],
  ['((?:ab*)c){2,}', true],
  ['(a+){3}b', false],
  ['(?:a|b)+c+', false],
  ['[(]+[)+]*', false],
  ['\\(a+\\)+', false],
])('/%s/ has a nested repetition: %s', (source, repeats) => expect(repeatsWithinRepeat(source)).toBe(repeats));

it('finds only known files that build an expression at run time', () => {
  // The first counts characters. The second looks for subjects, which are our own words.
  // The third is built from the contract's paths. Each parameter ends at the next slash.
  expect(new Set(all.made)).toEqual(new Set(['contract/push.ts', 'domain/subject.ts', 'server/http/refuse-early.ts']));
});

/** Returns whether an expression has an unbounded repetition inside an unbounded repetition. */
function repeatsWithinRepeat(source: string): boolean {
  const plain = source.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const open: boolean[] = [];
  let repeats = false;
  for (const { 0: sign, index } of plain.matchAll(/[()]|[*+]|\{\d+,\}/g)) {
    if (sign === '(') {
      open.push(repeats);
      repeats = false;
    } else if (sign === ')') {
      if (repeats && /^(?:[*+]|\{\d+,\})/.test(plain.slice(index + 1))) return true;
      repeats = repeats || (open.pop() ?? false);
    } else repeats = true;
  }
  return false;
}
