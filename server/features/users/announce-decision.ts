import { audit } from '#server/db/audit.ts';
import type { Tx } from '#server/db/database.ts';
import type { PersonRow } from '#server/features/users/queries.ts';
import { schoolName } from '#server/features/users/writes.ts';
import type { Call } from '#server/http/route.ts';
import { notify, type NewNotification } from '#server/notifications/notify.ts';

type Decider = Pick<Call, 'actor' | 'config' | 'now'>;
type Decision = { verdict: 'approve' | 'reject'; schoolId: number | null };

/** Adds the decision on an account to the audit log. */
export async function auditDecision(
  tx: Tx,
  call: Decider,
  person: PersonRow,
  { verdict, schoolId, rejectedEarlier }: Decision & { rejectedEarlier?: boolean },
): Promise<void> {
  const detail = { role: person.role, ...(rejectedEarlier === undefined ? {} : { rejectedEarlier }) };
  await audit(tx, call, { act: `user.${verdict}`, subject: ['user', person.id], schoolId, detail });
}

/** Adds the undoing of an approval to the audit log. */
export async function auditUndo(tx: Tx, call: Decider, person: PersonRow, schoolId: number | null): Promise<void> {
  await audit(tx, call, {
    act: 'user.undo_approval',
    subject: ['user', person.id],
    schoolId,
    detail: { role: person.role },
  });
}

/** Returns the notification of the decision on an account. */
export async function noticeOfDecision(
  tx: Tx,
  { now }: Decider,
  person: PersonRow,
  { verdict, schoolId }: Decision,
): Promise<NewNotification<'account_approved' | 'account_rejected'>> {
  const outcome = verdict === 'approve' ? 'approved' : 'rejected';
  return {
    kind: `account_${outcome}`,
    cause: `account:${person.id}:${outcome}:${now.getTime()}`,
    recipients: [person.id],
    facts: { to: person.role, name: person.fullName, school: await schoolName(tx, schoolId) },
    schoolId,
  };
}

/** Notifies a person of the decision on their account. */
export async function notifyOfDecision(tx: Tx, decider: Decider, person: PersonRow, decision: Decision): Promise<void> {
  await notify(tx, decider, await noticeOfDecision(tx, decider, person, decision));
}
