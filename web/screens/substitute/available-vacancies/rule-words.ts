import type { Ineligibility } from '#domain/eligibility.ts';
import { paths } from '#web/paths.ts';

type RuleWords = { words: string; change: { label: string; to: string } | null };

/** A rule that keeps vacancies from being offered to the reader, with its count, and the link to what they can change. */
export function ruleWords({ rule, count }: { rule: Ineligibility; count: number }): RuleWords {
  const are = count === 1 ? 'is' : 'are';
  switch (rule) {
    case 'declined':
      return {
        words: `You declined ${count}.`,
        change: { label: 'Show declined', to: `${paths.substitute.availableVacancies}?declined=1` },
      };
    case 'excluded':
      return { words: `${count} ${are} not being offered to you by the school.`, change: null };
    case 'booked':
      return {
        words: `${count} ${are} at a time when you’re booked.`,
        change: { label: 'My Assignments', to: paths.substitute.myAssignments },
      };
    case 'unavailable':
      return {
        words: `${count} ${are} outside your availability.`,
        change: { label: 'Change your availability', to: paths.substitute.myAvailability },
      };
    case 'day_length':
    case 'short_notice':
      return {
        words:
          rule === 'day_length'
            ? `${count} ${are} longer or shorter than you want.`
            : `${count} ${are} on shorter notice than you want.`,
        change: { label: 'Change your job preferences', to: `${paths.substitute.myAvailability}#job-preferences` },
      };
    case 'over_limit':
      return {
        words: `${count} ${are} beyond how much the school lets you work. Ask its front office.`,
        change: null,
      };
  }
}
