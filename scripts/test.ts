// `npm test`, `npm run check` and `npm run test:long`: every check, progress while they run, each failure the moment it
// happens, and one line at the end.
//
//   npm test                       everything
//   npm test -- races              the tests and stories whose file is named so (or else whose title has the word)
//   npm test -- races -t 'one wins'  of those, the ones with this title
//   npm test -- types lint         these steps alone; the steps are listed below
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bringChromium } from './chromium.ts';
import { builtWeb, bundledServer, preparedData } from './testing/bundle.ts';
import { firstStories, firstTests, listedStory, readFiles, recentChanges } from './testing/changed.ts';
import { type RunEvent, runEvent } from './testing/events.ts';
import { Progress, readTimes, writeTimes } from './testing/progress.ts';
import { scratchParent } from './testing/scratch.ts';
import { slowTests } from './testing/slow-tests.ts';

type Tally = { passed: number; failed: number; failures: readonly string[] };

const root = path.join(import.meta.dirname, '..');
const began = performance.now();
const timesFile = path.join(root, '.runtime/test-times.json');
const times = readTimes(timesFile);
/** The tests' temporary files (sockets, clusters), deleted at the end even if a test was killed. */
const scratch = mkdtempSync(path.join(scratchParent(), 'fb-'));
// PostgreSQL never runs as root, so the user it runs as needs access.
chmodSync(scratch, 0o711);
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));

const running = new Set<ChildProcess>();
/**
 * Once this run has bundled the server and prepared its data, tests start the bundle instead of the files, on a copy of
 * the data.
 */
let prepared: NodeJS.ProcessEnv = {};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    const ended = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of running) child.kill(signal);
    void Promise.all(ended).then(() => process.exit(130));
  });
}

