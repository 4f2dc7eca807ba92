import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Closure, schoolDayFrom } from '#domain/closure.ts';
import { localDate } from '#domain/time.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { absenceDrafts, quickDrafts } from '#web/features/vacancies/post/absence-draft.ts';
import {
  absenceSchema,
  beginningAbsence,
  chosenDays,
  isForToday,
  proposedValues,
  shiftsOf,
  type Absence,
  type AbsenceValues,
} from '#web/features/vacancies/post/absence-form.ts';
import { ownSchoolQuery } from '#web/features/vacancies/post/absence-queries.ts';
import { proposalQuery } from '#web/features/vacancies/post/proposal-query.ts';
import { isAlreadyAbsent, useCreateVacancy, type PostingWords } from '#web/features/vacancies/move/changes.ts';
import { isUploading } from '#web/features/vacancies/plans/uploading.ts';
import { useAbsenceForm } from '#web/features/vacancies/post/use-absence-form.ts';
import { useNow } from '#web/words/use-now.ts';

/** The day that a teacher is out, if they chose it before the form opened. */
export type QuickDay = 'today' | 'next';

type PostingInput = {
  userId: number;
  ownSchool: { id: number; timeZone: string };
  /** The absent teacher, if it isn't the poster. It is null until one is chosen. */
  teacherId?: number | null;
  /** An administrator posts a job without an absent teacher. */
  isExtraHands?: boolean;
  /** The form starts with the full proposal for this day. */
  quick?: QuickDay;
  words: PostingWords;
  onPosted: () => void;
};

/** An absence being written and posted. Typed text survives a failure, another screen and a reload. */
export function usePosting({
  userId,
  ownSchool,
  teacherId,
  isExtraHands = false,
  quick,
  words,
  onPosted,
}: PostingInput) {
  const now = useNow();
  const today = localDate(now, ownSchool.timeZone);
  const create = useCreateVacancy(words);
  const school = useQuery(ownSchoolQuery(ownSchool.id));
  const closures = school.data?.closures ?? [];
  const proposal = useQuery({ ...proposalQuery(teacherId ?? null, today), enabled: teacherId !== null });
  const [draft] = useState(() => (quick === undefined ? absenceDrafts(userId) : quickDrafts(userId, quick + today)));
  // Before an administrator has chosen a teacher, whose proposal sets the day, the form also opens on a school day.
  const firstDay = teacherId === undefined ? today : schoolDayFrom(today, closures);
  const isWholeProposal = proposal.data !== undefined && (quick !== undefined || teacherId !== undefined);
  const record = useVersions(
    isWholeProposal
      ? proposedValues(proposal.data, today, quick !== 'next')
      : beginningAbsence(firstDay, proposal.data, shiftsOf(school.data)),
  );
  const form = useAbsenceForm({
    record,
    valuesOf: ({ version: _version, ...values }) => values,
    isProposal: true,
    // An administrator chooses the teacher again, and the form then proposes the class.
    keepsDraft: teacherId === undefined,
    today,
    closures,
    pending: create.isPending,
    draft: { keep: draft.keep, read: () => stillValid(draft.read(), today) },
  });
  useProposedUrgency(form, isWholeProposal && form.version === record.version, today, closures);
  useTodaysUrgency(form, !isWholeProposal, today, closures);
  const attemptFor = useAttempts(draft);

  const publish = async (postAnyway = false) => {
    if (create.isPending || !form.accepts()) return;
    const absence = absenceSchema(today, closures).parse(form.values);
    const dates = chosenDays(absence, closures);
    const { asOneJob } = absence;
    const body = {
      ...bodyOf(absence, isExtraHands),
      ...(typeof teacherId === 'number' ? { teacherId } : {}),
      ...(postAnyway && { postAnyway }),
    };
    try {
      await create.mutateAsync({ body, dates, asOneJob, attempt: attemptFor({ ...body, dates, asOneJob }) });
      form.revert();
      draft.keep(null);
      onPosted();
    } catch (error) {
      if (error instanceof Error) form.refuse(error);
    }
  };
  // The absence can be posted once the teacher and their proposed class are known.
  const isWaiting = !isExtraHands && (teacherId === null || proposal.isPending);
  const { variables: sent } = create;
  const isOutdated =
    isAlreadyAbsent(create.error) &&
    sent !== undefined &&
    whenOf(sent.body, sent.dates) !==
      whenOf({ ...form.values, teacherId, isExtraHands }, chosenDays(form.values, closures));
  return {
    form,
    school,
    proposal,
    closures,
    shifts: shiftsOf(school.data),
    today,
    now,
    /** The error of the last attempt. "Already absent" is about the days and times that were sent. */
    error: isOutdated ? null : create.error,
    isPending: create.isPending,
    /** The absent teacher, or the contact of extra hands. It is null until an administrator has chosen one. */
    teacherId: teacherId === undefined || isExtraHands ? userId : teacherId,
    isExtraHands,
    /** Posts it even though the teacher is already absent at that time. */
    postAnyway: () => void publish(true),
    submit: () => {
      if (!isWaiting) void publish();
    },
  };
}

