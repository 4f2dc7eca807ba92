import type {
  cannotCome as cannotComeCall,
  confirmAssignment as confirmCall,
  withdrawRequest as withdrawCall,
} from '#contract/vacancy-moves.ts';
import type { Tx } from '#server/db/database.ts';
import { keepDecline } from '#server/features/vacancies/booking/decline-vacancy.ts';
import { countedId } from '#server/features/vacancies/vacancy/job-days.ts';
import { offerAgain } from '#server/features/vacancies/dispatch/offer.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { moveVacancy } from '#server/features/vacancies/vacancy/move.ts';
import { notifyStaffAbout } from '#server/features/vacancies/vacancy/notifications.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
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
