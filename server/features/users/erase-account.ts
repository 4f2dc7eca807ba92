import { sql, type Tx } from '#server/db/database.ts';
import { forgetMessagesOf } from '#server/features/vacancies/commands.ts';
import { forgetMentions } from '#server/jobs/forget-mentions.ts';
import { enqueue } from '#server/jobs/job.ts';
import { endSmsOf } from '#server/notifications/sms-consent.ts';

/** The account to erase, with its schools, whose administrators were notified about it by name. */
export type Leaving = { id: number; fullName: string; schoolIds: readonly number[] };

/**
 * Removes everything personal from an account, and the person's words from the remaining rows. The row stays without a
 * name for the days they worked, and the username becomes available again. Notifications about the erasure itself stay
 * for a day, so they can be delivered. Then they are deleted, too, with the notifications that name the person to
 * others.
 */
export async function eraseAccount(tx: Tx, { id, fullName, schoolIds }: Leaving, now: Date): Promise<void> {
  await endSmsOf(tx, id, 'account', now);
  await forgetMessagesOf(tx, id);
  await tx.query(sql`select forget_in_audit(${id}, ${schoolIds}::bigint[])`);
  await tx.query(sql`select forget_people(${[id]}::bigint[], ${now})`);
  await enqueue(
    tx,
    forgetMentions,
    { personId: id, fullName, schoolIds: [...schoolIds] },
    { at: new Date(now.getTime() + mentionsStayMs) },
  );
}

/** How long the delivery of notifications about the erasure may take. */
const mentionsStayMs = 24 * 3_600_000;
