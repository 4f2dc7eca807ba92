import { type DispatchQuestion, type DispatchStep, nextStep, nextWave, type SentOffer } from '#domain/dispatch.ts';
import { transition } from '#domain/vacancy.ts';
import type { Config } from '#server/core/config.ts';
import type { Log } from '#server/core/log.ts';
import { type Database, type Queryable, sql, type Tx } from '#server/db/database.ts';
import { type CandidateFacts, candidateFacts } from '#server/features/vacancies/candidate-facts.ts';
import { isPressing, type NotifyContext, notifySubstitutesAbout } from '#server/features/vacancies/notifications.ts';
import { eligibleOnOtherDays } from '#server/features/vacancies/eligible.ts';
import { otherDaysOf, withDates } from '#server/features/vacancies/job-days.ts';
import { vacanciesOf } from '#server/features/vacancies/queries.ts';
import { knownFacts, noFacts } from '#server/features/vacancies/known-facts.ts';
import { rankBy, type RankedCandidate, rankedCandidates } from '#server/features/vacancies/ranked.ts';
import { booksFirst, type VacancyRow } from '#server/features/vacancies/row.ts';
import { record } from '#server/features/vacancies/store.ts';
import { dispatchOffers } from '#server/jobs/dispatch-offers.ts';
import { enqueue } from '#server/jobs/job.ts';
import { openRounds, type Rounds } from '#server/jobs/rounds.ts';

/** The number of vacancies whose schools one round handles, longest overdue first. */
const lookedAt = 20;
/** The number of vacancies of a school whose facts are read together. A larger number would save little, and the facts would be older. */
const mostTogether = 50;
/** The most people whom one step notifies. The next step notifies the others immediately. */
const mostAtOnce = 500;
const minute = 60_000;
/** The longest pause, in minutes, before a failed step is tried again. */
const longestPause = 30;

/** Options of a dispatch: its transports, and the substitute who has just left the class and isn't notified. */
type Way = { except?: number | undefined; sendEmail: boolean; sendSms: boolean };

/** Returns whether a school offers its vacancies in waves. A vacancy with chosen substitutes notifies exactly those. */
export function isInWaves(row: Pick<VacancyRow, 'offering'>, among: readonly number[] | null): boolean {
  return row.offering !== 'everyone' && (among === null || among.length === 0);
}

/** Starts to offer a vacancy in waves, or starts again from the beginning. The first wave goes out right after the commit. */
export async function startDispatch(
  tx: Tx,
  { now }: Pick<NotifyContext, 'now'>,
  row: Pick<VacancyRow, 'id' | 'schoolId'>,
  { except, sendEmail, sendSms }: Way,
): Promise<void> {
  await tx.execute(sql`insert into dispatches (vacancy_id, school_id, except_id, send_email, send_sms, due_at, began_at)
    values (${row.id}, ${row.schoolId}, ${except ?? null}::bigint, ${sendEmail}, ${sendSms}, ${now}, ${now})
    on conflict (vacancy_id) do update set round = dispatches.round + 1, except_id = excluded.except_id, send_email = excluded.send_email,
      send_sms = excluded.send_sms, is_paused = false, for_everyone = false, all_asked = false, due_at = excluded.due_at, ended = null, tries = 0, began_at = excluded.began_at, wave_at = null, wave_size = null`);
  await wakeDispatch(tx);
}

/** Runs the due steps once this transaction has committed. */
export async function wakeDispatch(tx: Tx): Promise<void> {
  await enqueue(tx, dispatchOffers, {});
}

/**
 * Notifies everyone whom the waves of a vacancy haven't reached yet. Returns their number, or null and changes nothing
 * if no one is left to notify.
 */
export async function offerToEveryone(
  tx: Tx,
  { now }: { now: Date },
  row: VacancyRow,
  sendSms: boolean,
): Promise<number | null> {
  const [dispatch] = await tx.query<{ exceptId: number | null }>(
    sql`select except_id as "exceptId" from dispatches
      where vacancy_id = ${row.id} and not all_asked and ended is distinct from 'everyone_asked' for update`,
  );
  if (dispatch === undefined) return null;
  const asked = new Set((await offersOf(tx, row.id)).map(({ substituteId }) => substituteId));
  const left = (await candidatesFor(tx, row, now)).filter(({ id }) => !asked.has(id) && id !== dispatch.exceptId);
  if (left.length === 0) return null;
  await tx.execute(sql`update dispatches set for_everyone = true, is_paused = false, send_sms = send_sms or ${sendSms}, due_at = ${now}, ended = null
    where vacancy_id = ${row.id}`);
  await wakeDispatch(tx);
  return left.length;
}

