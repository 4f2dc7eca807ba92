import { useState } from 'react';
import { alignAfternoon, shiftProblems, type VacancySettings } from '#domain/shift.ts';

type ShiftErrors = Partial<Record<keyof VacancySettings, string>>;

const names = [
  'allowFullDay',
  'allowMorningShift',
  'allowAfternoonShift',
  'fullDayStart',
  'fullDayEnd',
  'morningStart',
  'morningEnd',
  'afternoonStart',
  'afternoonEnd',
] as const satisfies readonly (keyof VacancySettings)[];

/** Whether both say the same. */
export function sameShifts(one: VacancySettings, other: VacancySettings): boolean {
  return names.every((name) => one[name] === other[name]);
}

/**
 * The shifts of a school while somebody changes them. What follows from the rules follows as they type: the
 * afternoon moves behind the morning and back again with it. Only while its own start is being typed does that
 * stand as it is, with what is wrong of it.
 */
export function useShiftSettings(saved: VacancySettings) {
  const [typed, setTyped] = useState(saved);
  const [isTypingAfternoon, setTypingAfternoon] = useState(false);
  const shown = isTypingAfternoon || sameShifts(typed, saved) ? typed : alignAfternoon(typed);
  const errors: ShiftErrors = Object.fromEntries(
    shiftProblems(shown)
      .toReversed()
      .map(({ field, sentence }) => [field, sentence]),
  );
  return {
    shown,
    errors,
    /** The afternoon starts at another time than was typed, for the morning reaches into it. */
    isAfternoonMoved: shown.afternoonStart !== typed.afternoonStart,
    change: (part: Partial<VacancySettings>) => setTyped({ ...typed, ...part }),
    beginAfternoon: () => setTypingAfternoon(true),
    endAfternoon: () => setTypingAfternoon(false),
    startOver: (settings: VacancySettings) => setTyped(settings),
  };
}

export type ShiftSettingsState = ReturnType<typeof useShiftSettings>;
