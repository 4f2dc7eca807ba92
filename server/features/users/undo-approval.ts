import type { undoApproval as undoCall } from '#contract/undo-approval.ts';
import { can } from '#domain/permissions.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { auditUndo } from '#server/features/users/announce-decision.ts';
import { holdDistricts } from '#server/features/users/commands.ts';
import { standingOf } from '#server/features/users/held-approvals.ts';
import { lockPerson, subjectOf, visiblePerson } from '#server/features/users/queries.ts';
import { userReply } from '#server/features/users/reply.ts';
import { found, notAllowed, Refused } from '#server/core/refused.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/**
 * Undoes the caller's own approval while its notification waits. The account and its schools are as before. The person
 * is not notified.
 *
 * @throws {Refused} undo_too_late if they were notified, if something changed since, or if they have already requested,
 *   posted or been given a class.
 */
export async function undoApproval(call: CallInTx<typeof undoCall>, tx: Tx): ReplyTo<typeof undoCall> {
  const { actor, params, now } = call;
  await holdDistricts(tx, 'shared');
  // Commands that book or request lock the person, too.
  await lockPerson(tx, params.id);
  const person = found(await visiblePerson(tx, actor, params.id), 'person');
  if (!can(actor, 'user.approve', subjectOf(person))) throw notAllowed();
  const [held] = await tx.query<Held>(sql`delete from held_approvals where user_id = ${params.id}
    returning actor_id as "actorId", approved_at as "approvedAt", before,
      after = ${JSON.stringify(await standingOf(tx, params.id))}::jsonb as "isUnchanged"`);
  if (held === undefined) throw tooLate();
  if (held.actorId !== actor.id) throw notAllowed('Only the person who approved can undo it.');
  if (!held.isUnchanged || (await hasBegun(tx, params.id, held.approvedAt))) throw tooLate();
  await restore(tx, params.id, held.before);
  await auditUndo(tx, call, person, person.role === 'substitute' ? actor.schoolId : person.schoolId);
  const decided = found(await visiblePerson(tx, actor, params.id), 'person');
  return userReply(tx, decided, actor, now);
}

type Held = { actorId: number; approvedAt: Date; before: object; isUnchanged: boolean };

/** Returns whether the person has done something with a class since, or was given one. Looking at it doesn't count. */
async function hasBegun(tx: Tx, userId: number, since: Date): Promise<boolean> {
  const rows =
    await tx.query(sql`select 1 from vacancy_history where actor_id = ${userId} and at >= ${since} and kind <> 'seen'
    union all select 1 from vacancy_history
      where substitute_id = ${userId} and kind in ('approved', 'assigned') and at >= ${since} limit 1`);
  return rows.length > 0;
}

async function restore(tx: Tx, userId: number, before: object): Promise<void> {
  const standing = JSON.stringify(before);
  await tx.execute(sql`update users u set is_approved = s."isApproved", is_active = s."isActive",
      rejected_at = s."rejectedAt", trusted_email = s."trustedEmail", email_trusted_at = s."emailTrustedAt"
    from jsonb_to_record(${standing}::jsonb) as s
      ("isApproved" boolean, "isActive" boolean, "rejectedAt" timestamptz, "trustedEmail" text,
      "emailTrustedAt" timestamptz) where u.id = ${userId}`);
  const links = sql`jsonb_to_recordset(${standing}::jsonb -> 'links') as b
      ("schoolId" bigint, "isSelected" boolean, "selectedAt" timestamptz, "approvedAt" timestamptz,
      "admittedAt" timestamptz, "rejectedAt" timestamptz)`;
  await tx.execute(sql`update substitute_schools l
      set is_selected = b."isSelected", selected_at = b."selectedAt", approved_at = b."approvedAt",
      admitted_at = b."admittedAt", rejected_at = b."rejectedAt"
    from ${links} where l.substitute_id = ${userId} and l.school_id = b."schoolId"`);
  await tx.execute(sql`delete from substitute_schools l
    where l.substitute_id = ${userId} and not exists (select from ${links} where b."schoolId" = l.school_id)`);
}

function tooLate(): Refused {
  return new Refused(
    'undo_too_late',
    "It's too late to undo this approval. The person has been notified, or something has changed since.",
  );
}