/** Takes the next steps of a school's vacancies right after the commit, because its rule for offers has changed. */
export async function hastenDispatches(tx: Tx, schoolId: number, now: Date): Promise<void> {
  await tx.execute(sql`update dispatches set due_at = ${now} where vacancy_id in (
      select p.vacancy_id from vacancies v join dispatches p on p.vacancy_id = v.id
      where v.school_id = ${schoolId} and v.status = 'open' and v.deleted_at is null and v.ends_at > ${now} and p.due_at > ${now}
      order by p.vacancy_id for update of p)`);
  await wakeDispatch(tx);
}

type Deps = { db: Database; config: Config; clock: () => Date; log: Log };

/**
 * Takes the steps that are due. Each step with its notifications and the next due time is one transaction, so a process that dies
 * loses no wave and sends none twice, and several processes can work in parallel. A step that fails is tried again later.
 */
export function openDispatches({ db, config, clock, log }: Deps): Rounds {
  return openRounds(async () => {
    let hasDone = false;
    for (const schoolId of await schoolsWithDue(db, clock())) {
      const now = clock();
      const due = await dueOf(db, schoolId, now);
      const known = await knownFacts(db, due, now).catch((error: unknown) => {
        log.error(
          { err: error, schoolId },
          'the facts for several vacancies could not be read, so each is planned alone',
        );
        return noFacts;
      });
      for (const id of due) {
        try {
          hasDone = (await db.inTransaction((tx) => takeStep(tx, { config, now, actor: null }, id, known))) || hasDone;
        } catch (error) {
          log.error({ err: error, vacancyId: id }, 'a wave of offers failed and is tried again');
          await stepAside(db, id, now);
        }
      }
    }
    return hasDone;
  });
}

/** Returns the schools with steps that are due, the longest due first. */
async function schoolsWithDue(db: Queryable, now: Date): Promise<number[]> {
  const found = await db.query<{ id: number }>(
    sql`select school_id as id from (select school_id, due_at from dispatches where due_at <= ${now} order by due_at, vacancy_id limit ${lookedAt}) d
      group by school_id order by min(due_at), school_id`,
  );
  return found.map(({ id }) => id);
}

/** Returns the vacancies of a school whose steps are due, the longest due first. */
async function dueOf(db: Queryable, schoolId: number, now: Date): Promise<number[]> {
  const found = await db.query<{ id: number }>(
    sql`select vacancy_id as id from dispatches where school_id = ${schoolId} and due_at <= ${now} order by due_at, vacancy_id limit ${mostTogether}`,
  );
  return found.map(({ id }) => id);
}

type Dispatch = {
  round: number;
  exceptId: number | null;
  sendEmail: boolean;
  sendSms: boolean;
  isPaused: boolean;
  forEveryone: boolean;
};

/**
 * Takes every step of a vacancy that is due. Returns false if another process is doing so. Facts that were read for several
 * vacancies may be a few seconds old by now, so the people whom a step would notify are checked again. If one of them is no
 * longer eligible, the vacancy is planned with new facts.
 */
