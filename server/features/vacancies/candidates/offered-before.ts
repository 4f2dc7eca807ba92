import { undoSeconds } from '#domain/undo.ts';
import { type Queryable, sql } from '#server/db/database.ts';

/** The latest time that a class was offered to someone personally. */
export type PersonalOffer = { vacancyId: number; substituteId: number; at: Date };

/**
 * Returns the latest offers of these vacancies that went to one of these people alone or in a wave, and have no answer.
 * A notification to everyone isn't one. An offer that can still be undone is. Reads a few rows per vacancy and person.
 */
export function personalOffers(
  db: Queryable,
  vacancyIds: readonly number[],
  people: readonly number[],
): Promise<PersonalOffer[]> {
  return db.query<PersonalOffer>(sql`select vacancy_id as "vacancyId", substitute_id as "substituteId", max(at) as at
      from (
      select h.vacancy_id, n.recipient_id as substitute_id, h.at from vacancy_history h
        join notices n on n.cause = 'vacancy:' || h.vacancy_id || ':' || h.id
          and n.recipient_id = any(${people}::bigint[]) and n.kind = 'vacancy_posted'
        where h.vacancy_id = any(${vacancyIds}::bigint[]) and h.kind = 'notified'
          and not exists (select from notices other
            where other.cause = n.cause and other.recipient_id <> n.recipient_id)
      union all
      select vacancy_id, substitute_id, sent_at from offers
        where vacancy_id = any(${vacancyIds}::bigint[]) and substitute_id = any(${people}::bigint[]) and answer is null
      union all
      select h.vacancy_id, (n -> 'recipients' ->> 0)::bigint, h.due_at - ${`${undoSeconds.accepted} seconds`}::interval
        from held_answers h cross join lateral jsonb_array_elements(h.notifications) n
        where h.vacancy_id = any(${vacancyIds}::bigint[]) and n ->> 'kind' = 'vacancy_posted'
          and jsonb_array_length(n -> 'recipients') = 1
    ) each group by 1, 2`);
}
