import { sql, type Tx } from '#server/db/database.ts';
import { type CoverContext, notifyCanceled, notifyDeclined, toldCovers } from '#server/features/cover/notifications.ts';

/**
 * Ends the covers of a locked vacancy that have not begun, and those that wait for an answer, and tells the colleagues. Call it in the
 * transaction that fills, deletes or moves the vacancy.
 */
export async function endCoversOf(
  tx: Tx,
  context: CoverContext,
  vacancyId: number,
  why: 'filled' | 'deleted' | 'changed',
): Promise<void> {
  const ended = await tx.query<{ id: number }>(sql`update covers set state = 'canceled', ended_at = ${context.now}
    where vacancy_id = ${vacancyId} and (state = 'asked' or (state = 'accepted' and starts_at > ${context.now})) returning id`);
  if (ended.length === 0) return;
  for (const cover of await toldCovers(
    tx,
    ended.map(({ id }) => id),
  ))
    await notifyCanceled(tx, context, cover, why);
}

/**
 * Ends the covers of a vacancy whose times changed, and forgets its periods: the next colleague is asked for the new ones.
 */
export async function restartCoversOf(tx: Tx, context: CoverContext, vacancyId: number): Promise<void> {
  await endCoversOf(tx, context, vacancyId, 'changed');
  await tx.execute(sql`delete from cover_periods p where p.vacancy_id = ${vacancyId}
    and not exists (select from covers c where c.vacancy_id = p.vacancy_id and c.period = p.period and c.state = 'accepted')`);
}

/**
 * Takes a teacher's future covers from them: those at the time of an absence, or all of them. The administrators are notified. The
 * caller has locked the teacher.
 */
export async function releaseCoversBy(
  tx: Tx,
  context: CoverContext,
  { teacherId, during = null }: { teacherId: number; during?: { startsAt: Date; endsAt: Date } | null },
): Promise<void> {
  const theirs = sql`colleague_id = ${teacherId} and state in ('asked', 'accepted') and ends_at > ${context.now}
    and tstzrange(starts_at, ends_at) && tstzrange(${during?.startsAt ?? null}, ${during?.endsAt ?? null})`;
  await tx.query(
    sql`select id from vacancies where id in (select vacancy_id from covers where ${theirs}) order by id for no key update`,
  );
  const ended = await tx.query<{
    id: number;
    wasSettled: boolean;
  }>(sql`update covers c set state = 'canceled', ended_at = ${context.now}
    from (select id, state from covers where ${theirs}) old where old.id = c.id
    returning c.id, old.state = 'accepted' as "wasSettled"`);
  const settled = new Set(ended.filter(({ wasSettled }) => wasSettled).map(({ id }) => id));
  if (ended.length === 0) return;
  for (const cover of await toldCovers(
    tx,
    ended.map(({ id }) => id),
  ))
    await notifyDeclined(tx, context, cover, settled.has(cover.id));
}

/** Moves a school's covers of these vacancies to the instants of their times in another time zone. */
export async function rezoneCovers(tx: Tx, vacancyIds: readonly number[], timeZone: string): Promise<void> {
  await tx.execute(sql`update cover_periods set starts_at = (date + start_time) at time zone ${timeZone}, ends_at = (date + end_time) at time zone ${timeZone}
    where vacancy_id = any(${vacancyIds}::bigint[])`);
  await tx.execute(sql`update covers set starts_at = (date + start_time) at time zone ${timeZone}, ends_at = (date + end_time) at time zone ${timeZone}
    where vacancy_id = any(${vacancyIds}::bigint[])`);
}
