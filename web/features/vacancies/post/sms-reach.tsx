import { useQuery } from '@tanstack/react-query';
import { smsCountSentence } from '#domain/message.ts';
import { everySubstituteQuery, smsCountQuery } from '#web/features/people/substitutes.ts';

/**
 * Shows how many substitutes an urgent absence reaches by SMS, before it is posted. `to` has the people to notify, or
 * null for everyone at the school; `days` is the number of days.
 */
export function SmsReach({ to, days, className }: { to: readonly number[] | null; days: number; className?: string }) {
  const all = useQuery({ ...everySubstituteQuery(''), enabled: to === null });
  const ids = to ?? all.data?.map(({ id }) => id) ?? [];
  const count = useQuery({ ...smsCountQuery(ids, 'offers'), enabled: ids.length > 0 });
  return (
    <p role="status" className={className}>
      {ids.length === 0 || count.data === undefined
        ? ''
        : smsCountSentence(count.data, { of: ids.length, atMost: true, days })}
    </p>
  );
}
