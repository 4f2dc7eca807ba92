// Bundles the server's own files into a few, for the processes that a whole `npm test` starts: loading 300 files of
// TypeScript takes each of them 0.3 s of CPU time more than loading the bundle. Packages are loaded as always.
// test/server/process.test.ts starts the files themselves.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { bundleFolder, bundledServer } from './bundle.ts';

const root = path.join(import.meta.dirname, '../..');

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [
    {
      name: 'where each file is',
      enforce: 'pre',
      // Migrations, the built web and the forked process that draws images are found from the file that names them.
      transform: (code, file) =>
        code.includes('import.meta.url')
          ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href)), map: null }
          : null,
    },
  ],
  build: {
    ssr: true,
    outDir: bundleFolder,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: path.join(root, 'server/main.ts'),
      output: { entryFileNames: path.basename(bundledServer), chunkFileNames: '[name]-[hash].js' },
    },
  },
});
