import type { NoticeKind } from '#domain/notice-facts.ts';
import { isOffer } from '#domain/notice-topics.ts';
import { smsCodeLimits } from '#domain/sms-codes.ts';
import type { Delivery } from '#server/notifications/deliveries.ts';

/** Notifications about the deletion itself, and those to people whom the deletion no longer reaches. */
const standAfterDeletion: readonly NoticeKind[] = [
  'vacancy_deleted',
  'day_closed',
  'assignment_cancelled',
  'request_rejected',
  'message',
];

/**
 * Returns why a notification is no longer worth sending, as a sentence for the Outbox, or null. Messages that people
 * wrote always go out, and so does the news that an account was deleted.
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
