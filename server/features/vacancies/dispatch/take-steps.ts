import { setImmediate } from 'node:timers/promises';
import { transition } from '#domain/vacancy.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { candidateFacts, type SentTo, withOffers } from '#server/features/vacancies/candidates/candidate-facts.ts';
import { candidatesFor, type Dispatch, offersOf } from '#server/features/vacancies/dispatch/dispatch.ts';
import { withDates } from '#server/features/vacancies/vacancy/job-days.ts';
import { type KnownFacts, noFacts } from '#server/features/vacancies/dispatch/known-facts.ts';
import type { NotifyContext } from '#server/features/vacancies/vacancy/notifications.ts';
import {
  type DueVacancy,
  mostAtOnce,
  notifiedBy,
  peopleIn,
  stepsOf,
  type TakenSteps,
} from '#server/features/vacancies/dispatch/planned-steps.ts';
import { type PricedFacts, pricedFacts } from '#server/features/vacancies/dispatch/prices.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { eligibleIds, type RankedCandidate } from '#server/features/vacancies/candidates/ranked.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { writeSteps } from '#server/features/vacancies/dispatch/write-steps.ts';

/**
 * Takes every due step of some vacancies of one school. Returns false if other processes are doing so. Facts that were
 * read for several vacancies may be a few seconds old by now, so the people whom a step would notify are checked again.
 * If one of them is no longer eligible, the vacancies are planned with new facts.
 *
 * A day of a multi-day job depends on the other days' steps, so it is only planned alone.
 */
export async function takeSteps(
  tx: Tx,
  context: NotifyContext,
  ids: readonly number[],
  known = noFacts,
): Promise<boolean> {
  const { now } = context;
  // The lock order of all commands: the vacancies first, then their other rows.
  const locked = await tx.query<{ id: number }>(sql`select id from vacancies where id = any(${ids}::bigint[])
    order by id for no key update skip locked`);
  if (locked.length === 0) return false;
  const due = await dueAmong(
    tx,
    ids.filter((id) => locked.some((one) => one.id === id)),
    now,
  );
  if (due.length === 0) return true;
  let plan = await planAll(tx, due, known, now);
  if (!plan.isSure && !(await areStillEligible(tx, plan.taken, now))) {
    known.forget(peopleIn(plan.taken));
    plan = await planAll(tx, due, noFacts, now);
  }
  await writeSteps(tx, context, plan.taken);
  known.count(plan.sent);
  return true;
}

/** Locks the dispatches that are due and reads what their steps depend on, in the order of `ids`. */
async function dueAmong(tx: Tx, ids: readonly number[], now: Date): Promise<DueVacancy[]> {
  const found = await tx.query<Dispatch & { id: number }>(sql`select vacancy_id as id, round, except_id as "exceptId",
      send_email as "sendEmail", send_sms as "sendSms", is_paused as "isPaused", for_everyone as "forEveryone"
    from dispatches where vacancy_id = any(${ids}::bigint[]) and due_at <= ${now} order by vacancy_id for update`);
  const dispatches = new Map(found.map((dispatch) => [dispatch.id, dispatch]));
  const rows = await vacanciesOf(tx, [...dispatches.keys()], null, now);
  const offers = await offersOf(tx, [...dispatches.keys()]);
  const due: DueVacancy[] = [];
  for (const read of rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))) {
    const dispatch = dispatches.get(read.id);
    // The vacancy became a day of a job a moment ago.
    if (dispatch === undefined || (read.jobDays !== null && ids.length > 1)) continue;
    const row = withDates(read, now);
    const isOpen =
      row.schoolActive &&
      row.deletedAt === null &&
      transition(row, { type: 'notify' }, now).ok &&
      !(await isOfferedByAnotherDay(tx, row));
    due.push({ row, dispatch, isOpen, offers: offers.get(row.id) ?? [] });
  }
  return due;
}

/**
 * Returns whether another day of its job that was posted earlier is being offered, for example because it is open
 * again.
 */
async function isOfferedByAnotherDay(tx: Tx, { id, jobDays }: VacancyRow): Promise<boolean> {
  const earlier = (jobDays ?? []).filter((day) => day.id < id && day.status === 'open').map((day) => day.id);
  if (earlier.length === 0) return false;
  const found = await tx.query(sql`select from dispatches
    where vacancy_id = any(${earlier}::bigint[]) and due_at is not null limit 1`);
  return found.length > 0;
}

/**
 * Plans vacancies in order, each as if the offers of those before it had been sent. The plan is sure if it used no
 * shared facts. Once it would notify enough people, the remaining vacancies are left for the next transaction.
 */
async function planAll(
  tx: Tx,
  due: readonly DueVacancy[],
  known: KnownFacts,
  now: Date,
): Promise<{ taken: TakenSteps[]; sent: SentTo[]; isSure: boolean }> {
  const taken: TakenSteps[] = [];
  const open = due.filter(({ isOpen }) => isOpen).map(({ row }) => row);
  const sent: SentTo[] = [];
  let fresh: PricedFacts | null = null;
  let isSure = true;
  for (const one of due) {
    if (peopleIn(taken).length >= mostAtOnce) break;
    let candidates: readonly RankedCandidate[] = [];
    if (one.isOpen) {
      const shared = await known.about(tx, one.row);
      isSure &&= shared === null;
      const facts =
        shared ?? (fresh ??= await pricedFacts(tx, [one.row, ...open.filter(({ id }) => id !== one.row.id)], now));
      candidates = await candidatesFor(tx, one.row, now, withOffers(facts, sent));
    }
    const planned = stepsOf(one, candidates, now);
    taken.push(planned);
    for (const step of planned.steps)
      if (step.type === 'offer') sent.push({ row: one.row, to: step.people.map(({ id }) => id) });
    // Other work of the process isn't held up.
    await setImmediate();
  }
  return { taken, sent, isSure };
}

/** Returns whether all people of a plan can still be offered its vacancies. */
async function areStillEligible(tx: Tx, taken: readonly TakenSteps[], now: Date): Promise<boolean> {
  const [first, ...others] = taken.filter(({ steps }) => steps.length > 0).map(({ row }) => row);
  if (first === undefined) return true;
  const facts = await candidateFacts(tx, [first, ...others], now, [...new Set(peopleIn(taken))]);
  return taken.every(({ row, steps }) => {
    if (steps.length === 0) return true;
    const eligible = eligibleIds(facts, row);
    return steps.flatMap(notifiedBy).every((id) => eligible.has(id));
  });
}