export async function takeStep(tx: Tx, context: NotifyContext, id: number, known = noFacts): Promise<boolean> {
  // The lock order of all commands: the vacancy first, then its other rows.
  const locked = await tx.query(sql`select id from vacancies where id = ${id} for no key update skip locked`);
  if (locked.length === 0) return false;
  const [dispatch] =
    await tx.query<Dispatch>(sql`select round, except_id as "exceptId", send_email as "sendEmail", send_sms as "sendSms", is_paused as "isPaused",
      for_everyone as "forEveryone" from dispatches where vacancy_id = ${id} and due_at <= ${context.now} for update`);
  if (dispatch === undefined) return true;
  const [found] = await vacanciesOf(tx, [id], null, context.now);
  const row = found && withDates(found, context.now);
  const isOpen =
    row !== undefined &&
    !(await isOfferedByAnotherDay(tx, row)) &&
    row.schoolActive &&
    transition(row, { type: 'notify' }, context.now).ok &&
    row.deletedAt === null;
  if (row === undefined || !isOpen) {
    if (row !== undefined) await passOn(tx, context, row);
    return end(tx, id, 'closed');
  }
  const others = (all: readonly RankedCandidate[]) => all.filter((one) => one.id !== dispatch.exceptId);
  let facts = await known.about(tx, row);
  let candidates = others(await candidatesFor(tx, row, context.now, facts));
  for (;;) {
    const offers = await offersOf(tx, id);
    const question = {
      offering: row.offering,
      vacancy: { ...row, isOpen },
      isPaused: dispatch.isPaused,
      isForEveryone: dispatch.forEveryone,
      candidates,
      offers,
      now: context.now,
    };
    const step = nextStep(question);
    if (step.type === 'end') {
      if (step.why === 'over') await passOn(tx, context, row);
      return end(tx, id, step.why);
    }
    if (step.type === 'wait') return wait(tx, id, step.until, question);
    if (facts !== null && !(await areEligible(tx, row, step.to, context.now))) {
      facts = null;
      candidates = others(await candidatesFor(tx, row, context.now));
      continue;
    }
    if (step.type === 'remind') await remind(tx, context, row, dispatch, step.to);
    else {
      await sendWave(tx, context, row, dispatch, { ...step, to: step.to.slice(0, mostAtOnce) }, candidates);
      known.forget(step.to);
      if (step.to.length > mostAtOnce) return wait(tx, id, context.now, null);
    }
  }
}

/** Returns the substitutes eligible for a vacancy and the other open days of its job, best first. */
async function candidatesFor(
  tx: Tx,
  row: VacancyRow,
  now: Date,
  facts: CandidateFacts | null = null,
): Promise<RankedCandidate[]> {
  const spares = true;
  const ranked = facts === null ? await rankedCandidates(tx, row, now, { spares }) : rankBy(facts, row, { spares });
  if (otherDaysOf(row, now).length === 0) return ranked;
  const ids = ranked.map(({ id }) => id);
  const eligible = new Set(await eligibleOnOtherDays(tx, row, ids, now));
  return ranked.filter(({ id }) => eligible.has(id));
}

/** Returns whether all of these people can still be offered the vacancy. */
async function areEligible(tx: Tx, row: VacancyRow, ids: readonly number[], now: Date): Promise<boolean> {
  const found = await candidatesFor(tx, row, now, await candidateFacts(tx, [row], now, ids));
  return found.length === ids.length;
}

/** Returns whether another day of its job that was posted earlier is being offered, for example because it is open again. */
async function isOfferedByAnotherDay(tx: Tx, { id, jobDays }: VacancyRow): Promise<boolean> {
  const earlier = (jobDays ?? []).filter((day) => day.id < id && day.status === 'open').map((day) => day.id);
  if (earlier.length === 0) return false;
  const found = await tx.query(
    sql`select from dispatches where vacancy_id = any(${earlier}::bigint[]) and due_at is not null limit 1`,
  );
  return found.length > 0;
}

/**
 * A job is offered by one of its days. When that day is no longer offered, and others are still open, the next of them takes over.
 */
export async function passOn(tx: Tx, { now }: Pick<NotifyContext, 'now'>, row: VacancyRow): Promise<void> {
  const [next] = (row.jobDays ?? []).filter(
    ({ id, status, startsAt, coveredInside }) =>
      id !== row.id && status === 'open' && !coveredInside && startsAt > now.getTime(),
  );
  if (next === undefined) return;
  const [dispatch] = await tx.query<Way>(
    sql`select send_email as "sendEmail", send_sms as "sendSms" from dispatches where vacancy_id = ${row.id}
      and not exists (select from dispatches d where d.vacancy_id = ${next.id} and d.due_at is not null)`,
  );
  if (dispatch !== undefined) await startDispatch(tx, { now }, { id: next.id, schoolId: row.schoolId }, dispatch);
}

async function sendWave(
  tx: Tx,
  context: NotifyContext,
  row: VacancyRow,
  dispatch: Dispatch,
  { wave, to }: Extract<DispatchStep, { type: 'offer' }>,
  candidates: readonly RankedCandidate[],
): Promise<void> {
  const chosen = new Set(to);
  const ranked = candidates.filter(({ id }) => chosen.has(id));
  await tx.execute(sql`insert into offers (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, sent_at, seen_at)
    select ${row.id}, ${dispatch.round}, e.id, ${row.schoolId}, ${row.date}, ${wave}, e.rank, array(select jsonb_array_elements_text(e.reasons)), ${context.now},
      (select h.at from vacancy_history h where h.vacancy_id = ${row.id} and h.substitute_id = e.id and h.kind = 'seen')
    from jsonb_to_recordset(${JSON.stringify(ranked)}::jsonb) as e (id bigint, rank integer, reasons jsonb)`);
  await notifyAgain(tx, context, row, dispatch, to, `Wave ${wave}: ${people(to.length)} notified`);
}

