import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { localDate } from '#domain/time.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { absenceDrafts } from '#web/features/vacancies/absence-draft.ts';
import { chosenDays, emptyAbsence, sameAbsence, shiftsOf, type Absence } from '#web/features/vacancies/absence-form.ts';
import { ownSchoolQuery } from '#web/features/vacancies/absence-queries.ts';
import { useCreateVacancy, type PostingWords } from '#web/features/vacancies/changes.ts';
import { useAbsenceForm } from '#web/features/vacancies/use-absence-form.ts';
import { useNow } from '#web/features/vacancies/use-now.ts';

type PostingInput = {
  userId: number;
  ownSchool: { id: number; timeZone: string };
  /** Whose absence it is, where it is not the poster's own; null while nobody is chosen. */
  teacherId?: number | null;
  words: PostingWords;
  onPosted: () => void;
};

/** An absence that is being written and then posted. What is typed survives a failure, another screen and a reload. */
export function usePosting({ userId, ownSchool, teacherId, words, onPosted }: PostingInput) {
  const now = useNow();
  const today = localDate(now, ownSchool.timeZone);
  const empty = emptyAbsence(today);
  const [draft, setDraft] = useState(() => absenceDrafts.read(userId));
  const form = useAbsenceForm(
    draft === null ? empty : { ...empty, ...draft, date: draft.date < today ? today : draft.date },
    today,
  );
  const school = useQuery(ownSchoolQuery(ownSchool.id));
  const create = useCreateVacancy(words);
  const attemptFor = useAttempts();

  const { values } = form;
  const isEmpty = sameAbsence(values, empty);
  const kept = JSON.stringify(values);
  useEffect(() => {
    absenceDrafts.keep(userId, isEmpty ? null : values);
    // `kept` says by value what `values`, new with each rendering, holds.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kept, isEmpty, userId]);

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
      form.startOver(empty);
      absenceDrafts.keep(userId, null);
      onPosted();
    } catch (error) {
      form.showRefused(error);
    }
  };
  return {
    form,
    school,
    shifts: shiftsOf(school.data),
    today,
    now,
    isEmpty,
    /** What stands there was written before. */
    isRestored: draft !== null && !isEmpty,
    error: create.error,
    isPending: create.isPending,
    submit: (event: FormEvent<HTMLFormElement>) => {
      if (create.isPending || teacherId === null) event.preventDefault();
      else void form.form.handleSubmit(publish)(event);
    },
    startOver: () => {
      setDraft(null);
      form.startOver(empty);
    },
  };
}

export type PostingState = ReturnType<typeof usePosting>;