/**
 * Returns a draft that can still be posted: not for a past date, and without uploads that ended when the page closed.
 */
function stillValid(kept: AbsenceValues | null, today: string): AbsenceValues | null {
  return (
    kept && {
      ...kept,
      date: kept.date < today ? today : kept.date,
      planFileIds: kept.planFileIds.filter((id) => !isUploading(id)),
    }
  );
}

/** Returns what the call that posts an absence sends about its class and its offers. */
function bodyOf(absence: Absence, isExtraHands: boolean) {
  const {
    date: _first,
    severalDays: _several,
    lastDate: _last,
    leftOut: _leftOut,
    added: _added,
    asOneJob: _asOneJob,
    notifyAllSubstitutes,
    selectedSubstitutes,
    offerFirst,
    absenceReason,
    planFileIds,
    ...fields
  } = absence;
  return {
    ...fields,
    status: 'open' as const,
    sendNotifications: notifyAllSubstitutes || selectedSubstitutes.length > 0,
    sendSMS: absence.isUrgent,
    ...(notifyAllSubstitutes ? {} : { targetSubstituteIds: selectedSubstitutes }),
    ...(notifyAllSubstitutes && offerFirst.length > 0 && { offerFirstTo: offerFirst }),
    planFileIds,
    ...(isExtraHands ? { isExtraHands } : { absenceReason }),
  };
}

type When = Pick<Absence, 'startTime' | 'endTime'> & {
  teacherId?: number | null | undefined;
  isExtraHands?: boolean | undefined;
};

/** Returns who is absent and when, as a text to compare. */
function whenOf({ teacherId, isExtraHands, startTime, endTime }: When, dates: readonly string[]): string {
  return JSON.stringify([teacherId ?? null, isExtraHands ?? false, startTime, endTime, dates]);
}

/** Keeps a proposed urgency in step with the days of the form, until the person decides it. */
function useProposedUrgency(
  { values, set, dirty }: Pick<ReturnType<typeof useAbsenceForm>, 'values' | 'set' | 'dirty'>,
  isProposed: boolean,
  today: string,
  closures: readonly Closure[],
): void {
  const isToday = isForToday(values, today, closures);
  const [before, setBefore] = useState({ isProposed, isToday, isDecided: false });
  const isSameDay = before.isProposed === isProposed && before.isToday === isToday;
  const isDecided = isProposed && dirty && (before.isDecided || (isSameDay && values.isUrgent !== isToday));
  if (isSameDay && isDecided === before.isDecided) return;
  setBefore({ isProposed, isToday, isDecided });
  if (isProposed && before.isProposed && !isDecided) set({ isUrgent: isToday });
}

/** Urgency that a person chose for today goes when the absence moves to another day, and returns with today. */
function useTodaysUrgency(
  { values, set }: Pick<ReturnType<typeof useAbsenceForm>, 'values' | 'set'>,
  isChosen: boolean,
  today: string,
  closures: readonly Closure[],
): void {
  const isToday = isForToday(values, today, closures);
  const [before, setBefore] = useState({ isChosen, isToday, wasUrgent: false });
  if (before.isChosen === isChosen && before.isToday === isToday) return;
  const isSameForm = isChosen && before.isChosen;
  setBefore({ isChosen, isToday, wasUrgent: isSameForm && !isToday && values.isUrgent });
  if (isSameForm && (isToday ? before.wasUrgent : values.isUrgent)) set({ isUrgent: isToday });
}

/** Returns the values with a version that grows whenever they differ from those before. */
function useVersions(values: AbsenceValues): AbsenceValues & { version: number } {
  const [current, setCurrent] = useState({ values, version: 1 });
  if (JSON.stringify(values) !== JSON.stringify(current.values)) setCurrent({ values, version: current.version + 1 });
  return { ...current.values, version: current.version };
}

export type PostingState = ReturnType<typeof usePosting>;
