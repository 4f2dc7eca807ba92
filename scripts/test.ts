// `npm test` and `npm run check`: every check in turn, and one line at the end that says how it stands.
// `npm test types lint` runs only these; `server` is the server's tests alone (for a PostgreSQL at TEST_DATABASE_URL).
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { bringChromium } from './chromium.ts';

type Tally = { passed: number; failed: number };

const root = path.join(import.meta.dirname, '..');
const given = process.argv.slice(2);
const quick = given.includes('--quick');
const chosen = given.filter((name) => !name.startsWith('--'));
const reports = mkdtempSync(path.join(tmpdir(), 'firstbell-reports-'));

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
      env: { ...process.env, ...env },
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
  return (await code) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** What a runner's report says, or, where it ended badly without naming a case, one failure. */
function tallyOf(code: number, read: () => Tally): Tally {
  let tally: Tally = { passed: 0, failed: 0 };
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
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});
const playwrightReport = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) });

function readReport<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.infer<Schema> {
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

async function vitest(args: readonly string[]): Promise<Tally> {
  const file = path.join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...args], quick ? { FIRSTBELL_QUICK: '1' } : {});
  return tallyOf(code, () => {
    const { numPassedTests, numFailedTests, testResults } = readReport(file, vitestReport);
    // A file that could not even be loaded has no cases that could have failed.
    const unloaded = testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0);
    return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
  });
}

async function stories(): Promise<Tally> {
  if (!existsSync(path.join(root, 'test/journeys'))) return { passed: 0, failed: 0 };
  const chromium = bringChromium();
  const file = path.join(reports, 'playwright.json');
  const code = await run('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    CHROMIUM: chromium,
  });
  return tallyOf(code, () => {
    const { stats } = readReport(file, playwrightReport);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  });
}

const steps: Record<string, { quick: boolean; onRequest?: boolean; work: () => Promise<Tally> }> = {
  types: { quick: true, work: () => asOne(run('node_modules/typescript/bin/tsc', ['--noEmit'])) },
  lint: { quick: true, work: () => asOne(run('node_modules/oxlint/bin/oxlint', [])) },
  unused: { quick: true, work: () => asOne(run('node_modules/knip/bin/knip.js', ['--no-progress', '--no-config-hints'])) },
  build: { quick: false, work: () => asOne(run('scripts/start.js', ['build'])) },
  tests: { quick: true, work: () => vitest([]) },
  server: { quick: false, onRequest: true, work: () => vitest(['--project', 'server']) },
  stories: { quick: false, work: stories },
};

const unknown = chosen.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  console.error(`There is no check '${unknown.join("', '")}'. There are: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

const total: Tally = { passed: 0, failed: 0 };
const failedSteps: string[] = [];
for (const [name, step] of Object.entries(steps)) {
  const wanted = chosen.length > 0 ? chosen.includes(name) : !step.onRequest && (step.quick || !quick);
  if (!wanted) continue;
  const began = performance.now();
  console.log(`\n── ${name}`);
  const { passed, failed } = await step.work().catch((error: unknown): Tally => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failedSteps.push(name);
  console.log(`── ${name}: ${failed === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
rmSync(reports, { recursive: true, force: true });

if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
