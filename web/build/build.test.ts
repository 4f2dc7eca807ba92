import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstLoad, total, withScreens } from '#web/build/weigh.ts';
import { offlineScript } from '#web/layout/offline/offline-page.ts';

// With headers and until idle, test/journeys/weight.spec.ts allows 88,000.
const signInBudget = 84_800;
const homeBudget = 140_000;
const authPages = ['auth-teacher.html', 'auth-substitute.html', 'auth-school-admin.html', 'auth-overall-admin.html'];

/** The web that a whole `npm test` has built. Without it, this file builds its own. */
const built = process.env['FIRSTBELL_WEB'];
let directory = built ?? '';
/** The folder that this file has made, to be deleted. */
let made: string | null = null;
let files: string[] = [];
const read = (file: string) => readFileSync(join(directory, file), 'utf8');

/** Builds in a separate process, so the test runner's environment doesn't affect the build. Returns the folder. */
async function build(): Promise<string> {
  made = mkdtempSync(join(tmpdir(), 'firstbell-web-'));
  const folder = join(made, 'web');
  await promisify(execFile)(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', '--outDir', folder],
    {
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  return folder;
}

beforeAll(async () => {
  directory = built ?? (await build());
  files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(directory, file)).isFile(),
  );
}, 120_000);
afterAll(() => {
  if (made !== null) rmSync(made, { recursive: true, force: true });
});

describe('bytes on the critical path', () => {
  test.each(['chooser.html', ...authPages])('%s stays within its budget', (page) => {
    const weights = firstLoad(directory, page);
    expect(total(weights), JSON.stringify([...weights])).toBeLessThanOrEqual(signInBudget);
  });

  test("a role's first complete screen stays within its budget", () => {
    for (const role of ['substitute', 'teacher', 'school-admin', 'overall-admin']) {
      // The home itself, and the parts that render with its first data.
      const parts = files.filter((file) => new RegExp(`^assets/(home|soon)-${role}-[\\w-]{7}\\.js$`).test(file));
      expect(parts, role).toHaveLength(2);
      const weights = withScreens(directory, 'app.html', parts);
      expect(total(weights), JSON.stringify([...weights])).toBeLessThanOrEqual(homeBudget);
    }
  });

  test('every served file has a compressed copy', () => {
    // Pictures are already compressed.
    const served = files.filter((file) => !/\.(br|json|png|webp)$/.test(file));
    expect(served.filter((file) => !files.includes(`${file}.br`))).toEqual([]);
  });
});

describe('the pages', () => {
  test('each has its own description', () => {
    const descriptions = ['chooser.html', 'app.html', ...authPages].map(
      (page) => /<meta name="description" content="([^"<]{30,160})">/.exec(read(page))?.[1],
    );
    expect(descriptions).not.toContain(undefined);
    expect(new Set(descriptions).size).toBe(descriptions.length);
  });

  test('a sign-in page shows its form without a script', () => {
    for (const page of authPages) {
      expect(/Welcome to FirstBell/.test(read(page)), page).toBe(true);
      expect(/name="password"/.test(read(page)), page).toBe(true);
    }
  });

  test('the app says that it is loading before its scripts run', () => {
    expect(read('app.html')).toMatch(/<div id="root"><div role="status"[^>]*>.*Loading<\/div><\/div>/);
  });

  test('only roles that may register are offered registration', () => {
    expect(authPages.filter((page) => read(page).includes('Register'))).toEqual(authPages.slice(0, 3));
  });

  test('every inline script and style is allowed by its hash, and nothing else is inline', () => {
    const index: unknown = JSON.parse(read('pages.json'));
    if (typeof index !== 'object' || index === null) throw new Error('pages.json is no object.');
    expect(Object.keys(index)).toHaveLength(authPages.length + 2);
    for (const entry of Object.values(index) as { file: string; scriptHashes: string[]; styleHashes: string[] }[]) {
      const html = read(entry.file);
      expect(inline(html, /<script>([^]*?)<\/script>/g)).toEqual(entry.scriptHashes);
      expect(inline(html, /<style>([^]*?)<\/style>/g)).toEqual(entry.styleHashes);
      expect(/<[^>]*\s(?:style|on\w+)="[^"]*"/.exec(html)?.[0]).toBeUndefined();
      expect(html.match(/data-session="unknown"/g)).toHaveLength(1);
    }
  });
});

describe('an installed FirstBell', () => {
  test('has a manifest with correct icon sizes, linked from every page', async () => {
    const manifest = JSON.parse(read('manifest.webmanifest')) as {
      start_url: string;
      display: string;
      icons: { src: string; sizes: string; purpose: string }[];
    };
    expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes } of manifest.icons) {
      const { width, height, format } = await sharp(join(directory, src)).metadata();
      expect([`${width}x${height}`, format], src).toEqual([sizes, 'png']);
    }
    for (const page of ['chooser.html', 'app.html', ...authPages])
      expect(read(page), page).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  });

  test('has a service worker whose offline page may run the script of the stored one, and no other', () => {
    // The minifier escapes the closing tag.
    const worker = read('service-worker.js').replaceAll(String.raw`<\/script>`, '</script>');
    expect(worker).toContain(`<script>${offlineScript}</script>`);
    const [hash] = inline(worker, /<script>(.*?)<\/script>/gs);
    expect(worker).toContain(`script-src '${hash}';`);
  });

  test('has a service worker that uses existing icons and is not loaded in advance', () => {
    const worker = read('service-worker.js');
    const icons = new Set([...worker.matchAll(/\/icons\/[\w.-]+/g)].map(([path]) => path.slice(1)));
    expect([...icons].filter((path) => !files.includes(path))).toEqual([]);
    expect(icons.size).toBe(2);
    for (const page of ['chooser.html', 'app.html', ...authPages]) {
      expect(
        [...firstLoad(directory, page).keys()].filter(
          (file) => !file.endsWith('.html') && read(file).includes('service-worker.js'),
        ),
        page,
      ).toEqual([]);
    }
  });
});

function inline(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );
}
