import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { roles } from '#domain/role.ts';
import { navigation, furtherPlaces } from '#web/navigation/menus.ts';
import { pictured } from '#web/layout/help/pages/page.ts';
import { helpPages, pagesOf } from '#web/layout/help/pages.ts';
import { searchHelp } from '#web/layout/help/search.ts';
import { paths } from '#web/paths.ts';

const web = join(import.meta.dirname, '../..');
const folder = join(import.meta.dirname, 'pictures');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) => /\.tsx?$/.test(file) && !/^(layout\/(help|guide)|gallery)\//.test(file) && !file.endsWith('.test.ts'),
  )
  // Some labels are also words of the audit log.
  .concat('../domain/offering-names.ts', '../domain/channel-names.ts')
  .map((file) => readFileSync(join(web, file), 'utf8'))
  .join('\n');
const addresses: readonly string[] = Object.values(paths).flatMap((of) => Object.values(of));
const places = Object.values(navigation)
  .concat(Object.values(furtherPlaces))
  .flat()
  .map(({ label }) => label);

describe('the help', () => {
  test('every screen, button and field that a page names exists by that name', () => {
    const named = helpPages.flatMap(({ id, steps }) =>
      steps.flatMap((step) => [...step.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => ({ id, name }))),
    );
    expect(named.length).toBeGreaterThan(80);
    const flat = sources.replaceAll(/\n\s+/g, '\n');
    const says = (name: string) =>
      places.includes(name) ||
      [`>${name}<`, `\n${name}<`, `'${name}'`, `"${name}"`, `\`${name}\``, `\n${name}\n`].some((as) =>
        flat.includes(as),
      );
    expect(named.filter(({ name }) => !says(name))).toEqual([]);
  });

  test('the details of an absence are called what its card calls them', () => {
    const steps = helpPages
      .flatMap((page) => page.steps)
      .filter((step) => /\*\*Details[^*]*\*\* on the absence/.test(step));
    expect(steps).not.toEqual([]);
    for (const step of steps) expect(step).toContain('**Details and history** on the absence');
  });

  test('asterisks come in pairs, so no one sees one', () => {
    for (const { id, steps } of helpPages)
      for (const step of steps) expect(step.split('**').length % 2, `${id}: ${step}`).toBe(1);
  });

  test.each(roles)('every link of a page for %s leads to an existing part of that role’s screens', (role) => {
    const segment = `/dashboard/${role.replace('_', '-')}`;
    for (const { id, to } of pagesOf(role)) {
      const address = to?.(role);
      if (address === undefined) continue;
      const { pathname, searchParams } = new URL(address, 'http://localhost');
      expect(addresses, id).toContain(pathname);
      expect(pathname === segment || pathname.startsWith(`${segment}/`), `${id}: ${pathname}`).toBe(true);
      const part = searchParams.get('part');
      if (part !== null) expect(sources, id).toContain(`id="profile-${part}"`);
      const tab = searchParams.get('tab');
      if (tab !== null) expect(sources, id).toMatch(new RegExp(`['"]${tab}['"]`));
    }
  });

  test('every picture exists in its stated size, is small enough, and is used', async () => {
    const files = readdirSync(folder);
    expect(files.toSorted()).toEqual(pictured.map((id) => `${id}.webp`).toSorted());
    expect(pictured.filter((id) => !helpPages.some((page) => page.id === id))).toEqual([]);
    for (const file of files) {
      const { width, height } = await sharp(join(folder, file)).metadata();
      expect({ file, width, height }).toEqual({ file, width: 720, height: 440 });
      expect(statSync(join(folder, file)).size, file).toBeLessThan(30_000);
    }
  });

  test('no two pages share a name, and each role has its own pages', () => {
    expect(new Set(helpPages.map(({ id }) => id)).size).toBe(helpPages.length);
    for (const role of roles)
      expect(pagesOf(role).filter((page) => page.roles.length === 1).length, role).toBeGreaterThan(3);
  });
});

describe('searching the help', () => {
  const first = (role: (typeof roles)[number], query: string) => searchHelp(pagesOf(role), query)[0]?.id;

  test.each([
    ['teacher', 'I am sick', 'post-absence'],
    ['teacher', 'how do I post an absence?', 'post-absence'],
    ['teacher', 'APPROVE', 'answer-request'],
    ['teacher', 'approving requests', 'answer-request'],
    ['teacher', 'email substitutes', 'message-substitutes'],
    ['teacher', 'several days', 'several-days'],
    ['substitute', 'find work', 'request-position'],
    ['substitute', 'google calendar', 'calendar-feed'],
    ['substitute', 'no internet', 'offline'],
    ['substitute', 'quiet hours', 'what-reaches-me'],
    ['substitute', 'cannot come', 'cancel-assignment'],
    ['substitute', 'vacation', 'weekly-availability'],
    ['school_admin', 'csv', 'import-people'],
    ['school_admin', 'assign', 'assign'],
    ['school_admin', 'shifts', 'set-shifts'],
    ['school_admin', 'export', 'export-reports'],
    ['school_admin', 'lost phone', 'reset-others'],
    ['overall_admin', 'new school', 'add-school'],
    ['overall_admin', '2FA', 'second-factor'],
  ] as const)('%s finds the right page for “%s”', (role, query, id) => {
    expect(first(role, query)).toBe(id);
  });

  test('an empty or meaningless query hides no page', () => {
    expect(searchHelp(pagesOf('teacher'), '  ')).toEqual(pagesOf('teacher'));
    expect(searchHelp(pagesOf('teacher'), 'qqqq')).toEqual([]);
  });

  test('one unknown word does not hide pages that have the others', () => {
    expect(first('teacher', 'approve zebra')).toBe('answer-request');
  });
});
