import type { swapSubstitutes as swapCall } from '#contract/vacancy-swap.ts';
import { agreedTimes, asksAgain } from '#domain/edit.ts';
import { transition } from '#domain/vacancy.ts';
import { Refused, refusedAs } from '#server/core/refused.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { isAssignment } from '#server/db/sql/vacancies.ts';
import { endCoversOfBookings } from '#server/features/cover/commands.ts';
import { countAssignment } from '#server/features/vacancies/booking/count-assignment.ts';
import { refuseIneligible, withdrawOverlapping } from '#server/features/vacancies/booking/fill.ts';
import { releaseHeldAnswers } from '#server/features/vacancies/vacancy/held-answers.ts';
import {
  notifyStaffAbout,
  notifySubstitutesAbout,
  otherClass,
} from '#server/features/vacancies/vacancy/notifications.ts';
import { refuseOverLimit } from '#server/features/vacancies/booking/over-limit.ts';
import { asOne, type MovedDay } from '#server/features/vacancies/vacancy/move.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { lockVacancies, possible, type PossibleMove, record } from '#server/features/vacancies/vacancy/store.ts';
import { type Both, eachDay, seenPair, sharedPairs } from '#server/features/vacancies/booking/swap-days.ts';
import { lockSubstitute, type Substitute } from '#server/features/vacancies/vacancy/substitutes.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

type SwapCall = CallInTx<typeof swapCall>;

/** One of the two classes: its earlier state, its new substitute, and the class they come from. */
type Side = { row: VacancyRow; from: VacancyRow; substitute: Substitute; move: PossibleMove };

/**
 * Swaps the substitutes of two classes on one day, or on all days that they share, in one transaction. Each of them is
 * notified once, and confirms again if the times of their new class differ by more than 15 minutes.
 *
 * @throws {Refused} not_filled, not_eligible, over_limit; booked_elsewhere if one has a third class at the new time;
 * swap_late if a class has begun or its attendance was recorded; too_many_requests. The sentence has the date of
 * another day.
 */
export async function swapSubstitutes(call: SwapCall, tx: Tx): ReplyTo<typeof swapCall> {
  const named = [call.params.id, call.body.with];
  const substitutes = await lockedSubstitutes(tx, named);
  await lockVacancies(tx, named);
  const pair = await seenPair(tx, call, named);
  const pairs = call.body.allDays === true ? await sharedPairs(tx, pair, call.now) : [pair];
  const ids = pairs.flat().map(({ id }) => id);
  const sides = await eachDay(pairs, pair, ([one, other]) =>
    planned(tx, ids, [sideOf(call, one, other, substitutes), sideOf(call, other, one, substitutes)]),
  );
  // This locks the vacancies in the order of their ids, so two swaps of the same classes wait for each other here,
  // too.
  for (const row of pair.toSorted((a, b) => a.id - b.id)) await countAssignment(tx, row, call.now);
  await releaseHeldAnswers(tx, call, ids);
  await write(tx, sides.flat(), call.now);
  // The substitutes' free periods now depend on another class.
  await endCoversOfBookings(tx, call, ids);
  const settled = await eachDay(pairs, pair, (_, nth) => settleDay(tx, call, sides[nth] ?? []));
  for (const nth of [0, 1] as const)
    await notifyOfSwap(
      tx,
      call,
      sides.map((day) => day[nth]),
      settled.flatMap((day) => day[nth] ?? []),
    );
  return [await present(tx, pair[0].id, call), await present(tx, pair[1].id, call)];
}

/**
 * Locks the substitutes of these vacancies, people before vacancies and by id, as every command that books someone
 * does.
 */
async function lockedSubstitutes(tx: Tx, ids: readonly number[]): Promise<Map<number, Substitute>> {
  const rows = await tx.query<{ id: number }>(sql`select distinct substitute_id as id from vacancies
    where id = any(${ids}::bigint[]) and substitute_id is not null order by 1`);
  const locked = new Map<number, Substitute>();
  for (const { id } of rows) {
    const substitute = await lockSubstitute(tx, id);
    if (substitute !== null) locked.set(id, substitute);
  }
  return locked;
}

async function planned(tx: Tx, ids: readonly number[], sides: Both<Side>): Promise<Both<Side>> {
  await refuseAttended(
    tx,
    sides.map(({ row }) => row.id),
  );
  await refuseClashes(tx, ids, sides);
  return sides;
}

