import * as z from 'zod/mini';

/** Reporters run inside Vitest and Playwright, and report to `npm test`, their parent, in these messages. */
export const runEvent = z.discriminatedUnion('kind', [
  /** Every file or story that will run, by name. */
  z.object({ kind: z.literal('plan'), names: z.array(z.string()) }),
  z.object({ kind: z.literal('start'), name: z.string() }),
  z.object({ kind: z.literal('end'), name: z.string(), ms: z.number() }),
  /**
   * A failure as it happens: what failed, the first lines of the reason, and the arguments of `npm test --` that run it
   * again.
   */
  z.object({ kind: z.literal('failure'), title: z.string(), why: z.string(), again: z.string() }),
  z.object({ kind: z.literal('tally'), passed: z.number(), failed: z.number() }),
]);
export type RunEvent = z.infer<typeof runEvent>;

/** Sends an event to `npm test`; does nothing if the runner was started by hand. */
export function report(event: RunEvent): void {
  process.send?.(event);
}

/** Returns the first lines of each message, without colors and blank lines, at most eight of 300 characters each. */
export function firstLines(messages: readonly string[]): string {
  return messages
    .flatMap((message) =>
      message
        .replaceAll(/\u001B\[[0-9;]*m/g, '')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(0, 8),
    )
    .map((line) => line.slice(0, 300))
    .join('\n');
}

/** Returns a word quoted for a shell. */
export function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
