import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from '#package' with { type: 'json' };
import { chunkNames } from '#web/build/chunks.ts';
import { pages } from '#web/build/pages.ts';
import { withoutSummaries } from '#web/build/without-summaries.ts';

const define = {
  'import.meta.env.FIRSTBELL_VERSION': JSON.stringify(manifest.version),
  'import.meta.env.FIRSTBELL_BUILD_YEAR': JSON.stringify(String(new Date().getFullYear())),
};

// The compiler is worth its bytes for lists that render often. For components that render once, and for hooks alone
// (.ts), it only costs bytes (5 KB of the sign-in page). So it runs on screens with long lists and on their rows, but
// not on homes, where it would cost 9 KB.
const compiledReact = () =>
  react({
    compiler: true,
    exclude: [
      /node_modules/,
      /\/web\/screens\/[^/]+\/(dashboard|home)\//,
      /\/web\/features\/(?!vacancies|people|managed)/,
      /\/web\/(api|boot|layout|navigation|page|ui|screens\/public)\//,
      /\/web\/[^/]+$/,
      /\.ts$/,
    ],
  });

const fileOf = chunkNames();

/** Of two versions of a file, one pair in 4 trillion has the same hash. */
const hashLength = 7;

/** The files that a page has before a file of the first kind can import anything. */
const loadedBefore: readonly (readonly [host: RegExp, files: RegExp])[] = [
  [/./, /^assets\/(react|rolldown-runtime|entry-everyone)-/],
  [/^assets\/home-signed-in-/, /^assets\/(data|home-signed-in)-/],
  [/^assets\/(public|entry-public)-/, /^assets\/entry-public-/],
];

export default defineConfig({
  appType: 'custom',
  define,
  plugins: [
    withoutSummaries(),
    tailwindcss(),
    compiledReact(),
    pages({ prerenderConfig: { define, plugins: [compiledReact()] } }),
  ],
  server: { proxy: { '/api': process.env['API_URL'] ?? 'http://localhost:3000' } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // light-dark(), :popover-open and @starting-style are used as they are.
    target: ['chrome125', 'firefox129', 'safari18'],
    reportCompressedSize: false,
    // A file lists what it imports later, so that it is fetched in parallel. Without these, a home's list is 0.1 KB
    // shorter. In the same order, the lists are more alike, and compress to 0.1 KB less.
    modulePreload: {
      resolveDependencies: (_file, files, { hostId }) =>
        files
          .filter((file) => !loadedBefore.some(([host, loaded]) => host.test(hostId) && loaded.test(file)))
          .toSorted(),
    },
    // Inlined files would need data: in the content-security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { public: 'web/boot/public.tsx', app: 'web/boot/app.tsx' },
      // Modules that always load together are one file: it compresses better, and no screen waits for a chain of files.
      output: {
        // Each file lists the names of many others. A shorter hash saves 0.2 KB of a home.
        entryFileNames: `assets/[name]-[hash:${hashLength}].js`,
        chunkFileNames: `assets/[name]-[hash:${hashLength}].js`,
        assetFileNames: `assets/[name]-[hash:${hashLength}].[ext]`,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'data', test: /node_modules\/(@tanstack|zod)\//, includeDependenciesRecursively: false },
            {
              name: (id, context) => fileOf(id, (each) => context.getModuleInfo(each)),
              debugName: 'by moment and audience',
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