function sideOf({ now }: SwapCall, row: VacancyRow, from: VacancyRow, known: Map<number, Substitute>): Side {
  const substituteId = from.substituteId ?? 0;
  const confirmed = from.confirmed === true && !asksAgain(from, row);
  const move = possible(transition(row, { type: 'swap', substituteId, confirmed }, now));
  if (from.status !== 'filled') throw refusedAs('not_filled');
  const substitute = known.get(substituteId) ?? null;
  refuseIneligible(substitute, row);
  return { row, from, substitute, move };
}

/** A substitute who has already come to a class stays there. */
async function refuseAttended(tx: Tx, ids: readonly number[]): Promise<void> {
  const [day] = await tx.query<{ came: boolean }>(
    sql`select exists (select from attendance where vacancy_id = any(${ids}::bigint[])) as came`,
  );
  if (day?.came === true) throw refusedAs('swap_late');
}

/** The database would refuse these as well, but couldn't name the person. */
async function refuseClashes(tx: Tx, ids: readonly number[], sides: readonly Side[]): Promise<void> {
  for (const { row, substitute } of sides) {
    const clashes =
      await tx.query(sql`select from vacancies w where w.substitute_id = ${substitute.id} and ${isAssignment}
      and w.id <> all(${ids}::bigint[]) and tstzrange(w.starts_at, w.ends_at) &&
        tstzrange(${row.startsAt}, ${row.endsAt}) limit 1`);
    if (clashes.length > 0)
      throw new Refused('booked_elsewhere', `${substitute.fullName} has another class at that time.`);
  }
}

/** One statement swaps both, so no one is booked twice in between. */
async function write(tx: Tx, sides: readonly Side[], now: Date): Promise<void> {
  // A substitute who doesn't confirm again has agreed to the times of their previous class.
  const agreed = sides.map(({ from, move }) =>
    move.next.confirmed === true ? agreedTimes(from) : { start: null, end: null },
  );
  const written = await tx.execute(sql`update vacancies v
        set substitute_id = n.substitute_id, requested_by_id = null, requested_at = null, confirmed = n.confirmed,
      agreed_start = n.agreed_start, agreed_end = n.agreed_end, updated_at = ${now}
    from unnest(${sides.map(({ row }) => row.id)}::bigint[],
      ${sides.map(({ move }) => move.next.substituteId)}::bigint[],
      ${sides.map(({ move }) => move.next.confirmed)}::boolean[],
      ${agreed.map(({ start }) => start)}::time[], ${agreed.map(({ end }) => end)}::time[])
      as n (id, substitute_id, confirmed, agreed_start, agreed_end)
    where v.id = n.id and v.status = 'filled' and v.deleted_at is null`);
  if (written !== sides.length) throw new Error('A vacancy changed under its lock.');
}

/** Completes the swap on one day: the history of each class, and the substitutes' other requests for its time. */
async function settleDay(tx: Tx, call: SwapCall, sides: readonly Side[]): Promise<MovedDay[]> {
  const settled: MovedDay[] = [];
  for (const side of sides) settled.push(await settle(tx, call, side));
  return settled;
}

async function settle(tx: Tx, call: SwapCall, { row, substitute, move }: Side): Promise<MovedDay> {
  const [now] = await vacanciesOf(tx, [row.id], null, call.now);
  if (now === undefined) throw new Error('A vacancy vanished within one transaction.');
  await refuseOverLimit(tx, substitute.id, now, substitute.fullName);
  const cause = await record(tx, call, row, move.history, { reason: 'The substitutes of two classes changed places.' });
  await withdrawOverlapping(tx, call, now);
  return { before: row, row: now, cause };
}

/** Notifies the new substitute and the staff of one class once, with all of its days. */
async function notifyOfSwap(
  tx: Tx,
  call: SwapCall,
  days: readonly Side[],
  settled: readonly MovedDay[],
): Promise<void> {
  const [[first], [day]] = [settled, days];
  if (first === undefined || day === undefined) return;
  const { row, cause } = asOne(first, settled);
  const isConfirmed = settled.every((each) => each.row.confirmed === true);
  await notifySubstitutesAbout(tx, call, row, {
    kind: 'swapped',
    cause,
    to: [day.substitute.id],
    withPlans: true,
    facts: (about) => ({ ...about, from: otherClass(day.from), asksToConfirm: !isConfirmed }),
  });
  await notifyStaffAbout(tx, call, row, {
    kind: 'filled',
    cause,
    teacher: true,
    admins: 'poster',
    facts: (about) => ({ ...about, substitute: day.substitute.fullName, isConfirmed }),
  });
}
