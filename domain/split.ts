import { allowsShift, type ShiftType, type VacancySettings } from './shift.ts';

/** The halves of a class that is split at a time of day. */
export const splitHalves = ['first', 'second'] as const;

export type SplitHalf = (typeof splitHalves)[number];

interface Span {
  startTime: string;
  endTime: string;
  shiftType: ShiftType;
}

/**
 * Returns the two classes that one becomes. Together they cover exactly its time. A full day becomes a morning and an
 * afternoon if the school offers both; other shifts keep theirs. Returns null if the time isn't between its start and
 * its end.
 */
export function splitAt(span: Span, at: string, settings: VacancySettings): Record<SplitHalf, Span> | null {
  const { startTime, endTime, shiftType } = span;
  if (at <= startTime || at >= endTime) return null;
  const halves =
    shiftType === 'full_day' && allowsShift(settings, 'morning') && allowsShift(settings, 'afternoon')
      ? (['morning', 'afternoon'] as const)
      : ([shiftType, shiftType] as const);
  return {
    first: { startTime, endTime: at, shiftType: halves[0] },
    second: { startTime: at, endTime, shiftType: halves[1] },
  };
}
