import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { updateGeneralAvailability, type User } from '#contract/users.ts';
import {
  type AvailabilityValue,
  enabledColumns,
  everyDay,
  isSameWeek,
  mondayOnWeekdays,
  parseGeneralAvailability,
  type Week,
} from '#domain/availability.ts';
import type { VacancySettings } from '#domain/shift.ts';
import type { Weekday } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { said, useKeepProfile, useProfile } from '#web/features/profile/profile.ts';
import { chosenSchoolsQuery } from '#web/features/schools/offered.ts';
import { useSession } from '#web/features/session.ts';
import { showToast } from '#web/ui/toast.ts';

/** The words of each choice of a day. */
export const choiceWords: Record<AvailabilityValue, string> = {
  unavailable: 'Unavailable',
  morning: 'Morning',
  afternoon: 'Afternoon',
  all_day: 'All Day',
};

export type GridColumns = ReturnType<typeof enabledColumns>;

/** The week being edited, against the one that is saved. */
export type WeekForm = {
  /** What the grid shows, once it shows anything. */
  week: Week;
  /** Nothing is saved and nothing is chosen: no day says anything yet. */
  isBlank: boolean;
  /** Whether a week was ever saved; until then no day is ruled out. */
  isSaved: boolean;
  dirty: boolean;
  choose: (day: Weekday, value: AvailabilityValue) => void;
  copyMonday: () => void;
  revert: () => void;
  save: () => void;
  saving: boolean;
  error: unknown;
};

/** What the grid needs before it can be shown: the saved week, and the schools whose shifts are its columns. */
export function useWeekData() {
  const profile = useProfile();
  const schools = useQuery(chosenSchoolsQuery);
  const settings = (schools.data ?? [])
    .filter((school) => school.isActive)
    .flatMap((school): VacancySettings[] => (school.vacancySettings ? [school.vacancySettings] : []));
  return {
    profile: profile.data,
    schools: schools.data ?? [],
    columns: enabledColumns(settings),
    isPending: profile.isPending || schools.isPending,
    error: profile.error ?? schools.error,
    retry: () => void Promise.all([profile.refetch(), schools.refetch()]),
  };
}

/** Edits the weekly grid; it differs from the saved one exactly while there is something to save. */
export function useWeekForm(profile: User): WeekForm {
  const stored = parseGeneralAvailability(profile.generalAvailability ?? null);
  const saved = stored ?? everyDay('unavailable');
  const [edited, setEdited] = useState<Week | null>(null);
  const saving = useSaveWeek();
  const week = edited ?? saved;
  const dirty = edited !== null && (stored === null || !isSameWeek(edited, stored));
  const change = (next: Week) => {
    if (!saving.isPending) setEdited(next);
  };
  return {
    week,
    isBlank: stored === null && edited === null,
    isSaved: stored !== null,
    dirty,
    choose: (day, value) => change({ ...week, [day]: value }),
    copyMonday: () => change(mondayOnWeekdays(week)),
    revert: () => {
      setEdited(null);
      saving.reset();
    },
    save: () => {
      if (dirty && !saving.isPending) saving.mutate(week, { onSuccess: () => setEdited(null) });
    },
    saving: saving.isPending,
    error: saving.isPending ? null : saving.error,
  };
}

function useSaveWeek() {
  const { id } = useSession();
  const queries = useQueryClient();
  const keep = useKeepProfile();
  return useMutation({
    mutationFn: (week: Week) =>
      call(updateGeneralAvailability, { params: { id }, body: { generalAvailability: JSON.stringify(week) } }),
    onSuccess: async (user) => {
      showToast({ title: 'Availability saved', text: 'Schools see your week when they look for somebody.' });
      await Promise.all([keep(user), queries.invalidateQueries({ queryKey: ['vacancies'] })]);
    },
    onError: (error) =>
      showToast({
        title: 'Failed to update',
        text: said(error) ?? 'Failed to save general availability',
        destructive: true,
      }),
  });
}
