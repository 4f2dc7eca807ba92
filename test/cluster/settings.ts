import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chanceFrom } from '#server/demo/chance.ts';

// The options, limits and output of a run.

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const folder = process.env['CLUSTER_FOLDER'] ?? '';
const { values: flags } = parseArgs({
  options: { short: { type: 'boolean' }, failovers: { type: 'string' } },
});
export const isShort = flags.short === true;
export const failovers = Number(flags.failovers ?? (isShort ? 2 : 7));
export const seed = Number(process.env['CLUSTER_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** Chooses everything that happens by chance, so that the same seed repeats a run. */
export const chance = chanceFrom(seed);

/** The longest time without an acknowledged write that each kind of fault may cause, in ms. */
export const limits = { kill: 30_000, planned: 5000 };
/** How long until the cluster is complete again: three PostgreSQL, both servers, live events and jobs. */
export const wholeWithinMs = 120_000;
/** The maximum number of acknowledged writes between two faults. */
export const writesBetween = 40;

export const backups = path.join(folder, 'backups');
export const began = performance.now();
export const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
export const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
