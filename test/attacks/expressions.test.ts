import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import type { checkSync as check } from 'recheck';
import { expect, it } from 'vitest';

// Its own main file starts a process of another language; this one is the same in JavaScript alone.
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as { checkSync: typeof check };

const root = path.join(import.meta.dirname, '../..');
const rooms = '{domain,contract,server,web,scripts,bench,test}/**/*.{ts,tsx,js,cjs}';
/** What meets no text but our own: it need not be linear, but no text may take it for ever. */
const isOurOwn = (file: string) => /^(?:test|bench)\/|\.(?:test|spec)\.tsx?$/.test(file);

type Found = { source: string; flags: string; file: string };

/** Every regular expression of the project, as the parser sees them, and every one that is put together at run time. */
function everyExpression(): { literals: Found[]; made: string[] } {
  const literals = new Map<string, Found>();
  const made: string[] = [];
  for (const file of globSync([rooms, '*.config.ts'], { cwd: root })) {
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

/** Why an expression that the checker does not call linear is one that nobody can use against us. */
const accepted: Record<string, string> = {
  '^[^\\s@"<>(),:;\\\\[\\]]{1,64}@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\\.)+[a-zA-Z]{2,63}$':
    'Its counted repetitions are too many for the checker; the text has at most 254 characters.',
  '\\B(?=(?:\\d{3})+$)': 'The digits of one number: at most 16.',
  '(.)\\/+$': 'The path of the page that somebody opened: they would only slow themselves.',
  '<style>([^]*?)<\\/style>': 'A mail as the server wrote it, with one style sheet.',
  '<style>[^]*?<\\/style>': 'The same.',
  '^[^]*?<html[^>]*>': 'The same, with one beginning.',
};

it('finds every expression by parsing', () => {
  expect(all.literals.length).toBeGreaterThan(400);
  expect(
    all.literals.some(({ source, file }) => file === 'contract/fields.ts' && source.startsWith('^[1-9]')),
    'a known one',
  ).toBe(true);
});

it('takes time that grows with the text alone, in every expression of the product', () => {
  const ours = all.literals.filter(({ file }) => !isOurOwn(file));
  const slow = ours
    .filter(({ source }) => !(source in accepted))
    .map(({ source, flags, file }) => ({
      name: `${file}: /${source}/`,
      verdict: checkSync(source, flags, { checker: 'automaton', timeout: 60_000 }),
    }))
    .filter(({ verdict }) => verdict.status !== 'safe' || !['safe', 'linear'].includes(verdict.complexity.type))
    .map(({ name, verdict }) => `${name} is ${verdict.status}`);
  expect(slow).toEqual([]);
  const sources = new Set(ours.map(({ source }) => source));
  expect(
    Object.keys(accepted).filter((source) => !sources.has(source)),
    'no longer needed',
  ).toEqual([]);
});

it('has no repetition within a repetition, which may take for ever, in any other', () => {
  const nested = all.literals
    .filter(({ file, source }) => isOurOwn(file) && repeatsWithinRepeat(source))
    .map(({ source, file }) => `${file}: /${source}/`);
  // What repeats begins with a sign in these, or ends in one, that can stand nowhere else in it.
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
])('/%s/ repeats within a repetition: %s', (source, repeats) => expect(repeatsWithinRepeat(source)).toBe(repeats));

it('is put together at run time out of fixed parts alone', () => {
  // The first counts characters; the second finds subjects, which are words of our own.
  expect(new Set(all.made)).toEqual(new Set(['contract/push.ts', 'domain/subject.ts']));
});

/** Whether an expression repeats without end what itself repeats without end. */
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
