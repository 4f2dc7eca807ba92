/** How long before its start the absence was posted, in days at the school. */
export const leadTimes = ['same_day', 'one_day', 'two_to_three', 'more'] as const;

export type LeadTime = (typeof leadTimes)[number];

/** The display name of a lead time. */
export const leadTimeNames: Record<LeadTime, string> = {
  same_day: 'Same day',
  one_day: 'One day',
  two_to_three: 'Two to three days',
  more: 'More than three days',
};

/**
 * Returns the lead time of an absence posted this many days ahead. Absences recorded afterward count as the same day.
 */
export function leadTimeOf(days: number): LeadTime {
  if (days <= 0) return 'same_day';
  if (days === 1) return 'one_day';
  return days <= 3 ? 'two_to_three' : 'more';
}

/** The maximum length of the list of most absences. */
export const TOP_ABSENCES = 10;

/** Returns a percentage to one decimal. Returns null if the whole is 0. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : oneDecimal((part / whole) * 100);
}

/** Rounds to one decimal, with halves away from zero. */
export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
