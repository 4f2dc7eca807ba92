import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { getVacancy, type Vacancy } from '#contract/vacancies.ts';
import { undoSeconds } from '#domain/undo.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { isConflict, isGone } from '#web/features/vacancies/move/conflict.ts';
import { type AnsweredRows, useAnsweringList } from '#web/ui/use-answered-rows.tsx';
import { leaveCard } from '#web/features/vacancies/card/leave-card.ts';
import { type VacancyPages, vacancyQuery } from '#web/features/vacancies/queries.ts';
import { showFocusAfterBack } from '#web/ui/focus-heading.ts';
import { showToast } from '#web/ui/toast.ts';

/**
 * Shows a failure in a toast. A lost race (409) is shown where it happened, in a card or dialog that stays, and the
 * vacancy's row is updated.
 */
export function tellFailure(
  queries: QueryClient,
  vacancyId: number,
  sentence?: (reason: string, isLost: boolean) => string,
  tellsConflicts = false,
) {
  return (error: Error) => {
    const isLost = isConflict(error);
    const reason = sentenceOf(error);
    if (isLost) void refreshRow(queries, vacancyId);
    if (tellsConflicts || !isLost)
      showToast({ title: 'Error', text: sentence?.(reason, isLost) ?? reason, destructive: true });
  };
}

/**
 * Refetches one vacancy and updates it in the lists and its dialog. If it is no longer accessible, it stays until they
 * are refetched. Returns its status, or undefined if that is unknown.
 */
async function refreshRow(queries: QueryClient, id: number): Promise<Vacancy['status'] | 'gone' | undefined> {
  void changed(queries, 'counts');
  const now = await call(getVacancy, { params: { id } }).catch((error: unknown) =>
    isGone(error) ? 'gone' : undefined,
  );
  if (typeof now !== 'object') return now;
  queries.setQueryData(vacancyQuery(id).queryKey, now);
  queries.setQueriesData<VacancyPages>(
    { queryKey: ['vacancies', 'list'] },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, rows: page.rows.map((row) => (row.id === id ? now : row)) })),
      },
  );
  return now.status;
}

/**
 * Shows in a row that leaves its list why the move failed. Someone else's answer would take the reason along. A row
 * that may still be in its list keeps its buttons.
 */
async function keepReason(queries: QueryClient, list: AnsweredRows, { id, status }: Vacancy, outcome: string) {
  const now = await refreshRow(queries, id);
  if (now === undefined || now === status) list.drop(id);
  else list.answer(id, { outcome });
}

/** Returns the Undo of a toast about a vacancy. If it fails, another toast says why. */
export function undoByToast(queries: QueryClient, vacancyId: number, undo: () => Promise<unknown>) {
  const act = () =>
    void undo()
      .catch(tellFailure(queries, vacancyId, undefined, true))
      .then(() => changed(queries, 'vacancies'));
  return { duration: undoSeconds.offered * 1000, action: { label: 'Undo', act } };
}

type Said = { title: string; text: string };

type Move<Input> = {
  make: (input: Input) => Promise<unknown>;
  done: Said | ((reply: unknown, input: Input) => Said);
  /** Returns the toast for a failure, given the server's sentence and whether it was a lost race. */
  failed?: (reason: string, isLost: boolean) => string;
  /** The toast also shows a lost race, because a dialog has no card to show it in. */
  tellsConflicts?: boolean;
  /** Closes the dialog in which the move was confirmed. */
  close?: () => void;
  /** The text that replaces the card afterward. Without it, the card disappears. */
  outcome?: string;
  /** Undoes the move: from the card's place, or from the toast if the card has no place to show it. */
  undo?: () => Promise<unknown>;
  /** Shown below the outcome. */
  more?: ReactNode;
};

/**
 * Returns a move that takes the vacancy out of its list. If there is an outcome and the list keeps answered rows, the
 * card stays in place and shows it. Otherwise it fades, and focus moves on.
 */
export function useMove<Input = void>(
  vacancy: Vacancy,
  { make, done, failed, tellsConflicts, close, outcome, undo, more }: Move<Input>,
) {
  const queries = useQueryClient();
  const list = useAnsweringList();
  return useCommand({
    send: make,
    before: () => outcome !== undefined && list?.hold(vacancy.id),
    toast: (reply, input) => ({
      ...(typeof done === 'function' ? done(reply, input) : done),
      about: vacancy.id,
      ...(list === null && undo && undoByToast(queries, vacancy.id, undo)),
    }),
    onDone: async () => {
      if (list !== null && outcome !== undefined) {
        list.answer(vacancy.id, {
          outcome,
          more,
          ...(undo && { undo: () => undo().then(() => changed(queries, 'vacancies')) }),
        });
        await changed(queries, 'vacancies');
        return;
      }
      // Focus can move to the next card only once the page behind the dialog is no longer inert.
      if (close) flushSync(close);
      const showAgain = await leaveCard(vacancy.id);
      await changed(queries, 'vacancies');
      showAgain();
      showFocusAfterBack();
    },
    failed: (error) => {
      if (outcome === undefined || list === null || !isConflict(error)) {
        if (outcome !== undefined) list?.drop(vacancy.id);
        tellFailure(queries, vacancy.id, failed, tellsConflicts)(error);
        return;
      }
      void keepReason(queries, list, vacancy, error.sentence);
    },
  });
}