async function remind(
  tx: Tx,
  context: NotifyContext,
  row: VacancyRow,
  dispatch: Dispatch,
  to: readonly number[],
): Promise<void> {
  await tx.execute(sql`update offers set reminded_at = ${context.now}
    where vacancy_id = ${row.id} and round = ${dispatch.round} and substitute_id = any(${to}::bigint[])`);
  await notifyAgain(tx, context, row, dispatch, to, `${people(to.length)} reminded`);
}

async function notifyAgain(
  tx: Tx,
  context: NotifyContext,
  row: VacancyRow,
  { sendEmail, sendSms }: Dispatch,
  to: readonly number[],
  reason: string,
): Promise<void> {
  const entry = { kind: 'notified', substituteId: null } as const;
  for (const { id } of otherDaysOf(row, context.now))
    await record(tx, context, { id, schoolId: row.schoolId }, [entry], { reason });
  const cause = await record(tx, context, row, [entry], { reason });
  await notifySubstitutesAbout(tx, context, row, {
    kind: 'vacancy_posted',
    cause,
    to,
    sendEmail,
    sendSms: sendSms || isPressing(row, context.now),
    facts: (about) => ({ ...about, booksFirst: booksFirst(row) }),
  });
}

function people(count: number): string {
  return count === 1 ? '1 substitute' : `${count} substitutes`;
}

/**
 * Returns the offers of the current round. An offer has failed if it was sent but no transport delivered it, because the app
 * alone doesn't reach a person in time.
 */
function offersOf(tx: Tx, vacancyId: number): Promise<SentOffer[]> {
  return tx.query<SentOffer>(sql`select o.substitute_id as "substituteId", o.wave, o.sent_at as at,
      case when o.answer = 'declined' then 'declined' when o.answer is null and b.at is not null then 'failed' end as answer,
      case when o.answer = 'declined' then o.answered_at when o.answer is null then b.at end as "answeredAt", o.reminded_at as "remindedAt"
    from offers o join dispatches p on p.vacancy_id = o.vacancy_id and p.round = o.round
    left join (select n.recipient_id, max(d.next_attempt_at) filter (where d.status = 'failed') as at
      from notices n join dispatches r on r.vacancy_id = n.vacancy_id and n.created_at >= r.began_at join deliveries d on d.notice_id = n.id
      where n.vacancy_id = ${vacancyId} and n.kind = 'vacancy_posted' group by n.recipient_id
      having not bool_or(d.status in ('queued', 'sent', 'delivered'))) b on b.recipient_id = o.substitute_id
    where o.vacancy_id = ${vacancyId}`);
}

function isEveryoneAsked({ candidates, offers }: DispatchQuestion): boolean {
  const asked = new Set(offers.map(({ substituteId }) => substituteId));
  return candidates.every(({ id }) => asked.has(id));
}

/** The next people are notified immediately, without a wait. */
async function wait(tx: Tx, id: number, until: Date, question: DispatchQuestion | null): Promise<true> {
  const next = question === null ? null : nextWave(question);
  const allAsked = question !== null && isEveryoneAsked(question);
  await tx.execute(sql`update dispatches set due_at = ${until}, ended = null, tries = 0, all_asked = ${allAsked},
      wave_at = ${next?.at ?? null}::timestamptz, wave_size = ${next?.size ?? null}::int where vacancy_id = ${id}`);
  return true;
}

async function end(tx: Tx, id: number, why: Extract<DispatchStep, { type: 'end' }>['why']): Promise<true> {
  await tx.execute(sql`update dispatches set due_at = null, ended = ${why}, tries = 0 where vacancy_id = ${id}`);
  return true;
}

async function stepAside(db: Database, id: number, now: Date): Promise<void> {
  await db.execute(sql`update dispatches set tries = tries + 1,
      due_at = ${now}::timestamptz + least(power(2, least(tries, 10)), ${longestPause}) * ${`${minute} milliseconds`}::interval
    where vacancy_id = ${id} and due_at is not null`);
}
