import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, minify, type Plugin, type Rolldown, transformWithOxc, type ViteDevServer } from 'vite';
import { productName } from '#domain/product.ts';
import { htmlDocument } from '#web/build/document.ts';
import { drawIcons, webManifest } from '#web/build/icons.ts';

const entries = { public: 'web/boot/public.tsx', app: 'web/boot/app.tsx' } as const;
const application = 'web/boot/main.tsx';
const upcoming = (limit: number, more = '') => `/api/vacancies?limit=${limit}${more}&upcoming=true`;
/**
 * The home of each role, by the segment of its address, and the calls it makes first, exactly as it makes them:
 * `{today}` is the date at the person's school. Chromium warns about a call that the home doesn't make, and the stories
 * fail.
 */
const homes = [
  {
    segment: 'substitute',
    screen: 'web/screens/substitute/home/home.tsx',
    calls: [
      upcoming(100, '&mine=true&status=filled'),
      upcoming(100, '&mine=true&status=pending_approval'),
      upcoming(20, '&status=open'),
    ],
  },
  {
    segment: 'teacher',
    screen: 'web/screens/teacher/dashboard/dashboard.tsx',
    calls: [
      upcoming(5, '&status=pending_approval'),
      upcoming(5),
      '/api/vacancies/counts',
      '/api/own-cover',
      '/api/vacancies/proposal',
    ],
  },
  {
    segment: 'school-admin',
    screen: 'web/screens/school-admin/dashboard/dashboard.tsx',
    calls: ['/api/board?date={today}', '/api/dashboard'],
  },
  { segment: 'overall-admin', screen: 'web/screens/overall-admin/dashboard/dashboard.tsx', calls: [] },
];
const earlyScript = 'web/boot/early.js';
const icon = 'web/boot/icon.svg';
const serviceWorker = 'web/boot/service-worker.ts';
const manifestLink = '<link rel="manifest" href="/manifest.webmanifest">';
const appDescription = `${productName}: find substitute teachers by the first bell.`;
const compressed = promisify(brotliCompress);

/** A page as the server needs it: its file, and the hashes its content security policy allows. */
type PageEntry = {
  file: string;
  scriptHashes: string[];
  styleHashes: string[];
  /**
   * The app's: by the segment of each role, the scripts of its home that the page itself doesn't name, and its first
   * calls.
   */
  homes?: Record<string, { scripts: string[]; calls: string[] }>;
};
type Prerendered = {
  prerendered: { key: string; role: string | null; title: string; description: string; html: string }[];
  placeholder: string;
};
type Bundle = Rolldown.OutputBundle;

/**
 * Generates the HTML: prerendered public pages with inlined styles, the app's shell, `pages.json` for the server, and a
 * `.br` for every served file. In development it serves the same documents without prerendering.
 */
export function pages(options: { prerenderConfig: Parameters<typeof build>[0] }): Plugin {
  return {
    name: 'firstbell:pages',
    configureServer: serveDocuments,
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle(output, bundle) {
      const directory = output.dir;
      if (directory === undefined) return;
      const { prerendered, placeholder } = await prerender(options.prerenderConfig, join(directory, '..', 'prerender'));
      const early = (await minify(earlyScript, readFileSync(earlyScript, 'utf8'))).code.trim();
      const iconFile = `assets/icon-${hashOf(readFileSync(icon, 'utf8')).slice(7, 15).replaceAll(/\W/g, '0')}.svg`;
      await write(join(directory, iconFile), readFileSync(icon, 'utf8'));
      await write(
        join(directory, 'service-worker.js'),
        (await minify('service-worker.js', await plainServiceWorker())).code.trim(),
      );
      await write(join(directory, 'manifest.webmanifest'), webManifest());
      await mkdir(join(directory, 'icons'), { recursive: true });
      for (const { name, bytes } of await drawIcons()) await writeFile(join(directory, 'icons', name), bytes);
      const head = [
        `<link rel="icon" href="/${iconFile}" type="image/svg+xml">`,
        manifestLink,
        `<script>${early}</script>`,
      ];

      const index: Record<string, PageEntry> = {};
      const add = async (key: string, html: string, styleHashes: string[]) => {
        index[key] = { file: `${key}.html`, scriptHashes: [hashOf(early)], styleHashes };
        await write(join(directory, `${key}.html`), html);
      };
      const style = styleOf(bundle, entries.public);
      for (const page of prerendered) {
        const parts = {
          title: page.title,
          description: page.description,
          data: { page: page.role ?? 'chooser', ...(page.role ? { role: page.role } : {}) },
          body: page.html,
        };
        await add(
          page.key,
          htmlDocument({ ...parts, head: [...head, `<style>${style}</style>`, ...scripts(bundle, entries.public)] }),
          [hashOf(style)],
        );
      }
      await add(
        'app',
        htmlDocument({
          title: '',
          description: appDescription,
          data: {},
          body: placeholder,
          head: [...head, ...styleLinks(bundle, entries.app), ...scripts(bundle, entries.app)],
        }),
        [],
      );
      if (index['app'] !== undefined)
        index['app'].homes = Object.fromEntries(
          homes.map((home) => [home.segment, { scripts: homeFiles(bundle, home), calls: home.calls }]),
        );
      await writeFile(join(directory, 'pages.json'), `${JSON.stringify(index, null, 2)}\n`);
      await Promise.all(
        Object.values(bundle).map((file) =>
          writeCompressed(join(directory, file.fileName), file.type === 'chunk' ? file.code : file.source),
        ),
      );
    },
  };
}

