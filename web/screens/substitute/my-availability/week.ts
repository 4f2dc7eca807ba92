import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { User } from '#contract/person.ts';
import { updateGeneralAvailability } from '#contract/users.ts';
import {
  type AvailabilityValue,
  enabledColumns,
  everyDay,
  mondayOnWeekdays,
  parseGeneralAvailability,
  type Week,
} from '#domain/availability.ts';
import type { VacancySettings } from '#domain/shift.ts';
import { weekdays, type Weekday } from '#domain/time.ts';
import { call } from '#web/api/client.ts';
import { hasNothing } from '#web/api/refusal.ts';
import { useCommand } from '#web/api/use-command.ts';
import { said, useKeepProfile, useProfile } from '#web/session/profile.ts';
import { chosenSchoolsQuery } from '#web/features/schools/offered.ts';
import { useSession } from '#web/session/session.ts';
import { useForm } from '#web/ui/use-form.ts';
import { choiceWords } from '#web/words/availability.ts';

export type GridColumns = ReturnType<typeof enabledColumns>;

/** The edited week and the saved one. */
export type WeekForm = {
  /** The grid's contents, once loaded. */
  week: Week;
  /** No week is saved or selected, so all days are blank. */
  isBlank: boolean;
  /** Whether a week was ever saved. Until then, no day is ruled out. */
  isSaved: boolean;
  dirty: boolean;
  /** Says that the day was also changed in another window, and asks which value to keep. */
  noteOf: (day: Weekday) => ReactNode;
  choose: (day: Weekday, value: AvailabilityValue) => void;
  copyMonday: () => void;
  revert: () => void;
  save: () => void;
  saving: boolean;
  error: unknown;
};

/** Returns the grid's data: the saved weekly availability, and the schools whose shifts are its columns. */
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
    /** A failed refresh doesn't remove the form, which may have unsaved changes. */
    error: [profile, schools].find(hasNothing)?.error ?? null,
    retry: () => void Promise.all([profile.refetch(), schools.refetch()]),
  };
}

const weekOf = ({ generalAvailability }: User): Week =>
  parseGeneralAvailability(generalAvailability ?? null) ?? everyDay('unavailable');

/** Edits the weekly availability. It differs from the saved one exactly while there is something to save. */
export function useWeekForm(profile: User): WeekForm {
  const saving = useSaveWeek();
  const form = useForm({
    record: profile,
    valuesOf: weekOf,
    names: weekdays,
    check: () => ({}),
    idOf: (day) => `availability-${day}`,
    inWords: (day, theirs) => `to ${choiceWords[theirs[day]]}`,
    others: 'in another window',
    pending: saving.isPending,
  });
  /** There are no unsaved changes, so a week that was never saved is still blank. */
  const [isChosen, setChosen] = useState(false);
  const isSaved = parseGeneralAvailability(profile.generalAvailability ?? null) !== null;
  const dirty = isSaved ? form.dirty : isChosen;
  const { values: week, version } = form;
  const change = (next: Partial<Week>) => {
    form.set(next);
    setChosen(true);
  };
  return {
    week,
    isBlank: !isSaved && !isChosen,
    isSaved,
    dirty,
    noteOf: (day) => form.field(day).error,
    choose: (day, value) => change({ [day]: value }),
    copyMonday: () => change(mondayOnWeekdays(week)),
    revert: () => {
      form.revert();
      setChosen(false);
      saving.reset();
    },
    save: () => {
      if (!dirty || saving.isPending || !form.accepts()) return;
      const onSuccess = (user: User) => {
        form.saved(user, week);
        setChosen(false);
      };
      saving.mutate({ week, version }, { onSuccess, onError: form.refuse });
    },
    saving: saving.isPending,
    error: saving.isPending ? null : saving.error,
  };
}

function useSaveWeek() {
  const { id } = useSession();
  const keep = useKeepProfile();
  return useCommand({
    send: ({ week, version }: { week: Week; version: number | undefined }) =>
      call(updateGeneralAvailability, { params: { id }, body: { generalAvailability: JSON.stringify(week), version } }),
    toast: { title: 'Availability saved', text: 'Schools see it when they need a substitute.' },
    onDone: keep,
    changes: ['vacancies'],
    failed: (error) => ({ title: 'Failed to update', text: said(error) ?? 'Failed to save general availability' }),
  });
}