/** Runs one of the project's tools with this Node. Its output is streamed, or printed at the end if `quietly`. */
function run(
  program: string,
  args: readonly string[],
  { env = {}, quietly = false, onEvent }: RunOptions = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const out = quietly ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, [path.join(root, program), ...args], {
      cwd: root,
      env: { ...process.env, TMPDIR: scratch, ...prepared, ...env },
      stdio: ['ignore', out, out, ...(onEvent ? ['ipc' as const] : [])],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
    if (onEvent) child.on('message', (event) => onEvent(runEvent.parse(event)));
    running.add(child);
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}
type RunOptions = { env?: NodeJS.ProcessEnv; quietly?: boolean; onEvent?: (event: RunEvent) => void };

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** A check without test cases counts as one. Several run in parallel, so each prints its output at its end. */
async function check(
  name: string,
  program: string,
  args: readonly string[],
  { isShown = false, env = {} }: { isShown?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Tally> {
  const since = performance.now();
  const { code, output } = await run(program, args, { env, quietly: true });
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(since)})`);
  if (isShown && code === 0) console.log(output.trim());
  if (code === 0) return { passed: 1, failed: 0, failures: [] };
  const said = `${output.trim().split('\n').slice(-60).join('\n')}\n      again: npm test -- ${name}`;
  console.log(said);
  return { passed: 0, failed: 1, failures: [`✗ ${name}\n${said}`] };
}

/** The names of the steps after the current ones. */
let later: readonly (readonly string[])[] = [];
const stepTime = (name: string) => `step ${name}`;

/** Returns how long the later steps took the last time, in ms, or null if one of them hasn't run yet. */
function laterMs(): number | null {
  const last = later.map((names) => Math.max(...names.map((name) => times.get(stepTime(name)) ?? Infinity)));
  const sum = last.reduce((total, each) => total + each, 0);
  return sum === Infinity ? null : sum;
}

/** How many tests and stories have run in all steps. */
let cases = 0;
/** Every file of tests and every story that has run in all steps. */
const finished = new Set<string>();

/** Runs Vitest or Playwright with our reporter and tracks its progress. */
async function follow(
  step: string,
  program: string,
  args: readonly string[],
  { workers, env = {}, mayBeEmpty = false }: FollowOptions,
): Promise<Tally> {
  const since = performance.now();
  const progress = new Progress({ step, started: began, workers, times, laterMs, env: { ...process.env, ...env } });
  const { code } = await run(program, args, { env, onEvent: (event) => progress.take(event) });
  progress.end(code, { mayBeEmpty });
  const { passed, failed, failures, done } = progress;
  for (const name of done) finished.add(name);
  cases += passed + failed;
  console.log(`${failed === 0 ? '✓' : '✗'} ${step}: ${passed} passed, ${failed} failed (${seconds(since)})`);
  writeTimes(timesFile, times);
  return { passed, failed, failures };
}

type FollowOptions = { workers: number; env?: NodeJS.ProcessEnv; mayBeEmpty?: boolean };

const testWorkers = 3;
/** The slow tests wait for the processes that they start, so more of them run at a time. */
const slowTestWorkers = 4;
const storyWorkers = 4;
/** The first stories take a minute, and each worker starts with a server, which takes 5 s of CPU time. */
const firstStoryWorkers = 2;

type Wanted = { env?: NodeJS.ProcessEnv; step?: string; workers?: number; mayBeEmpty?: boolean };

const vitest = async (
  args: readonly string[],
  { env = {}, step = 'tests', workers = testWorkers, mayBeEmpty = false }: Wanted = {},
) =>
  follow(
    step,
    'node_modules/vitest/vitest.mjs',
    ['run', `--reporter=${path.join(root, 'scripts/testing/vitest-reporter.ts')}`, `--maxWorkers=${workers}`, ...args],
    { workers, env, mayBeEmpty },
  );

const stories = async (
  args: readonly string[] = [],
  { env = {}, step = 'stories', workers = storyWorkers, mayBeEmpty = false }: Wanted = {},
) =>
  follow(
    step,
    'node_modules/@playwright/test/cli.js',
    ['test', `--reporter=${path.join(root, 'scripts/testing/story-reporter.ts')}`, `--workers=${workers}`, ...args],
    {
      workers,
      env: { CHROMIUM: bringChromium(), PWTEST_CACHE_DIR: path.join(root, '.runtime/story-cache'), ...env },
      mayBeEmpty,
    },
  );

/** Runs the stories that recent changes affect. */
async function changedStories(): Promise<Tally> {
  const chosen = firstStories(recentChanges(root), readFiles(root), times);
  if (chosen.length === 0) return { passed: 0, failed: 0, failures: [] };
  return stories(chosen, { step: 'changed-stories', workers: firstStoryWorkers });
}

/** Runs the stories that haven't run yet. */
function otherStories(): Promise<Tally> {
  const ran = [...finished].filter((name) => name.includes('.spec.ts: ')).map(listedStory);
  if (ran.length === 0) return stories();
  const list = path.join(scratch, 'ran.txt');
  writeFileSync(list, ran.join('\n'));
  return stories(['--test-list-invert', list]);
}

/**
 * Returns every test, or all but the rules and the slow ones, beginning with those that recent changes affect. A
 * machine without Chromium runs all but the browser tests, and fails with the reason.
 */
const everyTest = async (which: 'all' | 'quick' = 'all'): Promise<Tally> => {
  let missing: string | null = null;
  const first = firstTests(recentChanges(root), readFiles(root));
  let env: NodeJS.ProcessEnv = { FIRSTBELL_TESTS: which, FIRSTBELL_FIRST: first.join() };
  try {
    env = { ...env, CHROMIUM: bringChromium() };
  } catch (error) {
    missing = error instanceof Error ? error.message : String(error);
    console.error(missing);
  }
  const without = [...(which === 'quick' ? ['!domain', '!contract'] : []), ...(missing === null ? [] : ['!browser'])];
  const tally = await vitest(projects(...without), { env });
  if (missing === null) return tally;
  return { ...tally, failed: tally.failed + 1, failures: [...tally.failures, `✗ browser: ${missing}`] };
};

const projects = (...names: string[]) => names.map((name) => `--project=${name}`);
const long = { FIRSTBELL_LONG: '1' };

/** Tests that depend on PostgreSQL's version: roles, migrations, plans, visibility, and the life cycle. */
const dependsOnPostgres = [
  'server/db/roles',
  'server/db/migrate',
  'server/db/database',
  'plans.test',
  'test/server/visibility',
  'test/server/model',
];
/** Steps with fewer rounds in `npm test`. */
const hasLongForm = [
  'test/server/matrix',
  'test/server/races',
  'test/server/public-race',
  'test/server/killed-waves',
  'test/server/fuzz',
  'test/server/model',
  'test/server/crash',
  'server/notifications/crash',
  'server/demo/seed',
  'server/db/migrate.test',
];

/**
 * Both are Go programs that end after some seconds with at most 2 GB. Without collecting garbage up to that size, they
 * take a third less CPU time.
 */
const uncollected = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

type Step = () => Promise<Tally>;
const steps = {
  /** After a first run, only what a change affects is checked again. */
  types: () =>
    check(
      'types',
      'node_modules/typescript/bin/tsc',
      ['--noEmit', '--checkers', '2', '--incremental', '--tsBuildInfoFile', '.runtime/types.tsbuildinfo'],
      { env: uncollected },
    ),
  lint: () => check('lint', 'node_modules/oxlint/bin/oxlint', [], { env: uncollected }),
  /** After a first run, only files that changed are read again. */
  unused: () =>
    check('unused', 'node_modules/knip/bin/knip.js', [
      '--no-progress',
      '--no-config-hints',
      '--cache',
      '--cache-location',
      '.runtime/knip',
    ]),
  format: () => check('format', 'node_modules/oxfmt/bin/oxfmt', ['--check', '.']),
  /** Whole runs test the web that the stories visit, instead of building it again. */
  build: async () => {
    const tally = await check('build', 'scripts/start.js', ['build']);
    if (tally.failed === 0) prepared = { ...prepared, FIRSTBELL_WEB: builtWeb };
    return tally;
  },
  /** Whole runs start some 40 servers, and the bundle of the server starts in two thirds of the CPU time. */
  bundle: async () => {
    const tally = await check('bundle', 'scripts/testing/bundle-server.ts', []);
    if (tally.failed === 0) prepared = { ...prepared, FIRSTBELL_SERVER: bundledServer };
    return tally;
  },
  data: async () => {
    const tally = await check('data', 'scripts/testing/prepare-data.ts', []);
    if (tally.failed === 0) prepared = { ...prepared, FIRSTBELL_DATA: preparedData };
    return tally;
  },
  tests: () => everyTest(),
  /** All but the rules, which run next to the checks, and the slow ones, which run after the stories. */
  'quick-tests': () => everyTest('quick'),
  'slow-tests': () =>
    vitest([...projects('server', 'processes'), ...slowTests], { step: 'slow tests', workers: slowTestWorkers }),
  rules: () => vitest(projects('domain', 'contract'), { step: 'rules' }),
  server: () => vitest(projects('server'), { step: 'server' }),
  web: () => vitest(projects('web'), { step: 'web' }),
  browser: async () => vitest(projects('browser'), { env: { CHROMIUM: bringChromium() }, step: 'browser' }),
  'changed-stories': changedStories,
  stories: otherStories,
  /** This is for a PostgreSQL at TEST_DATABASE_URL. */
  postgres: () => vitest([...projects('server'), ...dependsOnPostgres], { step: 'postgres' }),
  /** Removes every permission and visibility guard from the code, one at a time, and requires a test that fails. */
  guards: () => vitest(projects('guards'), { env: { FIRSTBELL_GUARDS: '1' }, step: 'guards' }),
  /** The rounds that `npm test` shortens. */
  rounds: () => vitest([...projects('server'), ...hasLongForm], { env: long, step: 'rounds' }),
  /** Every kind of failure, again and again while people work. */
  faults: () => vitest([...projects('server'), 'test/faults/faults'], { env: long, step: 'faults' }),
  /** Two failovers of a cluster of three machines. Without root or Debian's packages it says so and passes. */
  cluster: () => check('cluster', 'scripts/start.js', ['test:cluster', '--short'], { isShown: true }),
  /** Every story at both widths, in light and dark. */
  'all-stories': () => stories([], { env: { FIRSTBELL_STORIES: 'all' } }),
} satisfies Record<string, Step>;

const isStep = (word: string): word is keyof typeof steps => Object.hasOwn(steps, word);

/** Steps of one inner list run at the same time. */
const plans: Record<string, readonly (readonly (keyof typeof steps)[])[]> = {
  test: [
    ['types', 'lint', 'unused', 'format', 'rules', 'build', 'bundle', 'data'],
    ['changed-stories'],
    ['quick-tests'],
    ['stories'],
    ['slow-tests'],
  ],
  check: [['types', 'lint', 'unused', 'format', 'rules']],
  long: [['build'], ['rounds'], ['faults'], ['cluster'], ['all-stories']],
};

/** Returns the test files and stories that a word matches: by path, or else by title. */
function matching(words: readonly string[], title: string | undefined): Step[] {
  const files = globSync('{domain,contract,server,web,test,scripts}/**/*.{test.ts,test.tsx,spec.ts}', { cwd: root });
  const byPath = files.filter((file) => words.some((word) => file.includes(word)));
  const byTitle = files.filter((file) =>
    words.some((word) => readFileSync(path.join(root, file), 'utf8').includes(word)),
  );
  const chosen = byPath.length > 0 ? byPath : byTitle;
  const wanted = title ?? (byPath.length > 0 ? undefined : words.join(' '));
  const literal = wanted?.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const specs = chosen.filter((file) => file.endsWith('.spec.ts'));
  const tests = chosen.filter((file) => !file.endsWith('.spec.ts'));
  return [
    ...(tests.length > 0
      ? [
          async () => {
            const env = tests.some((file) => file.includes('.browser.test.')) ? { CHROMIUM: bringChromium() } : {};
            // The guards take minutes, so a word that also matches other tests leaves them out.
            const guards = tests.every((file) => file.startsWith('test/guards/')) ? { FIRSTBELL_GUARDS: '1' } : {};
            return vitest([...tests, ...(literal ? ['-t', literal] : [])], {
              env: { ...env, ...guards },
              mayBeEmpty: true,
            });
          },
        ]
      : []),
    ...(specs.length > 0
      ? [
          steps.build,
          () => stories([...specs, ...(literal ? ['-g', literal] : []), '--pass-with-no-tests'], { mayBeEmpty: true }),
        ]
      : []),
  ];
}

/** Returns a step that notes how long it takes, for estimates of the next run. */
const timed =
  (name: keyof typeof steps): Step =>
  async () => {
    const since = performance.now();
    const tally = await steps[name]();
    times.set(stepTime(name), Math.round(performance.now() - since));
    writeTimes(timesFile, times);
    return tally;
  };

/** Returns the steps for the command line: lists that run one after the other, each list's own in parallel. */
function chosenSteps(): Step[][] {
  const given = process.argv.slice(2);
  const title = given.includes('-t') ? given[given.indexOf('-t') + 1] : undefined;
  const words = given.filter((word, place) => !word.startsWith('-') && given[place - 1] !== '-t');
  const plan = given.find((word) => word.startsWith('--'))?.slice(2) ?? 'test';
  if (words.length === 0 && title === undefined) {
    later = plans[plan] ?? [];
    return (plans[plan] ?? []).map((names) => names.map(timed));
  }
  if (title === undefined && words.every(isStep)) {
    const mustBuild = words.some((word) => word.endsWith('stories')) && !words.includes('build');
    return [...(mustBuild ? [[steps.build]] : []), ...words.map((word) => [steps[word]])];
  }
  mustRunTests = true;
  return matching(words.length > 0 ? words : [title ?? ''], title).map((step) => [step]);
}

/** A word may match only tests, or only stories: one of the two may be empty, but not both. */
let mustRunTests = false;
const chosen = chosenSteps();
if (chosen.length === 0) {
  console.error(`No test, story or step matches. The steps: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}
let passedInAll = 0;
let failedInAll = 0;
const failures: string[] = [];
for (const group of chosen) {
  later = later.slice(1);
  const tallies = await Promise.all(
    group.map((step) =>
      step().catch((error: unknown): Tally => {
        console.error(error instanceof Error ? error.message : error);
        return { passed: 0, failed: 1, failures: [String(error)] };
      }),
    ),
  );
  for (const tally of tallies) {
    passedInAll += tally.passed;
    failedInAll += tally.failed;
    failures.push(...tally.failures);
  }
}

if (mustRunTests && cases === 0 && failedInAll === 0) {
  failures.push('✗ No test and no story matches.');
  failedInAll = 1;
}

// Failures are repeated last, for people who only read the end of a long output.
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}\n`);
console.log(`\n${passedInAll} passed, ${failedInAll} failed`);
process.exitCode = failedInAll === 0 ? 0 : 1;
