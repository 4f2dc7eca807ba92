import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';

const cell = z.union([z.string(), z.number(), z.null()]);

/** A figure and its target. */
const ratio = z.strictObject({
  what: z.string(),
  figure: z.number(),
  target: z.number(),
  /** Whether the figure should be at least the target, or at most. */
  wanted: z.enum(['at least', 'at most']),
  /** The figure's unit, such as ms. It is empty for a ratio. */
  unit: z.optional(z.string()),
  /** The reason why a figure is shown but not compared with its target. */
  shownOnly: z.optional(z.string()),
});

const table = z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.array(z.array(cell)) });

/** The results of one benchmark. */
export const results = z.strictObject({
  bench: z.string(),
  at: z.string(),
  machine: z.string(),
  command: z.string(),
  seconds: z.number(),
  ratios: z.array(ratio),
  tables: z.array(table),
});
export type Results = z.output<typeof results>;
export type Ratio = z.output<typeof ratio>;
export type Table = z.output<typeof table>;

/** Returns whether a figure meets its target. A figure that is only shown always does. */
export function isMet({ figure, target, wanted, shownOnly }: Ratio): boolean {
  return shownOnly !== undefined || (wanted === 'at least' ? figure >= target : figure <= target);
}

/** Returns a table in Markdown. */
export function textOf({ columns, rows }: Pick<Table, 'columns' | 'rows'>): string {
  const line = (cells: readonly z.output<typeof cell>[]) => `| ${cells.map((one) => one ?? '').join(' | ')} |`;
  return [line(columns), `|${columns.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** Returns a ratio as a row: name, figure, target, and met or MISSED. */
export function rowOf(one: Ratio): string[] {
  const unit = one.unit === undefined ? '' : ` ${one.unit}`;
  const digits = one.unit === undefined || Math.abs(one.figure) < 10 ? 2 : 0;
  return [
    one.what,
    `${one.figure.toFixed(digits)}${unit}`,
    `${one.wanted} ${one.target}${unit}`,
    one.shownOnly ?? (isMet(one) ? 'met' : 'MISSED'),
  ];
}

const began = performance.now();

/**
 * Reports a benchmark's results as a table. Its ratios determine the exit code. If BENCH_RESULTS names a folder,
 * writes all results there as BENCH.json, for `npm run bench` and the charts.
 */
export function conclude(bench: string, ratios: readonly Ratio[], tables: readonly Table[] = []): void {
  console.log(`\n${textOf({ columns: ['', 'Figure', 'Target', ''], rows: ratios.map(rowOf) })}`);
  process.exitCode = ratios.every(isMet) ? 0 : 1;
  const folder = process.env['BENCH_RESULTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const found: Results = {
    bench,
    at: new Date().toISOString().slice(0, 16),
    machine: `${availableParallelism()} × ${cpus()[0]?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.versions.node}`,
    command: ['node', path.relative(process.cwd(), process.argv[1] ?? ''), ...process.argv.slice(2)].join(' '),
    seconds: Math.round((performance.now() - began) / 1000),
    ratios: [...ratios],
    tables: [...tables],
  };
  writeFileSync(path.join(folder, `${bench}.json`), `${JSON.stringify(found, null, 1)}\n`);
}
