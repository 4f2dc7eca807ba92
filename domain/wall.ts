/** How many links to its wall view a school has at most, and after how many days without a reader a link is deleted. */
export const wallLimits = { links: 5, unopenedDays: 365 } as const;
