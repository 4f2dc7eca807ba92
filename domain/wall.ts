/**
 * The most links to its wall view that a school can have, and the days without a reader after which a link is deleted.
 */
export const wallLimits = { links: 5, unopenedDays: 365 } as const;
