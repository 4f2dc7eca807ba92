/**
 * The kinds of conflicts between a substitute and a vacancy. Their rules are in clash.ts, because every home loads this
 * file.
 */
export const clashKinds = ['assignment', 'excluded', 'availability', 'preferences'] as const;
