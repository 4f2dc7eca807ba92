import type { pauseOffers as pauseCall } from '#contract/offers.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { wakeDispatch } from '#server/features/vacancies/dispatch/dispatch.ts';
import { plannedMove } from '#server/features/vacancies/vacancy/move.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/** Pauses further waves of a vacancy, or resumes them at once. Does nothing if the vacancy has no waves. */
export async function pauseOffers(call: CallInTx<typeof pauseCall>, tx: Tx): ReplyTo<typeof pauseCall> {
  const { isPaused } = call.body;
  const { before: row } = await plannedMove(tx, call, {
    id: call.params.id,
    action: 'vacancy.notify',
    event: { type: 'notify' },
  });
  await tx.execute(sql`update dispatches set is_paused = ${isPaused},
      due_at = ${isPaused ? null : call.now}::timestamptz,
      ended = ${isPaused ? 'paused' : null}::text
    where vacancy_id = ${row.id} and is_paused <> ${isPaused} and ended is distinct from 'everyone_asked'`);
  if (!isPaused) await wakeDispatch(tx);
  return present(tx, row.id, call);
}