/** Renders the public pages with the components that the browser hydrates, and the placeholder of the app's page. */
async function prerender(config: Parameters<typeof build>[0], outDir: string): Promise<Prerendered> {
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    // Self-contained, so it runs from any output folder.
    ssr: { noExternal: true },
    build: {
      ssr: 'web/boot/prerender.tsx',
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
    },
  });
  const file = pathToFileURL(join(outDir, 'prerender.mjs'));
  file.searchParams.set('built', String(Date.now()));
  const rendered: unknown = await import(file.href);
  await rm(outDir, { recursive: true });
  if (!hasPages(rendered)) throw new Error('The build rendered no pages.');
  return rendered;
}

function hasPages(module: unknown): module is Prerendered {
  return (
    typeof module === 'object' &&
    module !== null &&
    'prerendered' in module &&
    Array.isArray(module.prerendered) &&
    'placeholder' in module
  );
}

/** Returns the output file of an entry, or the one that contains this module. */
function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const found =
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module)) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (found === undefined) throw new Error(`The build has no file with ${module}.`);
  return found;
}

/** Returns an entry, its static imports and, for the app, the part that always runs next. Each file counts once. */
function chunksOf(bundle: Bundle, entry: string): Rolldown.OutputChunk[] {
  const next = entry === entries.app ? [chunkOf(bundle, application)] : [];
  return withImports(bundle, [chunkOf(bundle, entry), ...next]);
}

/** Files and their static imports, each once. */
function withImports(bundle: Bundle, files: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') visit(imported);
    }
  };
  files.forEach(visit);
  return [...found];
}

/**
 * Returns the scripts of a home besides those of every page of the app: its own, and those of the parts that it shows
 * at once. Otherwise the browser would discover them one after the other, each time after a round trip.
 */
function homeFiles(bundle: Bundle, { segment, screen }: (typeof homes)[number]): string[] {
  const linked = new Set(chunksOf(bundle, entries.app));
  const parts = Object.values(bundle).filter(
    (output): output is Rolldown.OutputChunk => output.type === 'chunk' && output.name === `soon-${segment}`,
  );
  const all = [chunkOf(bundle, screen), ...parts].flatMap((chunk) => withImports(bundle, [chunk]));
  return [...new Set(all)].filter((chunk) => !linked.has(chunk)).map(({ fileName }) => `/${fileName}`);
}

function stylesheets(bundle: Bundle, entry: string): string[] {
  return chunksOf(bundle, entry).flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
}

function styleOf(bundle: Bundle, entry: string): string {
  return stylesheets(bundle, entry)
    .map((name) => bundle[name])
    .map((file) => (file?.type === 'asset' ? String(file.source) : ''))
    .join('')
    .trim();
}

function styleLinks(bundle: Bundle, entry: string): string[] {
  return stylesheets(bundle, entry).map((name) => `<link rel="stylesheet" href="/${name}">`);
}

/**
 * The entry of a page, and preloads of its imports. They have a low priority, so that they don't take a slow phone's
 * bandwidth from the styles, without which it paints nothing.
 */
function scripts(bundle: Bundle, entry: string): string[] {
  const [own, ...imported] = chunksOf(bundle, entry);
  return [
    `<script type="module" src="/${own?.fileName}"></script>`,
    ...imported.map((chunk) => `<link rel="modulepreload" href="/${chunk.fileName}" fetchpriority="low">`),
  ];
}

/** Returns the hash in content security policy format. */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await writeCompressed(path, content);
}

async function writeCompressed(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(
    `${path}.br`,
    await compressed(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  );
}

/** Returns the service worker without its types. */
async function plainServiceWorker(): Promise<string> {
  return (await transformWithOxc(readFileSync(serviceWorker, 'utf8'), serviceWorker)).code;
}

/** Returns the document of any requested page in development, with scripts from the sources. */
function serveDocuments(server: ViteDevServer): void {
  server.middlewares.use((request, response, next) => {
    const path = new URL(request.url ?? '/', 'http://development').pathname;
    if (path === '/service-worker.js') {
      plainServiceWorker().then(
        (code) => response.setHeader('content-type', 'text/javascript').end(code),
        (error: unknown) => next(error),
      );
      return;
    }
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (!wantsPage || path.startsWith('/api/')) {
      next();
      return;
    }
    const html = htmlDocument({ title: '', description: appDescription, body: '', ...developmentParts(path) });
    server.transformIndexHtml(path, html).then(
      (page) => response.setHeader('content-type', 'text/html; charset=utf-8').end(page),
      (error: unknown) => next(error),
    );
  });
}

function developmentParts(path: string): { data: Record<string, string>; head: string[] } {
  const script = (file: string) => [
    `<script>${readFileSync(earlyScript, 'utf8')}</script>`,
    `<script type="module" src="/${file}"></script>`,
  ];
  if (path === '/__ui') return { data: {}, head: script('web/gallery/gallery.tsx') };
  if (path === '/') return { data: { page: 'chooser' }, head: script(entries.public) };
  const name = /^\/auth\/([\w-]+)$/.exec(path)?.[1]?.toLowerCase().replaceAll('-', '_');
  const role = name === 'admin' ? 'overall_admin' : name;
  const known = ['teacher', 'substitute', 'school_admin', 'overall_admin'].find((candidate) => candidate === role);
  return known === undefined
    ? { data: {}, head: script(entries.app) }
    : { data: { page: known, role: known }, head: script(entries.public) };
}
