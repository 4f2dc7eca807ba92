/**
 * `npm run bench` runs every benchmark in this folder and prints all ratios in one table, each with its target and
 * whether it is met. `--quick` skips long parts and stays under 5 minutes. A full run takes most of an hour, mainly to
 * generate a tenth of the country the first time.
 *
 * `npm run bench -- fill` runs only the benchmarks that are named.
 *
 * The worlds stay in WORLDS (by default a folder below the system's temporary one) for the next run. `--keep` saves the
 * results in docs/performance/ and redraws the charts of docs/performance.md.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drawPictures, keptResults } from '#bench/pictures.ts';
import { isMet, results, type Results, rowOf, textOf } from '#bench/results.ts';

const isQuick = process.argv.includes('--quick');
const worlds = process.env['WORLDS'] ?? path.join(tmpdir(), 'firstbell-worlds');
const folder = process.argv.includes('--keep')
  ? keptResults
  : mkdtempSync(path.join(tmpdir(), 'firstbell-bench-results-'));

/** The benchmarks with their arguments, in the order of the table. */
const runs: readonly (readonly [file: string, ...given: string[]])[] = isQuick
  ? [
      ['flat.ts', worlds, '0.001,0.004', '60', 'screens'],
      ['limit.ts', worlds, '0.001', '1', '2'],
      ['live.ts', '1000', '--quick'],
      ['notices.ts', '0', '1', '2000'],
    ]
  : [
      ['flat.ts', worlds, '0.001,0.01,0.1', '200'],
      ['limit.ts', worlds, '0.01', '3', '7'],
      ['board.ts', worlds, '0.1'],
      ['cover.ts'],
      ['days.ts', '60', '5000'],
      ['dispatch.ts'],
      ['fill.ts'],
      ['hours.ts'],
      ['express.ts', worlds, '0.001', '3'],
      ['live.ts'],
      ['notices.ts'],
      ['observability.ts'],
      ['race.ts'],
      ['rush.ts'],
      ['start.ts'],
    ];

const named = process.argv.slice(2).filter((given) => !given.startsWith('--'));
const failed: string[] = [];
for (const [file, ...given] of runs) {
  if (named.length > 0 && !named.includes(path.parse(file).name)) continue;
  const script = path.join(import.meta.dirname, file);
  if (!existsSync(script)) continue;
  console.log(`\n── ${file} ${given.join(' ')}`);
  const began = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...given], {
    stdio: 'inherit',
    env: { ...process.env, BENCH_RESULTS: folder },
  });
  await once(child, 'close');
  console.log(`── ${file}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  if (child.exitCode !== 0) failed.push(file);
}

const found: Results[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => results.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))));
const ratios = found.flatMap(({ bench, ratios: own }) => own.map((one) => ({ bench, ...one })));
console.log(
  `\n${textOf({ columns: ['', '', 'Figure', 'Target', ''], rows: ratios.map(({ bench, ...one }) => [bench, ...rowOf(one)]) })}`,
);
console.log(
  `\n${ratios.filter(isMet).length} of ${ratios.length} met${failed.length > 0 ? `; ended with a failure: ${failed.join(', ')}` : ''}`,
);
if (folder === keptResults) drawPictures();
if (failed.length > 0 || !ratios.every(isMet)) process.exitCode = 1;
