// The entry of every `npm run` command, on any installed Node (18 can read this file). It installs what is missing
// (Node 24, npm 11, the packages, the built web) and continues on Node 24.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SetupError, findNode, prepare, root } from './setup.js';
import { childEnvironment, endWithNpm, run } from './processes.js';

const server = 'server/main.ts';
const commands = {
  start: { web: true, run: (args) => serve(args) },
  demo: { web: true, run: (args) => serve(['--demo', ...args]) },
  worker: { web: false, run: (args) => serve(['--worker', ...args]) },
  'reset-owner': { web: false, run: (args) => serve(['--reset-owner', ...args]) },
  backup: { web: false, run: (args) => serve(['--backup', ...args]) },
  restore: { web: false, run: (args) => serve(['--restore', ...args]) },
  dev: { web: false, run: (args) => develop(args) },
  build: { web: true, run: () => 0 },
  bench: {
    web: false,
    run: (args) => run([['--disable-warning=ExperimentalWarning', join(root, 'bench/all.ts'), ...args]]),
  },
  gallery: { web: true, run: (args) => run([[join(root, 'scripts/gallery.ts'), ...args]]) },
  pictures: { web: true, run: (args) => run([[join(root, 'scripts/pictures.ts'), ...args]]) },
  structure: { web: false, run: (args) => run([[join(root, 'scripts/structure/draw.ts'), ...args]]) },
  sbom: { web: false, run: (args) => run([[join(root, 'scripts/sbom.ts'), ...args]]) },
  test: { web: false, run: (args) => run([[join(root, 'scripts/test.ts'), ...args]]) },
  'test:cluster': {
    web: false,
    run: (args) => run([['--disable-warning=ExperimentalWarning', join(root, 'test/cluster/run.ts'), ...args]]),
  },
  'test:faults': { web: false, run: (args) => run([[join(root, 'scripts/test.ts'), 'faults', ...args]]) },
  'test:long': { web: false, run: (args) => run([[join(root, 'scripts/test.ts'), '--long', ...args]]) },
  'test:old-version': { web: false, run: (args) => run([[join(root, 'scripts/old-version.ts'), ...args]]) },
  check: { web: false, run: (args) => run([[join(root, 'scripts/test.ts'), '--check', ...args]]) },
};

/** Runs the server in this process if its Node is suitable: one process less to start and to signal. */
async function serve(args) {
  const main = join(root, server);
  if (findNode().path !== process.execPath) return run([['--disable-warning=ExperimentalWarning', main, ...args]]);
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(join(root, '.runtime/compile-cache'));
  process.argv = [process.execPath, main, ...args];
  Object.assign(process.env, childEnvironment());
  await import(pathToFileURL(main).href);
  return undefined;
}

/** Runs the server and the web, each with its own reload. When one exits, the other is stopped. */
function develop(args) {
  return run([
    [
      '--disable-warning=ExperimentalWarning',
      '--watch',
      '--watch-preserve-output',
      join(root, server),
      '--dev',
      ...args,
    ],
    [join(root, 'node_modules/vite/bin/vite.js')],
  ]);
}

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  console.error(`There is no command '${name}'. There are: ${Object.keys(commands).join(', ')}.`);
  process.exit(2);
}
endWithNpm();
try {
  await prepare({ web: command.web });
  const code = await command.run(args);
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  // Our own errors are sentences. Anything else is a bug whose stack trace matters.
  console.error(error instanceof SetupError ? `\n${error.message}` : error);
  process.exit(1);
}
