import { useState } from 'react';
import type { School } from '#contract/schools.ts';
import { attendanceLimits, defaultReportMinutes } from '#domain/attendance.ts';
import { alignAfternoon, defaultVacancySettings, shiftProblems, type VacancySettings } from '#domain/shift.ts';
import { formatTime } from '#domain/time.ts';
import { changesIn, namesOf, picked } from '#web/ui/form-state.ts';
import { useForm } from '#web/ui/use-form.ts';

type ShiftErrors = Partial<Record<keyof VacancySettings, string>>;

const shiftNames = namesOf(defaultVacancySettings);
const names = [...shiftNames, 'reportMinutes', 'offering'] as const;

/** A school's shifts, and how it handles requests. */
function settingsOf({
  vacancySettings,
  showReason = true,
  bookFirst = false,
  approvesItself = false,
  reportMinutes = defaultReportMinutes,
  offering = 'everyone',
}: School) {
  return {
    ...defaultVacancySettings,
    ...vacancySettings,
    showReason,
    bookFirst,
    approvesItself,
    reportMinutes: String(reportMinutes),
    offering,
  };
}

const isMinutes = (text: string) => /^\s*\d{1,3}\s*$/.test(text) && Number(text) <= attendanceLimits.reportMinutes;

/**
 * A school's settings while they are edited. Dependent values follow as people type: the afternoon moves with the end
 * of the morning, and back. Only while its own start is being typed does that stay, with its error.
 */
export function useShiftSettings(school: School, pending: boolean) {
  const form = useForm({
    record: school,
    valuesOf: settingsOf,
    names,
    check: ({ reportMinutes }) =>
      isMinutes(reportMinutes)
        ? {}
        : { reportMinutes: `Enter whole minutes from 0 to ${attendanceLimits.reportMinutes}.` },
    inWords: (name, theirs) =>
      name === 'offering'
        ? `to ‘${theirs[name] === 'everyone' ? 'Everyone at once' : 'Best matches first'}’`
        : name === 'reportMinutes'
          ? `to ${theirs[name]}`
          : `to ${formatTime(String(theirs[name]))}`,
    pending,
  });
  const [isTypingAfternoon, setTypingAfternoon] = useState(false);
  const { values: typed, changes } = form;
  const isChanged = shiftNames.some((name) => name in changes);
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
      const { showReason, bookFirst, approvesItself, reportMinutes, offering, ...shifts } = {
        ...changes,
        ...changesIn(typed, shown),
      };
      return {
        vacancySettings: shifts,
        ...picked({ showReason, bookFirst, approvesItself, offering, reportMinutes: Number(reportMinutes) }, changes),
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
