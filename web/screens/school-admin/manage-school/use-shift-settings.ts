import { useState } from 'react';
import type { School } from '#contract/schools.ts';
import { attendanceLimits, defaultReportMinutes } from '#domain/attendance.ts';
import { offerHoursProblem, usualOfferHours } from '#domain/school.ts';
import { defaultVacancySettings, type VacancySettings } from '#domain/shift.ts';
import { alignAfternoon, shiftProblems } from '#domain/shift-settings.ts';
import { formatTime, isTime } from '#domain/time.ts';
import { offeringNames } from '#domain/offering-names.ts';
import { changesIn, namesOf, picked } from '#web/ui/form-state.ts';
import { useForm } from '#web/ui/use-form.ts';

type ShiftErrors = Partial<Record<keyof VacancySettings, string>>;

const shiftNames = namesOf(defaultVacancySettings);
const names = [...shiftNames, 'reportMinutes', 'offering', 'offersFrom', 'offersUntil'] as const;

/** Returns a school's shifts, and how it handles requests. */
function settingsOf({
  vacancySettings,
  showReason = true,
  bookFirst = false,
  approvesItself = false,
  reportMinutes = defaultReportMinutes,
  offering = 'everyone',
  offersFrom = usualOfferHours.from,
  offersUntil = usualOfferHours.until,
}: School) {
  return {
    ...defaultVacancySettings,
    ...vacancySettings,
    showReason,
    bookFirst,
    approvesItself,
    reportMinutes: String(reportMinutes),
    offering,
    offersFrom,
    offersUntil,
  };
}

const isMinutes = (text: string) => /^\s*\d{1,3}\s*$/.test(text) && Number(text) <= attendanceLimits.reportMinutes;

/**
 * Returns a school's settings while they are edited. Dependent values follow as people type: the afternoon moves with
 * the end of the morning, and back. Only while its own start is being typed does that stay, with its error.
 */
export function useShiftSettings(school: School, pending: boolean) {
  const form = useForm({
    record: school,
    valuesOf: settingsOf,
    names,
    check: ({ reportMinutes, offersFrom, offersUntil }) => ({
      ...(!isMinutes(reportMinutes) && {
        reportMinutes: `Enter whole minutes from 0 to ${attendanceLimits.reportMinutes}.`,
      }),
      ...(!isTime(offersFrom) && { offersFrom: 'Enter a time.' }),
      ...(!isTime(offersUntil)
        ? { offersUntil: 'Enter a time.' }
        : offersFrom >= offersUntil && { offersUntil: offerHoursProblem }),
    }),
    inWords: (name, theirs) =>
      name === 'offering'
        ? `to ‘${offeringNames[theirs[name]]}’`
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
    /** Returns the differences from the saved school, in the call's format. */
    fields: () => {
      const { showReason, bookFirst, approvesItself, reportMinutes, offering, offersFrom, offersUntil, ...shifts } = {
        ...changes,
        ...changesIn(typed, shown),
      };
      return {
        vacancySettings: shifts,
        ...picked(
          {
            showReason,
            bookFirst,
            approvesItself,
            offering,
            offersFrom,
            offersUntil,
            reportMinutes: Number(reportMinutes),
          },
          changes,
        ),
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
