import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

const project = path.join(import.meta.dirname, '../..');
const report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

/** One import each: from which file to which. */
const forbidden = [
  ['domain/a.ts', '#contract/c.ts', 'the domain knows nothing above it'],
  ['domain/b.ts', 'node:fs', 'the domain does no I/O'],
  ['domain/c.ts', '#test/t.ts', 'tests cannot be imported'],
  ['contract/a.ts', '#server/s.ts', 'the contract knows no side'],
  ['contract/b.ts', '#web/w.tsx', 'the contract knows no side'],
  ['contract/d.ts', 'zod', 'zod comes through zod/mini'],
  ['server/a.ts', '#web/w.tsx', 'server and web never meet'],
  ['server/b.ts', '#test/t.ts', 'tests cannot be imported'],
  [
    'server/features/schools/a.ts',
    '#server/features/people/approve.ts',
    'a feature reaches another through its queries',
  ],
  ['server/features/schools/b.ts', '#server/demo/district.ts', 'only the process starts the demo'],
  ['server/core/a.ts', '#server/db/d.ts', 'core imports nothing of the server'],
  ['server/db/a.ts', '#server/http/h.ts', 'the database knows no call'],
  ['server/security/a.ts', '#server/http/h.ts', 'keys and passwords know no call'],
  ['server/jobs/a.ts', '#server/notifications/n.ts', 'the queue knows no job'],
  ['server/jobs/b.ts', '#server/features/people/queries.ts', 'the queue knows no feature'],
  ['server/notifications/a.ts', '#server/features/people/queries.ts', 'notifications know no feature'],
  ['server/notifications/b.ts', '#server/http/h.ts', 'notifications know no call'],
  ['server/live/a.ts', '#server/http/h.ts', 'live events know no call'],
  ['server/http/a.ts', '#server/notifications/n.ts', 'a call is mounted without notifications'],
  ['server/http/b.ts', '#server/features/people/queries.ts', 'a call is mounted without a feature'],
  ['server/features/schools/c.ts', '#server/s.ts', 'a feature does not know what starts it'],
  ['server/features/schools/d.ts', '#server/worker/w.ts', 'a feature does not know what runs its jobs'],
  ['web/a.ts', '#server/s.ts', 'server and web never meet'],
  ['web/ui/a.ts', '#domain/d.ts', 'the design system has no word of the domain'],
  ['web/ui/b.ts', '#contract/c.ts', 'the design system has no word of the domain'],
  ['web/ui/c.ts', '#web/features/people/people.ts', 'the design system knows no feature'],
  ['web/ui/d.ts', '#web/session/session.ts', 'the design system knows no session'],
  ['web/session/a.ts', '#web/features/people/people.ts', 'what features share knows no feature'],
  ['web/features/people/a.ts', '#web/screens/teacher/home/home.tsx', 'a feature knows no screen'],
  ['web/features/people/b.ts', '#web/layout/l.tsx', 'a feature knows no layout'],
  ['web/features/schools/a.ts', '#web/features/people/people.ts', 'a feature reaches only those of the list'],
  ['web/layout/a.ts', '#web/screens/teacher/home/home.tsx', 'the layout knows no screen'],
  ['web/screens/teacher/list/a.ts', '#web/screens/teacher/home/home.tsx', 'a screen keeps to its own folder'],
  ['web/screens/teacher/list/b.ts', '#web/layout/l.tsx', 'a screen knows no layout'],
] as const;

const allowed = [
  ['domain/ok.ts', '#domain/d.ts'],
  ['contract/ok.ts', '#domain/d.ts'],
  ['contract/ok2.ts', 'zod/mini'],
  ['server/ok.ts', '#server/features/people/approve.ts'],
  ['server/ok2.ts', '#server/demo/district.ts'],
  ['server/ok3.ts', '#package'],
  ['server/db/ok.ts', '#server/core/c.ts'],
  ['server/security/ok.ts', '#server/db/d.ts'],
  ['server/notifications/ok.ts', '#server/jobs/j.ts'],
  ['server/http/ok.ts', '#server/live/l.ts'],
  ['server/features/schools/ok2.ts', '#server/http/h.ts'],
  ['server/features/schools/ok3.ts', '#server/notifications/n.ts'],
  ['server/worker/ok.ts', '#server/features/people/approve.ts'],
  ['server/ok.test.ts', '#test/t.ts'],
  ['server/features/schools/ok.ts', '#server/features/people/queries.ts'],
  ['server/features/people/ok.ts', './approve.ts'],
  ['web/ok.ts', '#web/screens/teacher/home/home.tsx'],
  ['web/screens/teacher/home/ok.ts', '#web/features/people/people.ts'],
  ['web/screens/teacher/home/ok2.ts', './home.tsx'],
  ['web/screens/teacher/home/ok3.ts', '#web/paths.ts'],
  ['web/screens/teacher/home/ok4.ts', '#web/session/session.ts'],
  ['web/layout/ok.ts', '#web/features/people/people.ts'],
  ['web/features/person/ok.ts', '#web/features/people/people.ts'],
  ['web/features/people/ok3.ts', '#web/session/session.ts'],
  ['web/features/people/ok.ts', '#web/ui/button.tsx'],
  ['web/features/people/ok2.ts', '#contract/c.ts'],
  ['test/ok.ts', '#server/s.ts'],
] as const;

