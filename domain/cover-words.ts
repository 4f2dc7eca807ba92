import type { CoverKind } from './cover.ts';

/** Returns a period within a sentence: 'period 3', 'period B', 'Homeroom'. */
export function periodInWords(period: string): string {
  return /^\d|^[a-z]\d?$/i.test(period) ? `period ${period}` : period;
}

/** Returns 'period 3', or '3 periods' if others go with it. */
export function periodsInWords({ period }: { period: string }, others: readonly unknown[]): string {
  return others.length === 0 ? periodInWords(period) : `${others.length + 1} periods`;
}

/** Returns the question to a colleague: 'Cover period 3 in Room 12?'. Without a room, it names the class. */
export function coverQuestion({ period, room, title }: { period: string; room: string | null; title: string }): string {
  return `Cover ${periodInWords(period)} ${room === null ? `of ${title}` : `in ${room}`}?`;
}

/** Returns 'You also cover period 3 in Room 12 and period 5 of Art.', or null if they cover none. */
export function alsoCovering(covers: readonly { period: string; room: string | null; title: string }[]): string | null {
  if (covers.length === 0) return null;
  const each = covers.map(
    ({ period, room, title }) => `${periodInWords(period)} ${room === null ? `of ${title}` : `in ${room}`}`,
  );
  return `You also cover ${new Intl.ListFormat('en-US').format(each)}.`;
}

/** Returns how the class is covered, unless the colleague just takes it. */
export function coverKindInWords(kind: CoverKind, size: number | null): string | null {
  const students = size === null ? '' : size === 1 ? '1 student' : `${size} students`;
  switch (kind) {
    case 'period':
      return size === null ? null : students;
    case 'split':
      return `The class is split. You take ${size === null ? 'part of it' : students}.`;
    case 'combined':
      return `The class joins yours${size === null ? '' : `: ${students}`}.`;
    case 'study_hall':
      return `Study hall${size === null ? '' : ` with ${students}`}`;
  }
}
