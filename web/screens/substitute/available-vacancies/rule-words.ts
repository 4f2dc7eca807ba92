import type { Ineligibility } from '#domain/eligibility.ts';
import { paths } from '#web/paths.ts';

type RuleWords = { words: string; change: { label: string; to: string } | null };

const preferences = {
  label: 'Change your job preferences',
  to: `${paths.substitute.myAvailability}#job-preferences`,
};

/** Returns a rule that keeps vacancies from being offered to the reader, with its count and a link to the setting. */
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
      return { words: `${count} ${are} longer or shorter than you want.`, change: preferences };
    case 'short_notice':
      return { words: `${count} ${are} on shorter notice than you want.`, change: preferences };
    case 'other_grade':
      return { words: `${count} ${are} for grades that you didn’t choose.`, change: preferences };
    case 'other_subject':
      return { words: `${count} ${are} for subjects that you didn’t choose.`, change: preferences };
    case 'too_far':
      return { words: `${count} ${are} farther away than you want.`, change: preferences };
    case 'unknown_subject':
      return {
        words: `${count} ${are} offered to substitutes with the subject in their profile.`,
        change: { label: 'Change your profile', to: paths.substitute.profile },
      };
    case 'unknown_grade':
      return {
        words: `${count} ${are} offered to substitutes with the grade in their profile.`,
        change: { label: 'Change your profile', to: paths.substitute.profile },
      };
    case 'over_limit':
      return {
        words: `${count} ${are} beyond how much the school lets you work. Ask its front office.`,
        change: null,
      };
  }
}

/**
 * Returns the sentence that explains why the counts of the rules exceed the vacancies that don't fit. Returns null if
 * they don't.
 */
export function overlapWords(open: number, fit: number, rules: readonly { count: number }[]): string | null {
  const counted = rules.reduce((sum, { count }) => sum + count, 0);
  return counted > open - fit ? 'A vacancy is in more than one line if several reasons apply.' : null;
}
