/** The subjects that people can filter substitutes by. */
export const subjects = ['Math', 'Science', 'English', 'History', 'Art', 'Music', 'Physical Education'] as const;

export type Subject = (typeof subjects)[number];

/** The ways in which people write each subject. */
const words: Record<Subject, string> = {
  Math: 'math|maths|mathematics|algebra|geometry|calculus',
  Science: 'science|sciences|biology|chemistry|physics',
  English: 'english|language arts|literature|ela',
  History: 'history|social studies',
  Art: '(?<!language )arts?',
  Music: 'music|band|choir|orchestra',
  'Physical Education': 'physical education|phys\\.? ed|pe|p\\.e\\.|gym',
};

/**
 * Returns a pattern that finds a subject as a separate word in lowercase text, for PostgreSQL and JavaScript:
 * 'part-time' isn't Art, and 'language arts' is English, not Art.
 */
export function subjectPattern(subject: Subject): string {
  return `(?<![a-z])(${words[subject]})(?![a-z])`;
}

/** The pattern is compiled once, because each class is compared with all of a school's substitutes. */
const compiled = new Map<Subject, RegExp>();

/** Returns the subjects in a text, in any case. */
export function subjectsIn(text: string): Subject[] {
  const plain = text.toLowerCase();
  return subjects.filter((subject) => {
    const pattern = compiled.get(subject) ?? new RegExp(subjectPattern(subject));
    compiled.set(subject, pattern);
    return pattern.test(plain);
  });
}

/**
 * Returns whether a text names a school's own subject as whole words, in any case: 'Woodworking, Latin' names 'latin',
 * but 'platinum' doesn't.
 */
export function namesSubject(text: string, subject: string): boolean {
  const wordsOf = (some: string) => ` ${(some.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
  return wordsOf(text).includes(wordsOf(subject));
}
