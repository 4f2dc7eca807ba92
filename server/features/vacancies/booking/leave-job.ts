import type { leaveJob as leaveCall } from '#contract/job-days.ts';
import { daysInWords } from '#domain/job-days.ts';
import { type HistoryEntry, transition } from '#domain/vacancy.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { passOn } from '#server/features/vacancies/dispatch/dispatch.ts';
import { releaseHeldAnswer } from '#server/features/vacancies/vacancy/held-answers.ts';
import { isJobDay } from '#server/features/vacancies/vacancy/job-days.ts';
import { plannedMove } from '#server/features/vacancies/vacancy/move.ts';
import { offerUncounted } from '#server/features/vacancies/dispatch/offer.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { vacanciesOf, wasOffered } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { type Mover, possible, record } from '#server/features/vacancies/vacancy/store.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/**
 * Takes one day out of its job: it becomes a single vacancy and keeps its substitute or request, if any. If it is open
 * and the job was offered, it is offered alone, also to those who couldn't take the whole job.
 *
 * @throws {Refused} not_in_job; vacancy_over
 */
export async function leaveJob(call: CallInTx<typeof leaveCall>, tx: Tx): ReplyTo<typeof leaveCall> {
  const { id } = call.params;
  const { now } = call;
  const { before: row, move } = await plannedMove(tx, call, {
    id,
    action: 'vacancy.leaveJob',
    event: (seen) => possible(transition({ ...seen, isJobDay: isJobDay(seen) }, { type: 'leaveJob' }, now)),
  });
  await releaseHeldAnswer(tx, call, id);
  await takeOutOfJob(tx, call, row, move.history);
  if (row.status === 'open' && (await wasOffered(tx, id))) {
    await passOn(tx, call, row);
    const [alone = row] = await vacanciesOf(tx, [id], null, now);
    const { sendEmail = true, sendSMS = false } = row.notificationPreferences ?? {};
    const round = { among: row.targetSubstituteIds, sendEmail, sendSms: sendSMS };
    await offerUncounted(tx, call, alone, round, { nth: 1, of: 1 });
  }
  return present(tx, id, call);
}

/** Makes a locked day of a job a single vacancy, with a line of history. */
export async function takeOutOfJob(
  tx: Tx,
  mover: Mover,
  row: VacancyRow,
  history: readonly HistoryEntry[] = [{ kind: 'edited', substituteId: null }],
): Promise<void> {
  await tx.execute(sql`update vacancies set left_job_id = job_id, job_id = null, updated_at = ${mover.now}
    where id = ${row.id}`);
  const dates = daysInWords((row.jobDays ?? []).map(({ date }) => date)) ?? '';
  await record(tx, mover, row, history, { changes: [`Taken out of the job of ${dates}`] });
}
