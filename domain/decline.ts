/** The reasons for declining a vacancy, in display order. Giving one is optional. */
export const declineReasons = ['not_that_day', 'too_far', 'not_my_class', 'short_notice', 'other'] as const;

export type DeclineReason = (typeof declineReasons)[number];

/** The choices as a substitute reads them. */
export const declineReasonLabels: Record<DeclineReason, string> = {
  not_that_day: 'Not available that day',
  too_far: 'Too far',
  not_my_class: 'Not my subject or grade',
  short_notice: 'Not enough notice',
  other: 'Another reason',
};

const words: Record<DeclineReason, string> = {
  not_that_day: 'not available',
  too_far: 'distance',
  not_my_class: 'subject or grade',
  short_notice: 'short notice',
  other: 'other',
};

/** How often each reason was given. A missing one was never given. */
export type DeclineCounts = Partial<Record<DeclineReason, number>>;

/**
 * Returns the reasons for declines, as staff see them: '2 distance, 1 short notice'. Returns null if no one gave a
 * reason.
 */
export function whyDeclined(counts: DeclineCounts): string | null {
  const given = declineReasons.flatMap((reason) => {
    const count = counts[reason] ?? 0;
    return count > 0 ? [`${count} ${words[reason]}`] : [];
  });
  return given.length === 0 ? null : given.join(', ');
}
