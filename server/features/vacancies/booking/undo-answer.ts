import type { undoAnswer as undoCall } from '#contract/vacancy-moves.ts';
import { mayWorkAt } from '#domain/permissions.ts';
import { transition } from '#domain/vacancy.ts';
import { notAllowed, refusedAs } from '#server/core/refused.ts';
import { sql, type Tx } from '#server/db/database.ts';
import type { EndedRequest } from '#server/features/vacancies/vacancy/held-answers.ts';
import { moveVacancy } from '#server/features/vacancies/vacancy/move.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { bookedAt, vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { lockVacancies, possible, writeMove } from '#server/features/vacancies/vacancy/store.ts';
import { lockSubstitute, type Substitute } from '#server/features/vacancies/vacancy/substitutes.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

type UndoCall = CallInTx<typeof undoCall>;

/**
 * Undoes the caller's own answer while its notifications wait: the request is pending again, and so are the requests
 * that ended because its substitute was booked. No one is notified of the answer. For a multi-day job, it restores all
 * days or none. It isn't limited: each undo needs an answer, and those are.
 *
 * @throws {Refused} undo_too_late if people were notified, or if something changed since
 */
export async function undoAnswer(call: UndoCall, tx: Tx): ReplyTo<typeof undoCall> {
  const { id } = call.params;
  // Locks people before vacancies, and reads the rows again under the locks.
  const [first, ...others] = await heldRequests(tx, id);
  // A plan doesn't answer requests for this class, and is undone as a whole.
  const answered = first?.vacancyId === id ? first : undefined;
  const substitute = answered === undefined ? null : await lockSubstitute(tx, answered.by);
  await lockVacancies(tx, [id, ...others.map(({ vacancyId }) => vacancyId)]);
  await moveVacancy(tx, call, {
    id,
    action: 'vacancy.undo',
    event: (row) => possible(undoOf(row, answered, call.now)),
    refuse: async (row) => {
      await takeBack(tx, call, id);
      if (answered === undefined || !(await isUnchanged(tx, answered))) throw refusedAs('undo_too_late');
      await refuseUnavailable(tx, row, substitute);
    },
  });
  if (answered !== undefined) await restoreMessage(tx, answered);
  for (const other of others) {
    const isRestored = await restoreRequest(tx, call, other, other.isAnswered === true ? substitute : undefined);
    if (!isRestored && other.isAnswered === true) throw refusedAs('undo_too_late');
  }
  return present(tx, id, call);
}

async function heldRequests(tx: Tx, vacancyId: number): Promise<EndedRequest[]> {
  const [held] = await tx.query<{ requests: EndedRequest[] }>(sql`select requests from held_answers
    where vacancy_id = ${vacancyId}`);
  return held?.requests ?? [];
}

function undoOf(row: VacancyRow, request: EndedRequest | undefined, now: Date) {
  if (request === undefined) throw refusedAs('undo_too_late');
  return transition(row, { type: 'undo', request: { by: request.by, at: new Date(request.at) } }, now);
}

/** Deletes the notifications that wait. */
async function takeBack(tx: Tx, { actor }: UndoCall, vacancyId: number): Promise<void> {
  const [held] = await tx.query<{ actorId: number }>(sql`delete from held_answers where vacancy_id = ${vacancyId}
    returning actor_id as "actorId"`);
  if (held === undefined) throw refusedAs('undo_too_late');
  if (held.actorId !== actor.id) throw notAllowed('Only the person who answered can undo it.');
}

/** Returns whether nothing has happened to the vacancy since the request ended. */
async function isUnchanged(tx: Tx, { vacancyId, cause }: EndedRequest): Promise<boolean> {
  const [last] = await tx.query<{ cause: string }>(sql`select 'vacancy:' || vacancy_id || ':' || id as cause
    from vacancy_history where vacancy_id = ${vacancyId}
      and kind not in ('seen', 'notified', 'offered_again', 'declined', 'undeclined')
    order by id desc limit 1`);
  return last !== undefined && last.cause === cause;
}

async function refuseUnavailable(tx: Tx, row: VacancyRow, substitute: Substitute | null): Promise<void> {
  if (substitute === null || !mayWorkAt(substitute, row.schoolId)) throw refusedAs('undo_too_late');
  if (row.status !== 'open') return;
  if ((await bookedAt(tx, [substitute.id], row.startsAt, row.endsAt)).size > 0) throw refusedAs('undo_too_late');
}

/**
 * Makes another request of the same substitute pending again, if nothing has happened to its vacancy since. Returns
 * whether it did. With `answered`, it was answered as a day of a job, and its substitute must still be free.
 *
 * @throws {Refused} undo_too_late with `answered`, if they aren't
 */
export async function restoreRequest(
  tx: Tx,
  call: Pick<UndoCall, 'now' | 'actor' | 'config'>,
  request: EndedRequest,
  answered?: Substitute | null,
): Promise<boolean> {
  const [row] = await vacanciesOf(tx, [request.vacancyId], null, call.now);
  if (row === undefined || !(await isUnchanged(tx, request))) return false;
  if (answered === undefined && row.status !== 'open') return false;
  if (answered !== undefined) await refuseUnavailable(tx, row, answered);
  const move = undoOf(row, request, call.now);
  if (!move.ok) return false;
  await writeMove(tx, answered === undefined ? { ...call, actor: null } : call, row, move);
  await restoreMessage(tx, request);
  return true;
}

async function restoreMessage(tx: Tx, { vacancyId, message }: EndedRequest): Promise<void> {
  if (message !== null)
    await tx.execute(sql`update vacancies set request_message = ${message} where id = ${vacancyId}`);
}
