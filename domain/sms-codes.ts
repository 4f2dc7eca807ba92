/** How long the code that verifies a number works, in minutes, and how many attempts it allows. */
export const smsCodeLimits = { minutes: 10, tries: 5, digits: 6 } as const;

/** The reasons for the platform owner to check today's codes. */
export const codeWarnings = ['limit_reached', 'limit_near', 'many_refused'] as const;
type CodeWarning = (typeof codeWarnings)[number];

/** More refusals in a day than typos cause. */
const manyRefused = 50;

/** Describes why one day's codes are unusual, or returns null. `perDay` is the daily limit, or null. */
export function codeWarning({
  sent,
  refused,
  perDay,
}: {
  sent: number;
  refused: number;
  perDay: number | null;
}): CodeWarning | null {
  if (perDay !== null && sent >= perDay) return 'limit_reached';
  if (perDay !== null && sent >= perDay * 0.8) return 'limit_near';
  return refused >= manyRefused ? 'many_refused' : null;
}
