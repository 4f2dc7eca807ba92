import type { listVacancyHistory as historyCall } from '#contract/vacancy-history.ts';
import { type DeclineReason, declineReasonLabels } from '#domain/decline.ts';
import { FORMER_SUBSTITUTE } from '#domain/person.ts';
import { readerOf, storedReasonsInWords } from '#domain/ranking.ts';
import type { HistoryKind } from '#domain/vacancy.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { isHeld } from '#server/db/sql/vacancies.ts';
import { unreached } from '#server/features/vacancies/dispatch/dispatch.ts';
import { seeableVacancy } from '#server/features/vacancies/vacancy/queries.ts';
import { notFound } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

type Line = {
  id: number;
  kind: HistoryKind;
  at: Date;
  actorId: number | null;
  actorName: string | null;
  substituteId: number | null;
  substituteName: string | null;
  reason: string | null;
  changes: string[] | null;
  /** The substitute's reason for declining the vacancy. */
  declined: DeclineReason | null;
};

/** The maximum number of offers in a history. The first ones are shown. */
const mostOffers = 500;

type Offered = { wave: number; at: Date; date: string; reasons: string[]; name: string } & Arrival;

/** How far an unanswered offer came: no channel delivered it, or none could send it so far. */
type Arrival = { isUndelivered: boolean; isWaiting: boolean };

/**
 * Returns the offers of a vacancy by wave and time, in order of the names: the ranking would show learned chances. They
 * are incomplete if there are too many, or they were deleted because of their age.
 */
async function offersByWave(
  db: Queryable,
  vacancyId: number,
): Promise<{ offers: Map<string, Offered[]>; isComplete: boolean }> {
  const offers = await db.query<Offered>(sql`select o.wave, o.sent_at as at, o.date::text as date, o.reasons,
      case when s.deleted_at is not null then ${FORMER_SUBSTITUTE} else s.full_name end as name,
      o.answer is null and b.at is not null as "isUndelivered", o.answer is null and w.is_waiting as "isWaiting"
    from offers o join users s on s.id = o.substitute_id
      left join dispatches p on p.vacancy_id = o.vacancy_id and p.round = o.round
      left join ${unreached([vacancyId])} b on b.vacancy_id = p.vacancy_id and b.recipient_id = o.substitute_id
      cross join lateral (select coalesce(bool_or(${isHeld(sql`d`)})
        and not bool_or(d.status in ('sent', 'delivered')), false) as is_waiting
        from notices n join deliveries d on d.notice_id = n.id
        where n.vacancy_id = p.vacancy_id and n.created_at >= p.began_at and n.kind = 'vacancy_posted'
          and n.recipient_id = o.substitute_id) w
    where o.vacancy_id = ${vacancyId} order by o.sent_at, s.full_name, s.id limit ${mostOffers}`);
  const kept = await db.query(sql`select from dispatches where vacancy_id = ${vacancyId}`);
  return {
    offers: Map.groupBy(offers, ({ wave, at }) => `${at.toISOString()} Wave ${wave}`),
    isComplete: kept.length > 0 && offers.length < mostOffers,
  };
}

/** Returns a vacancy's history, oldest first, even if it was deleted. */
export async function vacancyHistory(call: Call<typeof historyCall>): ReplyTo<typeof historyCall> {
  const { db, params, actor, now } = call;
  if ((await seeableVacancy(db, params.id, actor, now)) === null) throw notFound('vacancy');
  const name = (person: 'a' | 's') =>
    person === 'a'
      ? sql`case when a.deleted_at is not null and a.role = 'substitute' then ${FORMER_SUBSTITUTE} else a.full_name end`
      : sql`case when s.deleted_at is not null then ${FORMER_SUBSTITUTE} else s.full_name end`;
  const lines =
    await db.query<Line>(sql`select h.id, h.kind, h.at, h.actor_id as "actorId", ${name('a')} as "actorName",
      h.substitute_id as "substituteId", ${name('s')} as "substituteName", h.reason, h.changes, d.reason as declined
    from vacancy_history h left join users a on a.id = h.actor_id left join users s on s.id = h.substitute_id
      left join vacancy_declines d on h.kind = 'declined' and d.vacancy_id = h.vacancy_id
        and d.substitute_id = h.substitute_id
    where h.vacancy_id = ${params.id} order by h.id`);
  const { offers, isComplete } = await offersByWave(db, params.id);
  return lines.map(({ declined, ...line }) => {
    // A line about a wave says 'Wave 2: 5 substitutes notified'.
    const [, wave, count = 0] = /^(Wave \d+): (\d+) /.exec(line.reason ?? '') ?? [];
    const shown = (wave !== undefined && offers.get(`${line.at.toISOString()} ${wave}`)) || [];
    // A person's offers are deleted with their account.
    const deleted = isComplete ? Number(count) - shown.length : 0;
    return {
      ...line,
      at: line.at.toISOString(),
      reason: declined === null ? line.reason : declineReasonLabels[declined],
      offers: shown.map(({ name: who, reasons, date, isUndelivered, isWaiting }) => ({
        name: who,
        why: storedReasonsInWords(reasons, date, readerOf(actor)),
        ...(isUndelivered && { isUndelivered }),
        ...(isWaiting && { isWaiting }),
      })),
      ...(deleted > 0 && { deleted }),
    };
  });
}
