import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { localDate } from '#domain/time.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { absenceDrafts } from '#web/features/vacancies/post/absence-draft.ts';
import {
  absenceSchema,
  chosenDays,
  emptyAbsence,
  shiftsOf,
  type Absence,
  type AbsenceValues,
} from '#web/features/vacancies/post/absence-form.ts';
import { ownSchoolQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { useCreateVacancy, type PostingWords } from '#web/features/vacancies/move/changes.ts';
import { useAbsenceForm } from '#web/features/vacancies/post/use-absence-form.ts';
import { useNow } from '#web/words/use-now.ts';

type PostingInput = {
  userId: number;
  ownSchool: { id: number; timeZone: string };
  /** The absent teacher, if it isn't the poster. Null until one is chosen. */
  teacherId?: number | null;
  words: PostingWords;
  onPosted: () => void;
};

/** An absence being written and posted. Typed text survives a failure, another screen and a reload. */
export function usePosting({ userId, ownSchool, teacherId, words, onPosted }: PostingInput) {
  const now = useNow();
  const today = localDate(now, ownSchool.timeZone);
  const create = useCreateVacancy(words);
  const [draft] = useState(() => absenceDrafts(userId));
  const form = useAbsenceForm({
    record: emptyAbsence(today),
    valuesOf: (values: AbsenceValues) => values,
    today,
    pending: create.isPending,
    draft: {
      keep: draft.keep,
      read: () => {
        const kept = draft.read();
        return kept && { ...kept, date: kept.date < today ? today : kept.date };
      },
    },
  });
  const school = useQuery(ownSchoolQuery(ownSchool.id));
  const attemptFor = useAttempts(draft);

  const publish = async (absence: Absence) => {
    const {
      date: _first,
      severalDays: _several,
      lastDate: _last,
      leftOut: _days,
      notifyAllSubstitutes,
      selectedSubstitutes,
      ...fields
    } = absence;
    const dates = chosenDays(absence);
    const sendNotifications = notifyAllSubstitutes || selectedSubstitutes.length > 0;
    const body = {
      ...fields,
      status: 'open' as const,
      sendNotifications,
      sendSMS: absence.isUrgent,
      ...(notifyAllSubstitutes ? {} : { targetSubstituteIds: selectedSubstitutes }),
      ...(typeof teacherId === 'number' ? { teacherId } : {}),
    };
    try {
      await create.mutateAsync({ body, dates, attempt: attemptFor({ ...body, dates }) });
      form.revert();
      draft.keep(null);
      onPosted();
    } catch (error) {
      if (error instanceof Error) form.refuse(error);
    }
  };
  return {
    form,
    school,
    shifts: shiftsOf(school.data),
    today,
    now,
    error: create.error,
    isPending: create.isPending,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (create.isPending || teacherId === null || !form.accepts()) return;
      void publish(absenceSchema(today).parse(form.values));
    },
  };
}

export type PostingState = ReturnType<typeof usePosting>;
