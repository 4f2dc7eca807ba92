import type { NoticeKind } from '#domain/notice-facts.ts';
import { isOffer } from '#domain/notice-topics.ts';
import { smsCodeLimits } from '#domain/sms.ts';
import type { Delivery } from '#server/notifications/deliveries.ts';

/** Told to those whom the deletion itself does not reach any more, or tells. */
const standAfterDeletion: readonly NoticeKind[] = [
  'vacancy_deleted',
  'assignment_cancelled',
  'request_rejected',
  'message',
];

/**
 * Why a notice is not worth sending any more, as a sentence for the Outbox, or null. What people wrote
 * themselves always goes out, and that an account is gone is told to whoever had it.
 */
export function obsoleteBecause(
  { kind, vacancy, recipientIsGone, createdAt }: Pick<Delivery, 'kind' | 'vacancy' | 'recipientIsGone' | 'createdAt'>,
  now: Date,
): string | null {
  if (kind === 'sms_code' && now.getTime() - createdAt.getTime() > smsCodeLimits.minutes * 60_000)
    return 'The code no longer worked.';
  if (recipientIsGone && kind !== 'account_removed') return 'The account no longer exists.';
  if (vacancy === null || kind === 'message') return null;
  if (vacancy.isOver) return 'The vacancy was over before this could be sent.';
  if (vacancy.isDeleted && !standAfterDeletion.includes(kind))
    return 'The vacancy was deleted before this could be sent.';
  if (!vacancy.isTheirs && isOffer(kind)) return 'They no longer work for this school.';
  if (vacancy.isFilled && isOffer(kind)) return 'The vacancy was filled before this could be sent.';
  return null;
}
