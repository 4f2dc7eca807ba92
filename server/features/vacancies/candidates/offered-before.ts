import type * as z from 'zod/mini';
import type { offered } from '#contract/offered.ts';
import { localDate, localTime } from '#domain/time.ts';
import { undoSeconds } from '#domain/undo.ts';
import { type Queryable, sql } from '#server/db/database.ts';

/**
 * The latest time that a class was offered to someone personally. `isUndelivered`: no channel reached them, and they
 * haven't opened the class.
 */
export type PersonalOffer = { vacancyId: number; substituteId: number; at: Date; isUndelivered: boolean };

/**
 * Returns the latest offers of these vacancies that went to one of these people alone or in a wave, and have no answer.
 * A notification to everyone isn't one. An offer that can still be undone is. Reads a few rows per vacancy and person.
 */
export function personalOffers(
  db: Queryable,
  vacancyIds: readonly number[],
  people: readonly number[],
): Promise<PersonalOffer[]> {
  return db.query<PersonalOffer>(sql`with asked as materialized (select id, vacancy_id, recipient_id from notices
        where vacancy_id = any(${vacancyIds}::bigint[]) and recipient_id = any(${people}::bigint[])
          and kind = 'vacancy_posted'),
      failed as materialized (select vacancy_id, recipient_id from asked a group by 1, 2
        having bool_and(exists (select from deliveries y where y.notice_id = a.id and y.status = 'failed')
          and not exists (select from deliveries y
            where y.notice_id = a.id and y.status in ('queued', 'sent', 'delivered'))))
    select vacancy_id as "vacancyId", substitute_id as "substituteId", max(at) as at,
      not bool_or(is_held)
        and exists (select from failed f where f.vacancy_id = each.vacancy_id and f.recipient_id = substitute_id)
        and not exists (select from vacancy_history h where h.vacancy_id = each.vacancy_id
          and h.substitute_id = each.substitute_id and h.kind = 'seen') as "isUndelivered"
      from (
      select h.vacancy_id, n.recipient_id as substitute_id, h.at, false as is_held from vacancy_history h
        join notices n on n.cause = 'vacancy:' || h.vacancy_id || ':' || h.id
          and n.recipient_id = any(${people}::bigint[]) and n.kind = 'vacancy_posted'
        where h.vacancy_id = any(${vacancyIds}::bigint[]) and h.kind = 'notified'
          and not exists (select from notices other
            where other.cause = n.cause and other.recipient_id <> n.recipient_id)
      union all
      select vacancy_id, substitute_id, sent_at, false from offers
        where vacancy_id = any(${vacancyIds}::bigint[]) and substitute_id = any(${people}::bigint[]) and answer is null
      union all
      select h.vacancy_id, (n -> 'recipients' ->> 0)::bigint, h.due_at - ${`${undoSeconds.accepted} seconds`}::interval,
        true
        from held_answers h cross join lateral jsonb_array_elements(h.notifications) n
        where h.vacancy_id = any(${vacancyIds}::bigint[]) and n ->> 'kind' = 'vacancy_posted'
          and jsonb_array_length(n -> 'recipients') = 1
    ) each group by 1, 2`);
}

/** Returns an offer as the contract has it, in the school's time. */
export function offeredOf({ at, isUndelivered }: PersonalOffer, timeZone: string): z.infer<typeof offered> {
  return {
    date: localDate(at, timeZone),
    time: localTime(at, timeZone),
    ...(isUndelivered && { isUndelivered: true }),
  };
}
