import { useState } from 'react';
import type { School } from '#contract/schools.ts';
import { alignAfternoon, defaultVacancySettings, shiftProblems, type VacancySettings } from '#domain/shift.ts';
import { formatTime } from '#domain/time.ts';
import { changesIn, namesOf, picked } from '#web/ui/form-state.ts';
import { useForm } from '#web/ui/use-form.ts';

type ShiftErrors = Partial<Record<keyof VacancySettings, string>>;

const names = namesOf(defaultVacancySettings);

/** A school's shifts, and how it handles requests. */
function settingsOf({ vacancySettings, showReason = true, bookFirst = false, approvesItself = false }: School) {
  return { ...defaultVacancySettings, ...vacancySettings, showReason, bookFirst, approvesItself };
}

/**
 * A school's settings while they are edited. Dependent values follow as people type: the afternoon moves with the end
 * of the morning, and back. Only while its own start is being typed does that stay, with its error.
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
    /** The differences from the saved school, in the call's format. */
    fields: () => {
      const { showReason, bookFirst, approvesItself, ...shifts } = { ...changes, ...changesIn(typed, shown) };
      return {
        vacancySettings: shifts,
        ...picked({ showReason, bookFirst, approvesItself }, changes),
        version: form.version,
      };
    },
    /** The afternoon starts at a different time than typed, because the morning overlaps it. */
    isAfternoonMoved: shown.afternoonStart !== typed.afternoonStart,
    beginAfternoon: () => setTypingAfternoon(true),
    endAfternoon: () => setTypingAfternoon(false),
  };
}

export type ShiftSettingsState = ReturnType<typeof useShiftSettings>;
