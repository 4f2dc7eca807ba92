import { transition } from '#domain/vacancy.ts';
import type { Config } from '#server/core/config.ts';
import { type Database, sql, type Tx } from '#server/db/database.ts';
import { eligibleSlice, eligibleSubstitutes } from '#server/features/vacancies/candidates/eligible.ts';
import { withDates } from '#server/features/vacancies/vacancy/job-days.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { booksFirst, type VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import {
  isPressing,
  type NotifyContext,
  notifySubstitutesAbout,
} from '#server/features/vacancies/vacancy/notifications.ts';
import { enqueue } from '#server/jobs/job.ts';
import { openRounds, type Rounds } from '#server/jobs/rounds.ts';
import { notifyAudiences } from '#server/jobs/notify-audiences.ts';
import type { Log } from '#server/core/log.ts';
import { countReached, type Notified } from '#server/notifications/notify.ts';

/** A round of notifications: to the chosen substitutes, or to all, if eligible. */
export type Round = {
  among: readonly number[] | null;
  /** The substitute who has just left the class. It is offered again to everyone else. */
  except?: number;
  sendEmail: boolean;
  sendSms: boolean;
};

/** The maximum number of people whom one call notifies in its own transaction. */
const mostAtOnce = 500;
/** The number of people per batch. Writing their notifications takes about 50 ms. */
const slice = 500;
/** The number of schools whose last turn this process keeps in memory. */
const mostRemembered = 100;
const minute = 60_000;
/**
 * The longest pause, in minutes, before a failed audience is retried, and the pause while its vacancy has a pending
 * request.
 */
const longestPause = 60;
const pendingPause = 2;

/** Returns whether a call with this many rounds would notify more people than it has time for. */
export async function isLarge(tx: Tx, row: VacancyRow, { among }: Round, rounds: number): Promise<boolean> {
  const most = Math.floor(mostAtOnce / rounds);
  if (among !== null && among.length > 0) return among.length > most;
  const [found] = await tx.query<{ people: number }>(sql`select count(*)::int as people from (
    select from substitute_schools where school_id = ${row.schoolId} and works_here limit ${most + 1}) here`);
  return (found?.people ?? 0) > most;
}

/**
 * Stores the audience of a round, in the transaction of its cause. The job notifies them after the commit
 * (`wakeAudienceJob`).
 */
export async function addAudience(
  tx: Tx,
  { now }: NotifyContext,
  row: VacancyRow,
  cause: string,
  { among, except, sendEmail, sendSms }: Round,
): Promise<void> {
  const chosen = among === null || among.length === 0 ? null : among;
  await tx.execute(sql`insert into audiences
      (school_id, vacancy_id, cause, among, except_id, send_email, send_sms, is_pressing, next_at, created_at)
    values (${row.schoolId}, ${row.id}, ${cause}, ${chosen}::bigint[], ${except ?? null}::bigint, ${sendEmail},
      ${sendSms}, ${isPressing(row, now)}, ${now}, ${now})`);
}

/** Starts the job once this transaction has committed. One call is enough for all audiences of a transaction. */
export async function wakeAudienceJob(tx: Tx): Promise<void> {
  await enqueue(tx, notifyAudiences, {});
}

/** Returns how many people a round would reach right now. */
export async function reachOf(tx: Tx, context: NotifyContext, row: VacancyRow, round: Round): Promise<Notified> {
  const { sendEmail, sendSms } = round;
  const recipients = (await eligibleSubstitutes(tx, row, round.among, context.now)).filter((id) => id !== round.except);
  return countReached(tx, context, { kind: 'vacancy_posted', recipients, schoolId: row.schoolId, sendEmail, sendSms });
}

type Audience = {
  id: number;
  schoolId: number;
  vacancyId: number;
  cause: string;
  among: number[] | null;
  exceptId: number | null;
  sendEmail: boolean;
  sendSms: boolean;
  toldUpTo: number;
};

type Deps = { db: Database; config: Config; clock: () => Date; log: Log };

/**
 * Notifies audiences in slices. Each slice and its progress are one transaction, so a process that dies skips no one
 * and notifies no one twice, and several processes can work in parallel. Urgent audiences come first. Otherwise schools
 * take turns. An audience that fails is retried later.
 */
export function openAudiences({ db, config, clock, log }: Deps): Rounds {
  /** The schools that had their turn, the latest last. */
  let served: number[] = [];
  return openRounds(async () => {
    let inHand: Audience | undefined;
    try {
      await db.inTransaction(async (tx) => {
        const now = clock();
        inHand = await nextAudience(tx, served, now);
        if (inHand !== undefined) await notifySlice(tx, { config, now, actor: null }, inHand);
      });
    } catch (error) {
      if (inHand === undefined) throw error;
      log.error({ err: error, audienceId: inHand.id }, 'an audience could not be notified and will be retried');
      await stepAside(db, inHand.id, clock());
    }
    const school = inHand?.schoolId;
    if (school !== undefined) served = [...served.filter((id) => id !== school), school].slice(-mostRemembered);
    return inHand !== undefined;
  });
}

async function nextAudience(tx: Tx, served: readonly number[], now: Date): Promise<Audience | undefined> {
  const [audience] =
    await tx.query<Audience>(sql`select id, school_id as "schoolId", vacancy_id as "vacancyId", cause, among,
        except_id as "exceptId",
      send_email as "sendEmail", send_sms as "sendSms", told_up_to as "toldUpTo"
    from audiences where next_at <= ${now}
    order by is_pressing desc, array_position(${served}::bigint[], school_id) nulls first, id limit 1
      for update skip locked`);
  return audience;
}

async function notifySlice(
  tx: Tx,
  context: NotifyContext,
  { id, vacancyId, cause, among, exceptId, toldUpTo, ...round }: Audience,
) {
  // A transition of the vacancy and this slice wait for each other, so no one is notified of an outdated state.
  await tx.query(sql`select from vacancies where id = ${vacancyId} for share`);
  const [found] = await vacanciesOf(tx, [vacancyId], null, context.now);
  if (found === undefined || !found.schoolActive) return forget(tx, id);
  const row = withDates(found, context.now);
  const move = transition(row, { type: 'notify' }, context.now);
  if (!move.ok) {
    const mayOpenAgain = move.refusal.code === 'not_open' && row.status === 'pending_approval';
    return mayOpenAgain ? wait(tx, id, context.now) : forget(tx, id);
  }
  const { ids, last } = await eligibleSlice(tx, row, among, { after: toldUpTo, most: slice, now: context.now });
  await notifySubstitutesAbout(tx, context, row, {
    kind: 'vacancy_posted',
    cause,
    to: ids.filter((one) => one !== exceptId),
    sendEmail: round.sendEmail,
    sendSms: round.sendSms,
    isBulk: true,
    facts: (about) => ({ ...about, booksFirst: booksFirst(row) }),
  });
  if (last === null) return forget(tx, id);
  await tx.execute(sql`update audiences set told_up_to = ${last}, tries = 0 where id = ${id}`);
}

async function forget(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`delete from audiences where id = ${id}`);
}

/** The vacancy has a pending request: the others are notified if it is rejected. */
async function wait(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.execute(sql`update audiences set next_at = ${new Date(now.getTime() + pendingPause * minute)}
    where id = ${id}`);
}

async function stepAside(db: Database, id: number, now: Date): Promise<void> {
  await db.execute(sql`update audiences set tries = tries + 1,
    next_at = ${now}::timestamptz + least(power(2, least(tries, 10)), ${longestPause}) *
      ${`${minute} milliseconds`}::interval where id = ${id}`);
}
