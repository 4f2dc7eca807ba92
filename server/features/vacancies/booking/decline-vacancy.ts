import type { declineVacancy as declineCall, undeclineVacancy as undeclineCall } from '#contract/vacancy-moves.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { undoDecline } from '#server/features/vacancies/booking/explain-decline.ts';
import { otherDaysOf } from '#server/features/vacancies/vacancy/job-days.ts';
import { plannedMove } from '#server/features/vacancies/vacancy/move.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { type ActingCall, record } from '#server/features/vacancies/vacancy/store.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/**
 * How often a person may decline one vacancy in a day. Undoing that isn't limited, because each undo needs a decline.
 */
const declines = { most: 3, windowSeconds: 86_400, refusal: 'You’ve declined this class three times today.' };

type DeclineCall = Pick<Call<typeof declineCall>, 'db' | 'actor' | 'now' | 'params'>;

/**
 * Permanently hides an open vacancy, and the open days of its job, from this substitute. Declining twice changes
 * nothing.
 */
export async function declineVacancy(call: DeclineCall): ReplyTo<typeof declineCall> {
  return decide(call, 'decline');
}

/**
 * Undoes a decline, so the vacancy is offered to them again. A date that its reason marked as unavailable is restored.
 */
export async function undeclineVacancy(call: DeclineCall): ReplyTo<typeof undeclineCall> {
  return decide(call, 'undecline');
}

async function decide(call: DeclineCall, type: 'decline' | 'undecline'): ReplyTo<typeof declineCall> {
  const { id } = call.params;
  return call.db.inTransaction(async (tx) => {
    const row = await decideDay(tx, call, id, type);
    for (const day of otherDaysOf(row, call.now, 'vacancy.decline')) await decideDay(tx, call, day.id, type);
    return present(tx, id, call);
  });
}

async function decideDay(tx: Tx, call: DeclineCall, id: number, type: 'decline' | 'undecline'): Promise<VacancyRow> {
  const { before: row, move } = await plannedMove(tx, call, {
    id,
    action: 'vacancy.decline',
    event: { type, by: call.actor.id },
  });
  const isNew = type === 'decline' ? await keepDecline(tx, call, id) : await undoDecline(tx, call.actor.id, row);
  if (isNew) {
    // History is kept permanently, so the number of changes is limited.
    if (type === 'decline') await countAttempt(tx, { key: `decline:${call.actor.id}:${id}`, ...declines }, call.now);
    await record(tx, call, row, move.history);
  }
  return row;
}

/** Records that the acting substitute declined a vacancy. Returns whether they hadn't before. */
export async function keepDecline(
  tx: Tx,
  { actor, now }: Pick<ActingCall, 'actor' | 'now'>,
  vacancyId: number,
): Promise<boolean> {
  const added = await tx.execute(sql`insert into vacancy_declines (vacancy_id, substitute_id, declined_at)
    values (${vacancyId}, ${actor.id}, ${now}) on conflict do nothing`);
  return added > 0;
}
