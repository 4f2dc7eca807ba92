import type { updateVacancy as updateVacancyCall, VacancyChanges } from '#contract/vacancy-moves.ts';
import { daysInWords } from '#domain/job-days.ts';
import { changeOfClass } from '#domain/seen-class.ts';
import type { Tx } from '#server/db/database.ts';
import { approveRequest, rejectRequest } from '#server/features/vacancies/booking/answer-request.ts';
import { editVacancy } from '#server/features/vacancies/posting/edit-vacancy.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { refuseLate, requestVacancy } from '#server/features/vacancies/booking/request-vacancy.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import type { ActingCall } from '#server/features/vacancies/vacancy/store.ts';
import { notAllowed, Refused, wrongField } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** PATCH of a vacancy: a request, an approval, a rejection or an edit, distinguished by its fields. */
export async function updateVacancy(call: Call<typeof updateVacancyCall>): ReplyTo<typeof updateVacancyCall> {
  const { id } = call.params;
  const change = changeOf(call.body, call.actor.id);
  if (call.body.status === 'pending_approval') await refuseLate(call.db, call, id);
  return call.db.inTransaction(async (tx) => {
    await change(tx, call, id);
    return present(tx.last, id, call);
  });
}

type Change = (tx: Tx, call: ActingCall, id: number) => Promise<void>;

function changeOf(body: VacancyChanges, callerId: number): Change {
  switch (body.status) {
    case 'pending_approval':
      return requestOf(body, callerId);
    case 'filled':
      return approvalOf(body);
    case 'open':
      return rejectionOf(body);
    case undefined:
      return editOf(body);
  }
}

/** The server sets `requestedById` and `requestedAt`. Sent values are checked but not used. */
function requestOf(body: VacancyChanges, callerId: number): Change {
  onlyThese(body, ['status', 'requestedById', 'requestedAt', 'additionalNotes', 'seen']);
  if ((body.requestedById ?? callerId) !== callerId) throw notAllowed('You can request a vacancy only for yourself.');
  return async (tx, call, id) => {
    const days = await requestVacancy(tx, call, id, body.additionalNotes ?? null);
    refuseMoved(body.seen, id, days);
  };
}

/**
 * No one requests a class on a day, at a time or in a job that they haven't seen.
 *
 * @throws {Refused} vacancy_moved with how it has changed.
 */
function refuseMoved(seen: VacancyChanges['seen'], id: number, days: readonly VacancyRow[]): void {
  const own = days.find((day) => day.id === id);
  if (seen === undefined || own === undefined) return;
  const { date, startTime, endTime } = own;
  const together = daysInWords(days.map((day) => day.date).toSorted());
  const change = changeOfClass(seen, { date, startTime, endTime, together });
  if (change !== null) throw new Refused('vacancy_moved', `${change} If you can still come, request it again.`);
}

function approvalOf(body: VacancyChanges): Change {
  onlyThese(body, ['status', 'substituteId']);
  const { substituteId } = body;
  if (typeof substituteId !== 'number')
    throw wrongField('substituteId', 'Name the substitute whose request you approve.');
  return (tx, call, id) => approveRequest(tx, call, id, substituteId, { canUndo: true });
}

function rejectionOf(body: VacancyChanges): Change {
  onlyThese(body, ['status', 'requestedById', 'requestedAt', 'substituteId']);
  for (const field of ['requestedById', 'requestedAt', 'substituteId'] as const) {
    if ((body[field] ?? null) !== null) throw wrongField(field, 'When a request is rejected, this must be null.');
  }
  return (tx, call, id) => rejectRequest(tx, call, id, { canUndo: true });
}

function editOf(body: VacancyChanges): Change {
  const { status: _status, version, saveAnyway, substituteId, requestedById, requestedAt, seen, ...edit } = body;
  for (const [field, value] of Object.entries({ substituteId, requestedById, requestedAt, seen })) {
    if (value !== undefined)
      throw wrongField(field, "You can't edit this. It changes with a request, an approval or an assignment.");
  }
  if (Object.values(edit).every((value) => value === undefined))
    throw new Refused('bad_input', 'There is nothing to change.');
  return (tx, call, id) => editVacancy(tx, call, id, edit, { version, saveAnyway });
}

function onlyThese(body: VacancyChanges, allowed: readonly (keyof VacancyChanges)[]): void {
  const known: readonly string[] = allowed;
  const other = Object.entries(body).find(([field, value]) => value !== undefined && !known.includes(field));
  if (other) throw wrongField(other[0], "You can't change this together with the status.");
}
