import { type Action, can, type VacancySubject } from '#domain/permissions.ts';
import { transition, type VacancyEvent } from '#domain/vacancy.ts';
import type { Tx } from '#server/db/database.ts';
import type { VacancyRow } from '#server/features/vacancies/row.ts';
import {
  type ActingCall,
  lockedVacancy,
  type Moved,
  possible,
  type PossibleMove,
  writeMove,
} from '#server/features/vacancies/store.ts';
import { notAllowed } from '#server/core/refused.ts';

type VacancyAction = Exclude<Extract<Action, `vacancy.${string}`>, 'vacancy.create'>;

/** A command on one vacancy. */
type Wish = {
  id: number;
  /** The permission it needs, which may depend on the vacancy. */
  action: VacancyAction;
  /** The event, or the planned transition itself. */
  event: VacancyEvent | ((row: VacancyRow) => PossibleMove);
  /** Refuses a locked vacancy that isn't the one that was meant. */
  check?: ((row: VacancyRow) => void) | undefined;
};

/**
 * Locks a vacancy and plans the transition.
 *
 * @throws {Refused} not_found, not_allowed, or the code of the rule that forbids the transition.
 */
export async function plannedMove(
  tx: Tx,
  call: Pick<ActingCall, 'actor' | 'now'>,
  { id, action, event, check }: Wish,
): Promise<{ before: VacancyRow; move: PossibleMove }> {
  const before = await lockedVacancy(tx, id, call);
  check?.(before);
  if (!can(call.actor, action, before satisfies VacancySubject)) throw notAllowed();
  const move = typeof event === 'function' ? event(before) : possible(transition(before, event, call.now));
  return { before, move };
}

/** A planned transition and how it is written. */
type Command = Wish & {
  reason?: string;
  /** Refuses what the vacancy alone can't know, once the transition itself is possible. */
  refuse?: (row: VacancyRow) => void | Promise<void>;
  /** How it is written if more than this vacancy changes. */
  write?: (row: VacancyRow, move: PossibleMove) => Promise<Moved>;
};

/**
 * The common sequence of commands on a vacancy: lock, `can`, `transition`, write. The caller then notifies the people
 * involved.
 *
 * @throws {Refused} like `plannedMove`.
 */
export async function moveVacancy(
  tx: Tx,
  call: ActingCall,
  { reason, refuse, write, ...wish }: Command,
): Promise<Moved & { before: VacancyRow }> {
  const { before, move } = await plannedMove(tx, call, wish);
  await refuse?.(before);
  const moved = await (write?.(before, move) ?? writeMove(tx, call, before, move, reason));
  return { before, ...moved };
}
