import type { carryOutPlan as carryOutCall, undoPlan as undoCall } from '#contract/day-plan.ts';
import { jobChangedBecause } from '#domain/day-plan.ts';
import { can } from '#domain/permissions.ts';
import { refusal } from '#domain/refusal.ts';
import { undoSeconds } from '#domain/undo.ts';
import { transition } from '#domain/vacancy.ts';
import { idsOf } from '#server/core/ids.ts';
import { notAllowed, Refused, refusedAs } from '#server/core/refused.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { uncountOffers } from '#server/features/vacancies/dispatch/dispatch.ts';
import { eligibleSubstitutes } from '#server/features/vacancies/candidates/eligible.ts';
import { fill, lockForFill, notifyOfBooking } from '#server/features/vacancies/booking/fill.ts';
import {
  type EndedRequest,
  type Hold,
  holdAnswer,
  isOfferHeld,
  releaseHeldAnswers,
} from '#server/features/vacancies/vacancy/held-answers.ts';
import { moveVacancy } from '#server/features/vacancies/vacancy/move.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { isPressing } from '#server/features/vacancies/vacancy/notifications.ts';
import { offer } from '#server/features/vacancies/dispatch/offer.ts';
import { otherOpenDays } from '#server/features/vacancies/vacancy/job-days.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { lockedVacancy, lockVacancies, possible, record, writeMove } from '#server/features/vacancies/vacancy/store.ts';
import { lockSubstitute } from '#server/features/vacancies/vacancy/substitutes.ts';
import { restoreRequest } from '#server/features/vacancies/booking/undo-answer.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';
import type { NewNotification } from '#server/notifications/notify.ts';

type CarryOut = CallInTx<typeof carryOutCall>;
type Line = CarryOut['body']['lines'][number];

/** How many classes one person may send with plans in an hour. Each day of a job counts. */
const planned = { most: 300, windowSeconds: 3600 };

/**
 * Offers or assigns each line of a plan, in one transaction. A line for a multi-day job is for all its remaining days.
 * The notifications wait until the plan can no longer be undone.
 *
 * @throws {Refused} plan_stale with a message for each class that has changed (then nothing is written); not_found,
 *   not_allowed
 */
export async function carryOutPlan(call: CarryOut, tx: Tx): ReplyTo<typeof carryOutCall> {
  const { actor, body, now } = call;
  const { lines } = body;
  const times = lines.flatMap((line) => [line, ...line.others]).length;
  const limit = { key: `plans-by:${actor.id}`, ...planned, times };
  await countAttempt(tx, limit, now);
  const rows = await lockedRows(tx, call, lines);
  const stale: Record<string, string> = {};
  for (const line of lines) {
    const row = rows.get(line.vacancyId);
    if (row === undefined) continue;
    const because = await staleBecause(tx, row, line, call);
    if (because !== null) stale[String(line.vacancyId)] = because;
  }
  if (Object.keys(stale).length > 0)
    throw new Refused('plan_stale', staleSentence(Object.keys(stale).length), { fields: stale });
  for (const line of lines) {
    const row = rows.get(line.vacancyId);
    if (row === undefined) continue;
    const hold: Hold = { notifications: [], requests: [] };
    const held = { ...call, hold };
    await releaseHeldAnswers(tx, call, [row.id]);
    if (body.act === 'offer')
      await offer(tx, held, row, { among: [line.substituteId], sendEmail: true, sendSms: isPressing(row, now) });
    else await assign(tx, held, row, line.substituteId);
    await holdAnswer(tx, call, row.id, hold);
  }
  return { carriedOut: lines.length };
}

/** Locks the people and then the classes, each in the order of their ids, and reads the classes. */
async function lockedRows(tx: Tx, call: CarryOut, lines: readonly Line[]): Promise<Map<number, VacancyRow>> {
  for (const id of lines.map(({ substituteId }) => substituteId).toSorted((a, b) => a - b))
    await lockSubstitute(tx, id);
  const ids = lines.map(({ vacancyId }) => vacancyId);
  await lockVacancies(tx, ids);
  const rows = new Map<number, VacancyRow>();
  for (const id of ids) {
    const row = await lockedVacancy(tx, id, call);
    if (!can(call.actor, 'vacancy.assign', row)) throw notAllowed();
    rows.set(id, row);
  }
  return rows;
}

/** Returns the sentence that says why a line no longer works. Returns null if it does. */
async function staleBecause(tx: Tx, row: VacancyRow, line: Line, { body, now }: CarryOut): Promise<string | null> {
  if (body.lines.some((other) => other !== line && other.substituteId === line.substituteId))
    return 'This substitute is in the plan twice.';
  if (row.deletedAt !== null) return refusal('vacancy_gone').sentence;
  if (row.status === 'pending_approval') return refusal('already_requested').sentence;
  if (row.status !== 'open') return refusal('already_filled').sentence;
  if (row.version !== line.version) return 'This class was edited.';
  const together = await otherOpenDays(tx, row, now);
  const changed = jobChangedBecause({ planned: line.others, together, job: row.jobDays ?? [] });
  if (changed !== null) return changed;
  // The same plan may be open in a second tab or on a colleague's screen.
  if (body.act === 'offer' && (await isOfferHeld(tx, row.id, line.substituteId)))
    return 'We offered this class to this substitute a moment ago.';
  const move = transition(row, { type: 'assign', substituteId: line.substituteId }, now);
  if (!move.ok) return move.refusal.sentence;
  const eligible = await eligibleSubstitutes(tx, row, [line.substituteId], now);
  if (eligible.includes(line.substituteId)) return null;
  const place = together.length === 0 ? 'for this class' : 'on all days of this job';
  return `This substitute is no longer free ${place}.`;
}

