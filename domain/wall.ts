/**
 * The maximum number of links to a school's wall view, and the number of days without a reader after which a link is
 * deleted.
 */
export const wallLimits = { links: 5, unopenedDays: 365 } as const;