const ask = 'export const ask = (queries: { invalidateQueries(): void }) => queries.invalidateQueries();\n';
const long = 'x '.repeat(60);
const statement = (text: string) => `declare const sql: typeof String.raw;\nexport const it = sql\`${text}\`;\n`;
const refusedTexts = [
  ['web/ui/later.ts', "export const later = () => import('#domain/d.ts');\n", 'imports(law)'],
  ['web/ui/type.ts', "import type { it } from '../../domain/d.ts';\nexport type It = typeof it;\n", 'imports(law)'],
  ['domain/comment.ts', `// ${long}\nexport const it = 1;\n`, 'width(comments-and-sql)'],
  ['domain/sql.ts', statement(`select ${long}`), 'width(comments-and-sql)'],
  ['web/ui/intl.ts', "export const format = new Intl.NumberFormat('en-US');\n", 'web(no-module-intl)'],
  ['web/features/people/ask.ts', ask, 'web(changed-only)'],
  ['web/features/people/lazy.ts', "import { lazy } from 'react';\nexport { lazy };\n", 'eslint(no-restricted-imports)'],
] as const;
const allowedTexts = [
  ['domain/short.ts', `// ${long.slice(0, 110)}\n// ${'x'.repeat(130)}\nexport const it = '${long}';\n`],
  ['domain/short-sql.ts', statement(`select ${long.slice(0, 60)}\n${long.slice(0, 60)}`)],
  ['web/ui/intl-later.ts', "export const format = () => new Intl.NumberFormat('en-US');\n"],
  ['web/api/changed.ts', ask],
] as const;

const rooms = [
  'domain/d.ts',
  'contract/c.ts',
  'server/s.ts',
  'server/core/c.ts',
  'server/db/d.ts',
  'server/http/h.ts',
  'server/jobs/j.ts',
  'server/live/l.ts',
  'server/notifications/n.ts',
  'server/worker/w.ts',
  'server/features/people/queries.ts',
  'server/features/people/approve.ts',
  'server/demo/district.ts',
  'web/w.tsx',
  'web/paths.ts',
  'web/ui/button.tsx',
  'web/features/people/people.ts',
  'web/session/session.ts',
  'web/layout/l.tsx',
  'web/screens/teacher/home/home.tsx',
  'test/t.ts',
];

let house: string;
let refused: Map<string, string>;

beforeAll(() => {
  house = mkdtempSync(path.join(tmpdir(), 'firstbell-house-'));
  const write = (file: string, text: string) => {
    mkdirSync(path.join(house, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(house, file), text);
  };
  for (const file of rooms) write(file, 'export const it = 1;\n');
  for (const [file, text] of [...refusedTexts, ...allowedTexts]) write(file, text);
  for (const [file, source] of [...forbidden, ...allowed]) write(file, `export * from '${source}';\n`);
  for (const file of [
    'package.json',
    'tsconfig.json',
    '.oxlintrc.json',
    'scripts/lint/import-rule.cjs',
    'scripts/lint/web-rules.cjs',
    'scripts/lint/width-rule.cjs',
  ]) {
    mkdirSync(path.join(house, path.dirname(file)), { recursive: true });
    copyFileSync(path.join(project, file), path.join(house, file));
  }
  symlinkSync(path.join(project, 'node_modules'), path.join(house, 'node_modules'));
  const ran = spawnSync(
    process.execPath,
    ['node_modules/oxlint/bin/oxlint', '-f', 'json', 'domain', 'contract', 'server', 'web', 'test'],
    {
      cwd: house,
      encoding: 'utf8',
    },
  );
  const { diagnostics } = report.parse(JSON.parse(ran.stdout));
  refused = new Map(diagnostics.map(({ filename, code }) => [filename, code]));
}, 30_000);

afterAll(() => rmSync(house, { recursive: true, force: true }));

describe('the import rules', () => {
  test.each(forbidden)('refuse that %s imports %s: %s', (file) => {
    expect(refused.get(file)).toMatch(/^(imports\(law\)|eslint\(no-restricted-imports\))$/);
  });

  test.each(allowed)('allow %s to import %s', (file) => {
    expect(refused.get(file)).toBeUndefined();
  });
});

describe('the other rules', () => {
  test.each(refusedTexts)('refuse %s', (file, _text, code) => {
    expect(refused.get(file)).toBe(code);
  });

  test.each(allowedTexts)('allow %s', (file) => {
    expect(refused.get(file)).toBeUndefined();
  });
});
