import type { ReplyInput } from '#contract/endpoint.ts';
import type { listVacancyHistory as historyCall } from '#contract/vacancy-history.ts';
import { type DeclineReason, declineReasonLabels } from '#domain/decline.ts';
import { FORMER_SUBSTITUTE } from '#domain/person.ts';
import type { HistoryKind } from '#domain/vacancy.ts';
import { sql } from '#server/db/database.ts';
import { seeableVacancy } from '#server/features/vacancies/queries.ts';
import { notFound } from '#server/core/refused.ts';
import type { Call } from '#server/http/route.ts';

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
  /** The substitute's reason for declining it. */
  declined: DeclineReason | null;
};

/** Returns a vacancy's history, oldest first, even if it was deleted. */
export async function vacancyHistory({
  db,
  params,
  actor,
  now,
}: Call<typeof historyCall>): Promise<ReplyInput<typeof historyCall>> {
  if ((await seeableVacancy(db, params.id, actor, now)) === null) throw notFound('vacancy');
  const name = (person: 'a' | 's') =>
    person === 'a'
      ? sql`case when a.deleted_at is not null and a.role = 'substitute' then ${FORMER_SUBSTITUTE} else a.full_name end`
      : sql`case when s.deleted_at is not null then ${FORMER_SUBSTITUTE} else s.full_name end`;
  const lines =
    await db.query<Line>(sql`select h.id, h.kind, h.at, h.actor_id as "actorId", ${name('a')} as "actorName",
      h.substitute_id as "substituteId", ${name('s')} as "substituteName", h.reason, h.changes, d.reason as declined
    from vacancy_history h left join users a on a.id = h.actor_id left join users s on s.id = h.substitute_id
      left join vacancy_declines d on h.kind = 'declined' and d.vacancy_id = h.vacancy_id and d.substitute_id = h.substitute_id
    where h.vacancy_id = ${params.id} order by h.id`);
  return lines.map(({ declined, ...line }) => ({
    ...line,
    at: line.at.toISOString(),
    reason: declined === null ? line.reason : declineReasonLabels[declined],
  }));
}
