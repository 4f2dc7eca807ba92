import { otherDayRefused } from '#domain/job-days.ts';
import { type Action, can, type VacancySubject } from '#domain/permissions.ts';
import { transition, type VacancyEvent } from '#domain/vacancy.ts';
import type { Tx } from '#server/db/database.ts';
import { otherDaysOf } from '#server/features/vacancies/vacancy/job-days.ts';
import { bookedAt } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import {
  type ActingCall,
  lockedVacancy,
  type Moved,
  possible,
  type PossibleMove,
  writeMove,
} from '#server/features/vacancies/vacancy/store.ts';
import { found, notAllowed, Refused, refusedAs } from '#server/core/refused.ts';

type VacancyAction = Exclude<Extract<Action, `vacancy.${string}`>, 'vacancy.create'>;

/** A command on one vacancy. */
type Wish = {
  id: number;
  /** The permission it needs, which may depend on the vacancy. */
  action: VacancyAction;
  /** The event, or the planned transition itself. */
  event: VacancyEvent | ((row: VacancyRow) => PossibleMove);
  /** The vacancy, if the caller has locked and read it already. It is null if the actor may not know it. */
  locked?: VacancyRow | null | undefined;
  /** Refuses the locked vacancy if it isn't the one that the caller meant. */
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
  { id, locked, action, event, check }: Wish,
): Promise<{ before: VacancyRow; move: PossibleMove }> {
  const before = locked === undefined ? await lockedVacancy(tx, id, call) : found(locked, 'vacancy');
  check?.(before);
  if (!can(call.actor, action, before satisfies VacancySubject)) throw notAllowed();
  const move = typeof event === 'function' ? event(before) : possible(transition(before, event, call.now));
  return { before, move };
}

/** A planned transition, and how to write it. */
type Command = Wish & {
  reason?: string;
  /** Doesn't change the other days of the vacancy's job. */
  onlyThisDay?: boolean;
  /** Further refusals, after the transition itself has proved possible, that depend on more than the vacancy. */
  refuse?: (row: VacancyRow) => void | Promise<void>;
  /** Writes a move that changes more than this vacancy. */
  write?: (row: VacancyRow, move: PossibleMove) => Promise<Moved>;
};

/** A vacancy after and before its move. */
export type MovedDay = Moved & { before: VacancyRow };

/**
 * The common sequence of commands on a vacancy: lock, `can`, `transition`, write. The caller then notifies the people
 * involved. If it is a day of a multi-day job and the action applies to the whole job, the same happens to the other
 * days, all or none: the result is then the earliest of them, with the dates of all, so that each person gets one
 * notification. `days` are all of them, the named one first.
 *
 * @throws {Refused} like `plannedMove`, with the date if it is because of another day.
 */
export async function moveVacancy(
  tx: Tx,
  call: ActingCall,
  command: Command,
): Promise<MovedDay & { days: readonly MovedDay[] }> {
  const first = await moveDay(tx, call, command);
  const days = [first];
  const others = command.onlyThisDay === true ? [] : otherDaysOf(first.before, call.now, command.action);
  for (const { id, date } of others)
    days.push(await moveOtherDay(tx, call, { ...command, id, locked: undefined }, date));
  return { ...asOne(first, days), days };
}

/** Several days that moved together, as notifications name them: the earliest, with the dates of all. */
export function asOne(first: MovedDay, days: readonly MovedDay[]): MovedDay {
  if (days.length < 2) return first;
  const [earliest = first] = days.toSorted((a, b) => a.before.startsAt.getTime() - b.before.startsAt.getTime());
  const together = days.map(({ before }) => before.date).toSorted();
  return {
    ...earliest,
    before: { ...earliest.before, together },
    row: { ...earliest.row, together },
    withdrawn: days.flatMap(({ withdrawn = [] }) => withdrawn),
  };
}

async function moveDay(tx: Tx, call: ActingCall, { reason, refuse, write, ...wish }: Command): Promise<MovedDay> {
  const { before, move } = await plannedMove(tx, call, wish);
  await refuse?.(before);
  const moved = await (write?.(before, move) ?? writeMove(tx, call, before, move, reason));
  return { before, ...moved };
}

async function moveOtherDay(tx: Tx, call: ActingCall, command: Command, date: string): Promise<MovedDay> {
  const { write } = command;
  try {
    return await moveDay(tx, call, {
      ...command,
      ...(write && {
        write: async (row, move) => {
          await refuseBooked(tx, row, move);
          return write(row, move);
        },
      }),
    });
  } catch (error) {
    throw error instanceof Refused && error.code !== 'too_many_requests'
      ? new Refused(error.code, otherDayRefused(date, error.message))
      : error;
  }
}

/** The database would also refuse the move, but couldn't name the day. */
async function refuseBooked(tx: Tx, { startsAt, endsAt }: VacancyRow, { next }: PossibleMove): Promise<void> {
  if (next.status !== 'filled' || next.substituteId === null) return;
  if ((await bookedAt(tx, [next.substituteId], startsAt, endsAt)).size > 0) throw refusedAs('booked_elsewhere');
}
