import type { leaveJob as leaveCall } from '#contract/job-days.ts';
import type {
  cannotCome as cannotComeCall,
  confirmAssignment as confirmCall,
  withdrawRequest as withdrawCall,
} from '#contract/vacancy-moves.ts';
import { daysInWords } from '#domain/job-days.ts';
import { type HistoryEntry, transition } from '#domain/vacancy.ts';
import { type Tx, sql } from '#server/db/database.ts';
import { keepDecline } from '#server/features/vacancies/booking/decline-vacancy.ts';
import { passOn } from '#server/features/vacancies/dispatch/dispatch.ts';
import { releaseHeldAnswers } from '#server/features/vacancies/vacancy/held-answers.ts';
import { countedId, isJobDay } from '#server/features/vacancies/vacancy/job-days.ts';
import { offerAgain, offerUncounted } from '#server/features/vacancies/dispatch/offer.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { moveVacancy, plannedMove } from '#server/features/vacancies/vacancy/move.ts';
import { notifyStaffAbout } from '#server/features/vacancies/vacancy/notifications.ts';
import { vacanciesOf, wasOffered } from '#server/features/vacancies/vacancy/queries.ts';
import { type Mover, possible, record } from '#server/features/vacancies/vacancy/store.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call, ReplyTo, CallInTx } from '#server/http/route.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { currentSession } from '#server/http/session.ts';

/** The context that a substitute's own transition needs from its call or one-tap link. */
type OwnCall = Pick<Call<typeof withdrawCall>, 'db' | 'actor' | 'now' | 'config' | 'session' | 'params'>;

/** What each needs, and the notification that tells the school. */
const moves = {
  withdraw: { action: 'vacancy.withdraw', kind: 'request_withdrawn', admins: 'poster' },
  confirm: { action: 'vacancy.confirm', kind: 'confirmed', admins: 'all' },
  cannotCome: { action: 'vacancy.confirm', kind: 'cannot_come', admins: 'all' },
} as const;

/** How often a person may withdraw a request for one vacancy in a day. */
const withdrawals = { most: 5, windowSeconds: 86_400 };

/** Performs a transition of a substitute's own request or assignment, and notifies the school. */
async function move(
  tx: Tx,
  call: OwnCall,
  type: keyof typeof moves,
  check: (row: VacancyRow) => void = () => {},
): ReturnType<typeof moveVacancy> {
  const { action, kind, admins } = moves[type];
  const moved = await moveVacancy(tx, call, {
    id: call.params.id,
    action,
    event: { type, by: call.actor.id },
    // Each withdrawal notifies the school and stays in the history.
    refuse: async (row) => {
      if (row.id === call.params.id) check(row);
      // A whole job counts once.
      if (type === 'withdraw' && row.id === call.params.id)
        await countAttempt(tx, { key: `withdraw:${call.actor.id}:${countedId(row)}`, ...withdrawals }, call.now);
    },
  });
  const substitute = currentSession(call).user.fullName;
  await notifyStaffAbout(tx, call, moved.row, {
    kind,
    cause: moved.cause,
    teacher: true,
    admins,
    facts: (about) => ({ ...about, substitute }),
  });
  return moved;
}

/** The substitute withdraws their request, which reopens the vacancy. */
export async function withdrawRequest(call: OwnCall): ReplyTo<typeof withdrawCall> {
  return call.db.inTransaction(async (tx) => {
    await move(tx, call, 'withdraw');
    return present(tx, call.params.id, call);
  });
}

/** The assigned substitute confirms. `check` may refuse the locked vacancy. */
export async function confirmAssignment(call: OwnCall, check?: (row: VacancyRow) => void): ReplyTo<typeof confirmCall> {
  return call.db.inTransaction(async (tx) => {
    await move(tx, call, 'confirm', check);
    return present(tx, call.params.id, call);
  });
}

/**
 * The assigned substitute can't come, which reopens the vacancy. It counts as a decline, so it isn't offered to them
 * again, but not as a cancellation.
 */
export async function cannotCome(call: OwnCall): ReplyTo<typeof cannotComeCall> {
  return call.db.inTransaction(async (tx) => {
    const { row, days } = await move(tx, call, 'cannotCome');
    for (const day of days) await keepDecline(tx, call, day.row.id);
    await offerAgain(tx, call, row, call.actor.id);
    return present(tx, call.params.id, call);
  });
}

/**
 * Takes one day out of its job: it becomes a single vacancy and keeps its substitute or request, if any. If it is open
 * and the job was offered, it is offered alone, also to those who couldn't take the whole job.
 *
 * @throws {Refused} not_in_job; vacancy_over
 */
export async function leaveJob(call: CallInTx<typeof leaveCall>, tx: Tx): ReplyTo<typeof leaveCall> {
  const { id } = call.params;
  const { now } = call;
  const { before: row, move: planned } = await plannedMove(tx, call, {
    id,
    action: 'vacancy.leaveJob',
    event: (seen) => possible(transition({ ...seen, isJobDay: isJobDay(seen) }, { type: 'leaveJob' }, now)),
  });
  await releaseHeldAnswers(tx, call, [id]);
  await takeOutOfJob(tx, call, row, planned.history);
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
