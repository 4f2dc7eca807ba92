import { undoSeconds } from '#domain/undo.ts';
import type { Config } from '#server/core/config.ts';
import { type Database, sql, type Tx } from '#server/db/database.ts';
import { defineMinuteJob, enqueue } from '#server/jobs/job.ts';
import { inOwnTransactions } from '#server/jobs/in-own-transactions.ts';
import { notify, type NewNotification } from '#server/notifications/notify.ts';

type Deps = { config: Config; now: Date };
type Held = { notification: NewNotification | null };

/**
 * Returns the part of an account that an approval changes, with the person's row locked. If two of them are equal, an
 * Undo can restore the account.
 */
export async function standingOf(tx: Tx, userId: number): Promise<object> {
  const [row] = await tx.query<{ standing: object }>(sql`
      select jsonb_build_object('isApproved', u.is_approved, 'isActive', u.is_active, 'rejectedAt', u.rejected_at,
      'trustedEmail', u.trusted_email, 'emailTrustedAt', u.email_trusted_at,
        'links', coalesce((select jsonb_agg(jsonb_build_object('schoolId', l.school_id, 'isSelected', l.is_selected,
        'selectedAt', l.selected_at, 'approvedAt', l.approved_at, 'admittedAt', l.admitted_at,
          'rejectedAt', l.rejected_at) order by l.school_id)
        from substitute_schools l where l.substitute_id = u.id), '[]')) as standing
    from users u where u.id = ${userId}`);
  if (row === undefined) throw new Error(`User ${userId} vanished under its lock.`);
  return row.standing;
}

/** Stores the changes of an approval. Its notification waits until it can no longer be undone. */
export async function holdApproval(
  tx: Tx,
  { actor, now }: { actor: { id: number }; now: Date },
  userId: number,
  { before, notification }: { before: object; notification: NewNotification | null },
): Promise<void> {
  const dueAt = new Date(now.getTime() + undoSeconds.accepted * 1000);
  const after = await standingOf(tx, userId);
  await tx.execute(sql`insert into held_approvals (user_id, actor_id, approved_at, before, after, notification, due_at)
    values (${userId}, ${actor.id}, ${now}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb,
      ${notification === null ? null : JSON.stringify(notification)}::jsonb, ${dueAt})`);
  await enqueue(tx, notifyHeldApprovals, {}, { at: dueAt });
}

/** Sends the held notification of this person now, because something else is decided about them. */
export async function releaseHeldApproval(tx: Tx, deps: Deps, userId: number): Promise<void> {
  await notifyAll(
    tx,
    deps,
    await tx.query<Held>(sql`delete from held_approvals where user_id = ${userId} returning notification`),
  );
}

/** The maximum number of approvals that one run sends. The next job or the next minute sends the rest. */
const mostAtOnce = 500;

/** Notifies people of the approvals that can no longer be undone, each in its own transaction. */
export async function notifyDueApprovals(db: Database, deps: Deps): Promise<void> {
  const due = await db.query<{ userId: number }>(sql`select user_id as "userId" from held_approvals
    where due_at <= ${deps.now} order by due_at limit ${mostAtOnce}`);
  await inOwnTransactions(db, due, async (tx, { userId }) => {
    // Skips approvals that someone is undoing at this moment.
    const held = await tx.query<Held>(sql`delete from held_approvals where user_id = any(array(
        select user_id from held_approvals where user_id = ${userId} for update skip locked)) returning notification`);
    await notifyAll(tx, deps, held);
  });
}

async function notifyAll(tx: Tx, deps: Deps, held: readonly Held[]): Promise<void> {
  for (const { notification } of held) if (notification !== null) await notify(tx, deps, notification);
}

/** Runs when an approval can no longer be undone, and every minute to finish the work of processes that stopped. */
export const notifyHeldApprovals = defineMinuteJob({
  name: 'notify-held-approvals',
  handle: ({ db, config, clock }) => notifyDueApprovals(db, { config, now: clock() }),
});
