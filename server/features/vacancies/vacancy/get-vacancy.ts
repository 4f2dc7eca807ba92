import type { getVacancy as getVacancyCall } from '#contract/vacancies.ts';
import type { Actor } from '#domain/permissions.ts';
import type { RefusalCode } from '#domain/refusal.ts';
import { localDate } from '#domain/time.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { seeableVacancy } from '#server/features/vacancies/vacancy/queries.ts';
import { replyOf } from '#server/features/vacancies/vacancy/reply.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { found, refusedAs } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/**
 * Returns one vacancy. If it is no longer open, a substitute who could have seen it gets a 409 that says what
 * happened. The first time that a substitute opens it is recorded.
 */
export async function getVacancy(call: Call<typeof getVacancyCall>): ReplyTo<typeof getVacancyCall> {
  const { db, params, actor, now } = call;
  const row = found(await seeableVacancy(db, params.id, actor, now), 'vacancy');
  const gone = whyGone(row, actor, now);
  if (gone !== null) throw refusedAs(gone);
  if (actor.role === 'substitute') await recordSeen(db, row, actor.id, now);
  return replyOf(row, actor, now);
}

/**
 * Returns the reason why a reader can no longer see a vacancy that they could see if it were open. Returns null if they
 * can.
 */
export function whyGone(row: VacancyRow, actor: Actor, now: Date): RefusalCode | null {
  if (row.deletedAt !== null) return 'vacancy_gone';
  if (actor.role !== 'substitute' || row.substituteId === actor.id || row.requestedById === actor.id) return null;
  if (!row.schoolActive) return 'school_inactive';
  if (row.date < localDate(now, row.timeZone)) return 'vacancy_over';
  if (row.status === 'filled') return 'already_filled';
  return row.status === 'pending_approval' ? 'already_requested' : null;
}

async function recordSeen(db: Queryable, { id, schoolId }: VacancyRow, substituteId: number, now: Date): Promise<void> {
  await db.execute(sql`insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id, substitute_id)
    select ${id}, ${schoolId}, 'seen', ${now}, ${substituteId}, ${substituteId}
    where not exists (select 1 from vacancy_history
      where vacancy_id = ${id} and substitute_id = ${substituteId} and kind = 'seen')
    on conflict (vacancy_id, substitute_id) where kind = 'seen' do nothing`);
}
