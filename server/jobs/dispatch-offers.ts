import * as z from 'zod/mini';
import { type Queryable, sql } from '#server/db/database.ts';
import { defineJob, enqueue } from '#server/jobs/job.ts';

/**
 * Takes the next step of vacancies that are offered in waves. When each step is due is in `dispatches`; the job only starts the
 * work. It also runs every minute, which is how waves become due and how work continues after a process died.
 */
export const dispatchOffers = defineJob({
  name: 'dispatch-offers',
  payload: z.object({}),
  maxAttempts: 3,
  every: '* * * * *',
  handle: ({ dispatches }) => dispatches.run(),
});

/**
 * Notes in the log of offers that one left by this delivery, and that it arrived. A statement of its own, after the delivery is
 * settled, for the reason given below. A notification that wasn't an offer of a wave has no row there.
 */
export async function noteOfferSent(db: Queryable, deliveryId: number, arrivedAt: Date | null): Promise<void> {
  await db.execute(sql`update offers o set delivered_at = coalesce(o.delivered_at, ${arrivedAt}::timestamptz),
      channels = case when d.channel = any(o.channels) then o.channels else o.channels || d.channel end
    from deliveries d join notices n on n.id = d.notice_id join dispatches p on p.vacancy_id = n.vacancy_id
    where d.id = ${deliveryId} and n.kind = 'vacancy_posted' and o.vacancy_id = p.vacancy_id and o.round = p.round and o.substitute_id = n.recipient_id`);
}

/**
 * Makes the next step of a vacancy due now if this failed delivery was an offer of it: the policy moves the next person up. A statement
 * of its own, after the delivery is settled, so it holds no other lock while it waits for a step that is under way.
 */
export async function moveUpAfterFailure(db: Queryable, deliveryId: number, now: Date): Promise<void> {
  const moved =
    await db.execute(sql`update dispatches p set due_at = ${now} from deliveries d join notices n on n.id = d.notice_id
    where d.id = ${deliveryId} and n.kind = 'vacancy_posted' and p.vacancy_id = n.vacancy_id and p.due_at > ${now}`);
  if (moved > 0) await enqueue(db, dispatchOffers, {});
}
