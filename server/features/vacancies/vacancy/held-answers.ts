import { undoSeconds } from '#domain/undo.ts';
import { allSettled } from '#server/core/settled.ts';
import type { Config } from '#server/core/config.ts';
import { type Database, sql, type Tx } from '#server/db/database.ts';
import { defineMinuteJob, enqueue } from '#server/jobs/job.ts';
import { inOwnTransactions } from '#server/jobs/in-own-transactions.ts';
import { notify, type NewNotification } from '#server/notifications/notify.ts';

/** A request that an answer ended, and the history entry of its end. */
export type EndedRequest = {
  vacancyId: number;
  by: number;
  at: string;
  message: string | null;
  cause: string | null;
  /** True if someone answered the request, and false if it ended because its substitute was booked. */
  isAnswered?: true;
};

/** The pending effects of an answer that can be undone: its notifications, and the requests that it ended. */
export type Hold = { notifications: NewNotification[]; requests: EndedRequest[] };

type Deps = { config: Config; now: Date };

/** Stores the effects of an answer. Its notifications wait until it can no longer be undone. */
export async function holdAnswer(
  tx: Tx,
  { actor, now }: { actor: { id: number }; now: Date },
  vacancyId: number,
  { notifications, requests }: Hold,
): Promise<void> {
  const dueAt = new Date(now.getTime() + undoSeconds.accepted * 1000);
  await allSettled([
    tx.execute(sql`insert into held_answers (vacancy_id, actor_id, requests, notifications, due_at)
      values (${vacancyId}, ${actor.id}, ${JSON.stringify(requests)}::jsonb, ${JSON.stringify(notifications)}::jsonb,
        ${dueAt})`),
    enqueue(tx, notifyHeldAnswers, {}, { at: dueAt }),
  ]);
}

/** Returns whether an offer of this vacancy to this substitute waits until it can no longer be undone. */
export async function isOfferHeld(tx: Tx, vacancyId: number, substituteId: number): Promise<boolean> {
  const offer = JSON.stringify([{ kind: 'vacancy_posted', recipients: [substituteId] }]);
  const held = await tx.query(sql`select 1 from held_answers
    where vacancy_id = ${vacancyId} and notifications @> ${offer}::jsonb`);
  return held.length > 0;
}

/**
 * Sends the held notifications of these vacancies now, because something else is about to change them. Notifications
 * that wait for one day of a multi-day job are about the whole job.
 */
export async function releaseHeldAnswers(tx: Tx, deps: Deps, vacancyIds: readonly number[]): Promise<void> {
  const held = await tx.query<Held>(
    sql`delete from held_answers where vacancy_id = any(array(
        select unnest(${vacancyIds}::bigint[])
          union select j.id from vacancies v join vacancies j on j.job_id = v.job_id
          where v.id = any(${vacancyIds}::bigint[])))
      returning notifications`,
  );
  await notifyAll(tx, deps, held);
}

type Held = { notifications: NewNotification[] };

/**
 * The maximum number of answers that one run sends. The job of a later answer, or of the next minute, sends the rest.
 */
const mostAtOnce = 500;

/** Notifies people of the answers that can no longer be undone, each in its own transaction. */
export async function notifyDueAnswers(db: Database, deps: Deps): Promise<void> {
  const due = await db.query<{ vacancyId: number }>(sql`select vacancy_id as "vacancyId" from held_answers
    where due_at <= ${deps.now} order by due_at limit ${mostAtOnce}`);
  await inOwnTransactions(db, due, async (tx, { vacancyId }) => {
    // Skips answers that someone is undoing at this moment.
    const held = await tx.query<Held>(sql`delete from held_answers where vacancy_id = any(array(
        select vacancy_id from held_answers where vacancy_id = ${vacancyId} for update skip locked))
      returning notifications`);
    await notifyAll(tx, deps, held);
  });
}

async function notifyAll(tx: Tx, deps: Deps, held: readonly Held[]): Promise<void> {
  for (const { notifications } of held) for (const one of notifications) await notify(tx, deps, one);
}

/** Runs when an answer can no longer be undone, and every minute to finish the work of processes that stopped. */
export const notifyHeldAnswers = defineMinuteJob({
  name: 'notify-held-answers',
  handle: ({ db, config, clock }) => notifyDueAnswers(db, { config, now: clock() }),
});
