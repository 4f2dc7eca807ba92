import { sql, type Tx } from '#server/db/database.ts';
import { forgetMessagesOf } from '#server/features/vacancies/commands.ts';
import { forgetMentions } from '#server/jobs/forget-mentions.ts';
import { enqueue } from '#server/jobs/job.ts';
import { endSmsOf } from '#server/notifications/sms-consent.ts';

/** Whose account goes, with the schools that were theirs: their administrators were told of them by name. */
export type Leaving = { id: number; fullName: string; schoolIds: readonly number[] };

/**
 * Takes everything personal out of an account, and the person's words out of what stays. The row stays, without a name,
 * for the days that they worked; the username is free again. What tells them, and others, of this act itself stays for
 * a day, so that it is delivered; then it goes as well, with everything that others were told of them by name.
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

/** How long what tells of the erasure has to be delivered. */
const mentionsStayMs = 24 * 3_600_000;
