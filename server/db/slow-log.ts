import type { Log } from '#server/core/log.ts';

/** Receives statements that took longer than `afterMs`, without their values. */
export type SlowLog = { afterMs: number; report(statement: string, ms: number): void };

/** Logs slow statements, as configured. Returns null if it is off. */
export function slowLogOf({ SLOW_QUERY_MS }: { SLOW_QUERY_MS: number }, log: Log): SlowLog | null {
  if (SLOW_QUERY_MS === 0) return null;
  return {
    afterMs: SLOW_QUERY_MS,
    report: (statement, ms) =>
      log.warn({ ms: Math.round(ms), statement: statement.replaceAll(/\s+/g, ' ').slice(0, 2000) }, 'slow statement'),
  };
}
