/** The kinds of conflicts of a substitute with a vacancy. Apart from their rules (clash.ts), because every home loads them. */
export const clashKinds = ['assignment', 'excluded', 'availability', 'preferences'] as const;
