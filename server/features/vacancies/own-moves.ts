import type {
  cannotCome as cannotComeCall,
  confirmAssignment as confirmCall,
  withdrawRequest as withdrawCall,
} from '#contract/vacancy-moves.ts';
import type { Action } from '#domain/permissions.ts';
import type { Tx } from '#server/db/database.ts';
import { setDeclined } from '#server/features/vacancies/decline-vacancy.ts';
import { countedId } from '#server/features/vacancies/job-days.ts';
import { offerAgain } from '#server/features/vacancies/offer.ts';
import { present } from '#server/features/vacancies/present.ts';
import { moveVacancy } from '#server/features/vacancies/move.ts';
import { notifyStaffAbout } from '#server/features/vacancies/notifications.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import type { VacancyRow } from '#server/features/vacancies/row.ts';
import { currentSession } from '#server/http/session.ts';

/** The context that a substitute's own transition needs from its call or one-tap link. */
type OwnCall = Pick<Call<typeof withdrawCall>, 'db' | 'actor' | 'now' | 'config' | 'session' | 'params'>;
type OwnEvent = 'withdraw' | 'confirm' | 'cannotCome';

const actions = {
  withdraw: 'vacancy.withdraw',
  confirm: 'vacancy.confirm',
  cannotCome: 'vacancy.confirm',
} as const satisfies Record<OwnEvent, Action>;

/** How often a person may withdraw a request for one vacancy in a day. */
const withdrawals = { most: 5, windowSeconds: 86_400 };

/** Performs a transition of a substitute's own request or assignment. */
async function move(
  tx: Tx,
  call: OwnCall,
  type: OwnEvent,
  check: (row: VacancyRow) => void = () => {},
): ReturnType<typeof moveVacancy> {
  return moveVacancy(tx, call, {
    id: call.params.id,
    action: actions[type],
    event: { type, by: call.actor.id },
    // Each withdrawal notifies the school and stays in the history.
    refuse: async (row) => {
      if (row.id === call.params.id) check(row);
      // A whole job counts once.
      if (type === 'withdraw' && row.id === call.params.id)
        await countAttempt(tx, { key: `withdraw:${call.actor.id}:${countedId(row)}`, ...withdrawals }, call.now);
    },
  });
}

/** The substitute withdraws their request, which reopens the vacancy. */
export async function withdrawRequest(call: OwnCall): ReplyTo<typeof withdrawCall> {
  const substitute = currentSession(call).user.fullName;
  return call.db.inTransaction(async (tx) => {
    const { row, cause } = await move(tx, call, 'withdraw');
    await notifyStaffAbout(tx, call, row, {
      kind: 'request_withdrawn',
      cause,
      teacher: true,
      admins: 'poster',
      facts: (about) => ({ ...about, substitute }),
    });
    return present(tx, call.params.id, call);
  });
}

/** The assigned substitute confirms. `check` may refuse the locked vacancy. */
export async function confirmAssignment(call: OwnCall, check?: (row: VacancyRow) => void): ReplyTo<typeof confirmCall> {
  const substitute = currentSession(call).user.fullName;
  return call.db.inTransaction(async (tx) => {
    const { row, cause } = await move(tx, call, 'confirm', check);
    await notifyStaffAbout(tx, call, row, {
      kind: 'confirmed',
      cause,
      teacher: true,
      admins: 'all',
      facts: (about) => ({ ...about, substitute }),
    });
    return present(tx, call.params.id, call);
  });
}

/**
 * The assigned substitute can't come, which reopens the vacancy. It counts as a decline, so it isn't offered to them
 * again, but not as a cancellation.
 */
export async function cannotCome(call: OwnCall): ReplyTo<typeof cannotComeCall> {
  const substitute = currentSession(call).user.fullName;
  return call.db.inTransaction(async (tx) => {
    const { row, cause, days } = await move(tx, call, 'cannotCome');
    for (const day of days) await setDeclined(tx, call, day.row.id, true);
    await notifyStaffAbout(tx, call, row, {
      kind: 'cannot_come',
      cause,
      teacher: true,
      admins: 'all',
      facts: (about) => ({ ...about, substitute }),
    });
    await offerAgain(tx, call, row, call.actor.id);
    return present(tx, call.params.id, call);
  });
}
