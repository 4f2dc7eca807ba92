import { type Queryable, sql } from '#server/db/database.ts';
import { defineMinuteJob, enqueue } from '#server/jobs/job.ts';

/**
 * Takes the next step of vacancies that are offered in waves. `dispatches` says when each step is due; the job only
 * starts the work. It also runs every minute, to send waves that have become due, and to continue after a process died.
 */
export const dispatchOffers = defineMinuteJob({
  name: 'dispatch-offers',
  handle: ({ dispatches }) => dispatches.run(),
});

/**
 * Records in the log of offers that this delivery was sent or arrived. It is a separate statement after the delivery is
 * recorded, for the reason given below. Only offers of waves have a row in the log.
 */
export async function noteOfferSent(db: Queryable, deliveryId: number, arrivedAt: Date | null): Promise<void> {
  await db.execute(sql`update offers o set delivered_at = coalesce(o.delivered_at, ${arrivedAt}::timestamptz),
      channels = case when d.channel = any(o.channels) then o.channels else o.channels || d.channel end
    from deliveries d join notices n on n.id = d.notice_id join dispatches p on p.vacancy_id = n.vacancy_id
    where d.id = ${deliveryId} and n.kind = 'vacancy_posted' and o.vacancy_id = p.vacancy_id and o.round = p.round
      and o.substitute_id = n.recipient_id`);
}

/**
 * Makes the next step of a vacancy due now if this failed delivery was an offer of it: the policy moves the next person
 * up. It is a separate statement after the delivery is recorded, so it holds no other lock while it waits for a running
 * step.
 */
export async function moveUpAfterFailure(db: Queryable, deliveryId: number, now: Date): Promise<void> {
  const moved =
    await db.execute(sql`update dispatches p set due_at = ${now} from deliveries d join notices n on n.id = d.notice_id
    where d.id = ${deliveryId} and n.kind = 'vacancy_posted' and p.vacancy_id = n.vacancy_id and p.due_at > ${now}`);
  if (moved > 0) await enqueue(db, dispatchOffers, {});
}
