import type { cancelCover as cancelCall } from '#contract/cover.ts';
import type { CoverState } from '#domain/cover.ts';
import { notFound, refusedAs } from '#server/core/refused.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { notifyCanceled, toldCovers } from '#server/features/cover/notifications.ts';
import { callersSchool } from '#server/http/callers-school.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/**
 * Releases a colleague from a period and notifies them.
 *
 * @throws {Refused} not_found; cover_settled if they said no, or the period is over.
 */
export async function cancelCover(call: CallInTx<typeof cancelCall>, tx: Tx): ReplyTo<typeof cancelCall> {
  const { params, now } = call;
  const { schoolId } = callersSchool(call, 'cover.manage');
  const ours = sql`c.id = ${params.id} and c.school_id = ${schoolId}`;
  await tx.query(sql`select id from vacancies
    where id = (select c.vacancy_id from covers c where ${ours}) for no key update`);
  const [cover] = await tx.query<{ state: CoverState; endsAt: Date }>(sql`select c.state, c.ends_at as "endsAt"
    from covers c where ${ours} for update`);
  if (cover === undefined) throw notFound('cover');
  // Another request ended this cover first.
  if (cover.state === 'canceled') return;
  if (cover.state === 'declined' || cover.endsAt <= now) throw refusedAs('cover_settled');
  await tx.execute(sql`update covers set state = 'canceled', ended_at = ${now} where id = ${params.id}`);
  const [told] = await toldCovers(tx, [params.id]);
  if (told !== undefined) await notifyCanceled(tx, call, [told], 'office');
}
