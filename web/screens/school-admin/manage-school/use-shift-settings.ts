import { useState } from 'react';
import type { School } from '#contract/schools.ts';
import { alignAfternoon, defaultVacancySettings, shiftProblems, type VacancySettings } from '#domain/shift.ts';
import { formatTime } from '#domain/time.ts';
import { changesIn, namesOf, picked } from '#web/ui/form-state.ts';
import { useForm } from '#web/ui/use-form.ts';

type ShiftErrors = Partial<Record<keyof VacancySettings, string>>;

const names = namesOf(defaultVacancySettings);

/** How a school's shifts are set and how its requests are dealt with. */
function settingsOf({ vacancySettings, showReason = true, bookFirst = false, approvesItself = false }: School) {
  return { ...defaultVacancySettings, ...vacancySettings, showReason, bookFirst, approvesItself };
}

/**
 * The settings of a school while somebody changes them. What follows from the rules follows as they type: the
 * afternoon moves behind the morning and back again with it. Only while its own start is being typed does that
 * stand as it is, with what is wrong of it.
 */
export function useShiftSettings(school: School, pending: boolean) {
  const form = useForm({
    record: school,
    valuesOf: settingsOf,
    names,
    check: () => ({}),
    inWords: (name, theirs) => `to ${formatTime(String(theirs[name]))}`,
    pending,
  });
  const [isTypingAfternoon, setTypingAfternoon] = useState(false);
  const { values: typed, changes } = form;
  const isChanged = names.some((name) => name in changes);
  const shown = isTypingAfternoon || !isChanged ? typed : { ...typed, ...alignAfternoon(typed) };
  const errors: ShiftErrors = Object.fromEntries(
    shiftProblems(shown)
      .toReversed()
      .map(({ field, sentence }) => [field, sentence]),
  );
  return {
    form,
    shown,
    errors,
    /** What differs from the school as it was read, as the call takes it. */
    fields: () => {
      const { showReason, bookFirst, approvesItself, ...shifts } = { ...changes, ...changesIn(typed, shown) };
      return {
        vacancySettings: shifts,
        ...picked({ showReason, bookFirst, approvesItself }, changes),
        version: form.version,
      };
    },
    /** The afternoon starts at another time than was typed, for the morning reaches into it. */
    isAfternoonMoved: shown.afternoonStart !== typed.afternoonStart,
    beginAfternoon: () => setTypingAfternoon(true),
    endAfternoon: () => setTypingAfternoon(false),
  };
}

export type ShiftSettingsState = ReturnType<typeof useShiftSettings>;
