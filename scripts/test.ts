// `npm test` and `npm run check`: every check in turn, and one line at the end that says how it stands.
// `npm test types lint` runs only these; `server` is the server's tests alone (for a PostgreSQL at TEST_DATABASE_URL);
// `guards` takes every guard on who may do and see what out of the code, one at a time, and wants a test that notices;
// `crashes` kills the server fifty times while mails go out, where the tests do so five times; `faults` is the long form of
// everything that can fail while people work.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { bringChromium } from './chromium.ts';

/** What came of a check; `names` are those of its cases that failed, each with the first lines of why. */
type Tally = { passed: number; failed: number; names: readonly string[] };

const root = path.join(import.meta.dirname, '..');
const given = process.argv.slice(2);
const quick = given.includes('--quick');
const chosen = given.filter((name) => !name.startsWith('--'));
/** Reports, and all that the checks put aside (sockets, clusters): gone at the end, whatever was killed on the way. */
const scratch = mkdtempSync(path.join(tmpdir(), 'fb-'));
// PostgreSQL never runs as root: the user that it then runs as must get through.
chmodSync(scratch, 0o711);
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));

let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    running?.kill(signal);
    running?.once('exit', () => process.exit(130));
    if (!running) process.exit(130);
  });
}

/** Runs one of the project's tools with this Node, its output to ours. Answers with its exit code. */
function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, program), ...args], {
      cwd: root,
      env: { ...process.env, TMPDIR: scratch, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    running = child;
    child.once('error', reject);
    child.once('exit', (code) => {
      running = undefined;
      resolve(code ?? 1);
    });
  });
}

/** A check without cases of its own counts as one. */
async function asOne(code: Promise<number>): Promise<Tally> {
  return (await code) === 0 ? { passed: 1, failed: 0, names: [] } : { passed: 0, failed: 1, names: [] };
}

/** What a runner's report says, or, where it ended badly without naming a case, one failure. */
function tallyOf(code: number, read: () => Tally): Tally {
  let tally: Tally = { passed: 0, failed: 0, names: [] };
  try {
    tally = read();
  } catch (error) {
    console.error(`The report cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return { ...tally, failed: 1 };
  }
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.optional(z.array(z.string())) }),
      ),
    }),
  ),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  // A file each; stories are not grouped further.
  suites: z.array(
    z.object({
      specs: z.array(
        z.object({
          title: z.string(),
          file: z.string(),
          tests: z.array(
            z.object({
              projectName: z.string(),
              status: z.string(),
              results: z.array(z.object({ errors: z.array(z.object({ message: z.optional(z.string()) })) })),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** The first lines of each message, set in, without colours. */
function why(messages: readonly string[] = []): string {
  const lines = messages.flatMap((message) =>
    message
      .replaceAll(/\u001B\[[0-9;]*m/g, '')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, 8),
  );
  return lines.map((line) => `\n      ${line.slice(0, 300)}`).join('');
}

function readReport<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.infer<Schema> {
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

async function vitest(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Tally> {
  const file = path.join(scratch, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...args], {
    ...env,
    ...(quick ? { FIRSTBELL_QUICK: '1' } : {}),
  });
  return tallyOf(code, () => {
    const { numPassedTests, numFailedTests, testResults } = readReport(file, vitestReport);
    // A file that could not even be loaded has no cases that could have failed.
    const unloaded = testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0);
    const names = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${path.relative(root, name)}: ${fullName}${why(failureMessages)}`),
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests + unloaded.length,
      names: [...names, ...unloaded.map(({ name }) => path.relative(root, name))],
    };
  });
}

async function stories(): Promise<Tally> {
  if (!existsSync(path.join(root, 'test/journeys'))) return { passed: 0, failed: 0, names: [] };
  const chromium = bringChromium();
  const file = path.join(scratch, 'playwright.json');
  const code = await run('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    CHROMIUM: chromium,
  });
  return tallyOf(code, () => {
    const { stats, suites } = readReport(file, playwrightReport);
    const specs = suites.flatMap((suite) => suite.specs);
    const names = specs.flatMap(({ title, file: within, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(
          ({ projectName, results }) =>
            `${within}: ${title} (${projectName})${why(results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')))}`,
        ),
    );
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, names };
  });
}

const steps: Record<string, { quick: boolean; onRequest?: boolean; work: () => Promise<Tally> }> = {
  types: { quick: true, work: () => asOne(run('node_modules/typescript/bin/tsc', ['--noEmit'])) },
  lint: { quick: true, work: () => asOne(run('node_modules/oxlint/bin/oxlint', [])) },
  unused: {
    quick: true,
    work: () => asOne(run('node_modules/knip/bin/knip.js', ['--no-progress', '--no-config-hints'])),
  },
  build: { quick: false, work: () => asOne(run('scripts/start.js', ['build'])) },
  tests: { quick: true, work: () => vitest([]) },
  server: { quick: false, onRequest: true, work: () => vitest(['--project', 'server']) },
  guards: { quick: false, onRequest: true, work: () => vitest(['--project', 'guards'], { FIRSTBELL_GUARDS: '1' }) },
  crashes: {
    quick: false,
    onRequest: true,
    work: () => vitest(['--project', 'server', 'server/notices/crash'], { CRASH_ROUNDS: '50' }),
  },
  faults: {
    quick: false,
    onRequest: true,
    work: () => vitest(['--project', 'server', 'test/faults/faults'], { FAULTS: 'long' }),
  },
  stories: { quick: false, work: stories },
};

const unknown = chosen.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  console.error(`There is no check '${unknown.join("', '")}'. There are: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

let passedInAll = 0;
let failedInAll = 0;
const whatFailed: string[] = [];
for (const [name, step] of Object.entries(steps)) {
  const wanted = chosen.length > 0 ? chosen.includes(name) : !step.onRequest && (step.quick || !quick);
  if (!wanted) continue;
  const began = performance.now();
  console.log(`\n── ${name}`);
  const { passed, failed, names } = await step.work().catch((error: unknown): Tally => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, names: [] };
  });
  passedInAll += passed;
  failedInAll += failed;
  if (failed > 0) whatFailed.push(name, ...names.map((one) => `  ${one}`));
  console.log(
    `── ${name}: ${failed === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
}

// Last, where whoever sees only the end of a long output finds it.
if (whatFailed.length > 0) console.log(`\nFailed:\n${whatFailed.join('\n')}`);
console.log(`\n${passedInAll} passed, ${failedInAll} failed`);
process.exitCode = failedInAll === 0 ? 0 : 1;