function staleSentence(count: number): string {
  const classes = count === 1 ? '1 class has' : `${count} classes have`;
  return `${classes} changed since this plan was made. Nothing was sent. Check the new plan.`;
}

async function assign(tx: Tx, call: CarryOut & { hold: Hold }, row: VacancyRow, substituteId: number): Promise<void> {
  const { substitute, overlapping, locked } = await lockForFill(tx, call, row.id, substituteId);
  const moved = await moveVacancy(tx, call, {
    id: row.id,
    locked,
    action: 'vacancy.assign',
    event: { type: 'assign', substituteId },
    write: (day, move) => fill(tx, call, day, move, overlapping),
  });
  await notifyOfBooking(tx, call, moved, {
    substitute: substitute?.fullName ?? '',
    isConfirmed: false,
    request: null,
  });
}

/**
 * Undoes a plan while its notifications wait: its assigned classes are open again, and its offers are never sent. It
 * isn't limited: each undo needs a plan that was sent, and those are.
 *
 * @throws {Refused} undo_too_late if one of them was already sent, or changed; then nothing is undone
 */
export async function undoPlan(call: CallInTx<typeof undoCall>, tx: Tx): ReplyTo<typeof undoCall> {
  const { body } = call;
  const ids = [...new Set(body.vacancyIds)];
  const before = await tx.query<{ requests: EndedRequest[]; substituteId: number | null }>(sql`
    select h.requests, v.substitute_id as "substituteId"
    from held_answers h join vacancies v on v.id = h.vacancy_id where h.vacancy_id = any(${ids}::bigint[])`);
  // Locks people before vacancies, and reads the rows again under the locks.
  const people = before.flatMap(({ substituteId }) => substituteId ?? []).toSorted((a, b) => a - b);
  for (const id of people) await lockSubstitute(tx, id);
  await lockVacancies(tx, [...ids, ...before.flatMap(({ requests }) => requests.map(({ vacancyId }) => vacancyId))]);
  for (const id of ids) await undoLine(tx, call, id);
}

/** The cause in the history. The Undo of a day's change has none. */
const reason = 'No one was notified.';

async function undoLine(tx: Tx, call: CallInTx<typeof undoCall>, id: number): Promise<void> {
  const row = await lockedVacancy(tx, id, call);
  if (!can(call.actor, 'vacancy.undo', row)) throw notAllowed();
  const [held] = await tx.query<HeldLine>(sql`delete from held_answers
    where vacancy_id = ${id} returning actor_id as "actorId", requests, notifications, due_at as "dueAt"`);
  // An answer to the class's request has a separate Undo.
  if (held === undefined || held.requests.some(({ vacancyId }) => vacancyId === id)) throw refusedAs('undo_too_late');
  if (held.actorId !== call.actor.id) throw notAllowed('Only the person who sent the plan can undo it.');
  const days = [row, ...(await otherDaysSent(tx, row, call))];
  for (const day of days)
    if (row.status === 'open') await record(tx, call, day, [{ kind: 'undone', substituteId: null }], { reason });
    else await undoAssignment(tx, call, day);
  if (row.status === 'open') await uncountOffers(tx, call, idsOf(days), unsentOffer(held));
  for (const request of held.requests) await restoreRequest(tx, call, request);
}

type HeldLine = { actorId: number; requests: EndedRequest[]; notifications: NewNotification[]; dueAt: Date };

/** Returns whom a plan would have offered a class, and when it counted them as offered. */
function unsentOffer({ notifications, dueAt }: HeldLine): { to: number[]; at: Date } {
  const to = notifications.flatMap(({ kind, recipients }) => (kind === 'vacancy_posted' ? recipients : []));
  return { to, at: new Date(dueAt.getTime() - undoSeconds.accepted * 1000) };
}

async function undoAssignment(tx: Tx, call: CallInTx<typeof undoCall>, row: VacancyRow): Promise<void> {
  await writeMove(tx, call, row, possible(transition(row, { type: 'undoAssign' }, call.now)), reason);
  // The assignment counted as a yes to an offer, but wasn't one.
  await tx.execute(sql`update offers set answer = null, answered_at = null
      where vacancy_id = ${row.id} and substitute_id = ${row.substituteId}
    and answer = 'yes' and answered_at = ${row.updatedAt}`);
}

/**
 * Returns the other days of its job that were offered or assigned with a day: at the same moment, by their history. A
 * day that the same substitute already had isn't among them.
 */
async function otherDaysSent(tx: Tx, row: VacancyRow, { now }: Pick<Call, 'now'>): Promise<VacancyRow[]> {
  const others = (row.jobDays ?? []).map(({ id }) => id).filter((id) => id !== row.id);
  if (others.length === 0) return [];
  const kind = row.status === 'open' ? 'notified' : 'assigned';
  const sent = await tx.query<{ id: number }>(sql`
      select distinct h.vacancy_id as id from vacancy_history h
        where h.vacancy_id = any(${others}::bigint[]) and h.kind = ${kind}
      and h.at = (select max(own.at) from vacancy_history own where own.vacancy_id = ${row.id} and own.kind = ${kind})
        order by 1`);
  return vacanciesOf(tx, idsOf(sent), null, now);
}
