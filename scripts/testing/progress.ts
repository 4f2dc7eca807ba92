import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { RunEvent } from './events.ts';

/** How long each file and each story took the last time it ran on this machine, in ms. */
export type Times = Map<string, number>;

/** How often a step reports its progress, in ms. */
const sayEveryMs = 10_000;

const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

export function readTimes(file: string): Times {
  try {
    return new Map(Object.entries(z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(file, 'utf8')))));
  } catch {
    // The file doesn't exist yet, or is damaged. The times are only for estimates.
    return new Map();
  }
}

export function writeTimes(file: string, times: Times): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(Object.fromEntries(times)));
}

type ProgressOptions = {
  step: string;
  /** When the entire run began, by performance.now(). */
  started: number;
  /** How many files or stories run at a time. */
  workers: number;
  /** Read for estimates, and updated. */
  times: Times;
  /** How long the steps after this one will take, in ms, if known. */
  laterMs?: () => number | null;
  /** The environment in which a failed test runs, which the command that repeats it must name. */
  env?: NodeJS.ProcessEnv;
};

/** The variables that make a run longer. The others don't change what a test does. */
const ofLongRuns = ['FIRSTBELL_LONG', 'FIRSTBELL_STORIES'];

/** Follows one runner's events and prints them: progress every ten seconds, failures immediately. */
export class Progress {
  passed = 0;
  failed = 0;
  readonly failures: string[] = [];
  #total: string[] = [];
  readonly #running = new Set<string>();
  /** The names of files or stories that have ended. */
  readonly done = new Set<string>();
  #doneMs = 0;
  #hasTally = false;
  readonly #began = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #options: ProgressOptions;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#say(), sayEveryMs);
  }

  take(event: RunEvent): void {
    switch (event.kind) {
      case 'plan':
        this.#total = event.names;
        return;
      case 'start':
        this.#running.add(event.name);
        return;
      case 'end':
        this.#running.delete(event.name);
        this.done.add(event.name);
        this.#doneMs += event.ms;
        this.#options.times.set(event.name, Math.round(event.ms));
        return;
      case 'failure': {
        const lines = `✗ ${event.title}\n${event.why.replaceAll(/^/gm, '      ')}\n      again: ${this.#command()} ${event.again}`;
        this.failures.push(lines);
        console.log(lines);
        return;
      }
      case 'tally':
        this.#hasTally = true;
        this.passed = event.passed;
        this.failed = event.failed;
    }
  }

  /**
   * Ends the step with the runner's exit code. It counts as a failure if the runner ended before its tally, whatever
   * its code; ended badly without a named failure; or ran nothing, unless it may be empty.
   */
  end(code: number, { mayBeEmpty = false } = {}): void {
    clearInterval(this.#timer);
    if (!this.#hasTally) this.#fail(`ended with exit code ${code} before it was done`);
    else if (code !== 0 && this.failed === 0) this.#fail(`ended with exit code ${code}`);
    else if (this.passed + this.failed === 0 && !mayBeEmpty) this.#fail('ran no test');
  }

  #command(): string {
    const { env = {} } = this.#options;
    const given = ofLongRuns.flatMap((name) => (env[name] === undefined ? [] : [`${name}=${env[name]} `]));
    return `${given.join('')}npm test --`;
  }

  #fail(why: string): void {
    const { step } = this.#options;
    this.take({ kind: 'failure', title: `${step} ${why}`, why: '', again: step });
    this.failed = Math.max(this.failed + 1, this.failures.length);
  }

  /** Files or stories that were never timed count as long as the average of those that are done. */
  #left(): number {
    const mean = this.done.size > 0 ? this.#doneMs / this.done.size : 2000;
    const work = this.#total
      .filter((name) => !this.done.has(name))
      .reduce((sum, name) => sum + (this.#options.times.get(name) ?? mean), 0);
    return work / this.#options.workers;
  }

  #say(): void {
    if (this.#total.length === 0) return;
    const running = [...this.#running].map((name) =>
      path.basename(name.replace(/: .*/, '')).replace(/\.(test|spec)\.tsx?$/, ''),
    );
    const left = this.#left();
    const later = this.#options.laterMs?.() ?? 0;
    const untilEnd = later > 0 ? `, ${clock(left + later)} until the end` : '';
    console.log(
      `[${clock(performance.now() - this.#options.started)}] ${this.#options.step} ${this.done.size} of ${this.#total.length}, ${this.failures.length} failed, ` +
        `${clock(performance.now() - this.#began)} so far, about ${clock(left)} left${untilEnd} · ${[...new Set(running)].slice(0, 4).join(', ')}`,
    );
  }
}
