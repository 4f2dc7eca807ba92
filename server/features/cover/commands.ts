import { idsOf } from '#server/core/ids.ts';
import { allSettled } from '#server/core/settled.ts';
import { empty, sql, type Tx } from '#server/db/database.ts';
import { type CoverContext, notifyCanceled, notifyDeclined, toldCovers } from '#server/features/cover/notifications.ts';
import { isInBooking } from '#server/features/cover/queries.ts';

/**
 * Ends the covers of locked vacancies that have not begun or are waiting for an answer, and notifies each colleague
 * once. Call it in the transaction that fills, deletes or moves the vacancies.
 */
export async function endCoversOf(
  tx: Tx,
  context: CoverContext,
  vacancyIds: readonly number[],
  why: 'filled' | 'deleted' | 'changed',
): Promise<void> {
  const ended = await tx.query<{ id: number }>(sql`update covers set state = 'canceled', ended_at = ${context.now}
    where vacancy_id = any(${vacancyIds}::bigint[])
      and (state = 'asked' or (state = 'accepted' and starts_at > ${context.now})) returning id`);
  if (ended.length === 0) return;
  const covers = await toldCovers(tx, idsOf(ended));
  await notifyCanceled(tx, context, covers, why);
}

/**
 * Ends the covers of vacancies whose times or bells changed, and forgets their periods: the next colleague is asked for
 * the new ones.
 */
export async function restartCoversOf(tx: Tx, context: CoverContext, vacancyIds: readonly number[]): Promise<void> {
  await endCoversOf(tx, context, vacancyIds, 'changed');
  await tx.execute(sql`delete from cover_periods p where p.vacancy_id = any(${vacancyIds}::bigint[])
    and not exists (select from covers c where c.vacancy_id = p.vacancy_id and c.period = p.period
      and c.state = 'accepted')`);
}

/**
 * Releases a teacher from their future covers: those during an absence, or all of them. Notifies the administrators.
 * The caller has locked the teacher.
 */
export async function releaseCoversBy(
  tx: Tx,
  context: CoverContext,
  { teacherId, during = null }: { teacherId: number; during?: { startsAt: Date; endsAt: Date } | null },
): Promise<void> {
  const theirs = sql`colleague_id = ${teacherId} and state in ('asked', 'accepted') and ends_at > ${context.now}
    and tstzrange(starts_at, ends_at) && tstzrange(${during?.startsAt ?? null}, ${during?.endsAt ?? null})`;
  const [, ended] = await allSettled([
    tx.query(sql`select id from vacancies where id in (select vacancy_id from covers where ${theirs})
      order by id for no key update`),
    tx.query<{ id: number; wasSettled: boolean }>(sql`
      update covers c set state = 'canceled', ended_at = ${context.now}
      from (select id, state from covers where ${theirs}) old where old.id = c.id
      returning c.id, old.state = 'accepted' as "wasSettled"`),
  ]);
  const settled = new Set(ended.filter(({ wasSettled }) => wasSettled).map(({ id }) => id));
  if (ended.length === 0) return;
  for (const cover of await toldCovers(tx, idsOf(ended)))
    await notifyDeclined(tx, context, cover, settled.has(cover.id));
}

/**
 * Releases a teacher who leaves a school from their future covers there, and deletes their timetable. The caller has
 * locked the teacher.
 */
export async function leaveCover(tx: Tx, context: CoverContext, teacherId: number): Promise<void> {
  await releaseCoversBy(tx, context, { teacherId });
  await tx.execute(sql`delete from timetables where teacher_id = ${teacherId}`);
}

/** Gives a teacher the timetable from another of their accounts, unless they have one. */
export async function takeOverTimetable(tx: Tx, { from, to }: { from: number; to: number }): Promise<void> {
  await tx.execute(sql`update timetables set teacher_id = ${to} where teacher_id = ${from}
    and not exists (select from timetables where teacher_id = ${to})`);
}

/**
 * Ends the covers that substitutes took as part of these locked bookings, if the booking is no longer theirs or no
 * longer includes the period, or if they aren't there (`isAway`). Covers that have begun stay. Notifies the substitute
 * and the administrators. Call it after the change, in its transaction.
 */
export async function endCoversOfBookings(
  tx: Tx,
  context: CoverContext,
  bookingIds: readonly number[],
  { isAway = false }: { isAway?: boolean } = {},
): Promise<void> {
  const ended = await tx.query<{ id: number; wasSettled: boolean }>(sql`
    update covers k set state = 'canceled', ended_at = ${context.now}
    from (select c.id, c.state from covers c where c.booking_id = any(${bookingIds}::bigint[])
      and (c.state = 'asked' or (c.state = 'accepted' and c.starts_at > ${context.now}))
        ${isAway ? empty : sql`and not ${isInBooking}`}) old
    where old.id = k.id returning k.id, old.state = 'accepted' as "wasSettled"`);
  if (ended.length === 0) return;
  const settled = new Set(ended.filter(({ wasSettled }) => wasSettled).map(({ id }) => id));
  const covers = await toldCovers(tx, idsOf(ended));
  await notifyCanceled(tx, context, covers, 'released');
  for (const cover of covers) await notifyDeclined(tx, context, cover, settled.has(cover.id));
}

/** Moves a school's covers of these vacancies to the instants of their times in another time zone. */
export async function rezoneCovers(tx: Tx, vacancyIds: readonly number[], timeZone: string): Promise<void> {
  await tx.execute(sql`update cover_periods
      set starts_at = (date + start_time) at time zone ${timeZone}, ends_at = (date + end_time) at time zone ${timeZone}
    where vacancy_id = any(${vacancyIds}::bigint[])`);
  await tx.execute(sql`update covers set starts_at = (date + start_time) at time zone ${timeZone},
      ends_at = (date + end_time) at time zone ${timeZone}
    where vacancy_id = any(${vacancyIds}::bigint[])`);
}

/**
 * The schedule of a single day before and after a command changed it. A null `before` means that the day had no
 * schedule of its own.
 */
export type BellsOfDay = { was: number | null; is: number };

/** Lets a day follow a bell schedule. The caller has locked the school. */
export async function followBells(
  tx: Tx,
  { now }: CoverContext,
  { schoolId, date, schedule }: { schoolId: number; date: string; schedule: number },
): Promise<BellsOfDay> {
  const [before] = await tx.query<{ was: number | null }>(sql`
    select (select (d ->> 'schedule')::int from jsonb_array_elements(bell -> 'days') d
    where d ->> 'date' = ${date} limit 1) as was from cover_settings where school_id = ${schoolId}`);
  await writeDay(tx, now, { schoolId, date, schedule });
  return { was: before?.was ?? null, is: schedule };
}

/** Undoes `followBells`, unless someone has since chosen other bells for the day. */
export async function unfollowBells(
  tx: Tx,
  { now }: { now: Date },
  { schoolId, date, bells }: { schoolId: number; date: string; bells: BellsOfDay },
): Promise<void> {
  const current = sql`select from cover_settings, jsonb_array_elements(bell -> 'days') d
    where school_id = ${schoolId} and d = ${JSON.stringify({ date, schedule: bells.is })}::jsonb`;
  if ((await tx.query(current)).length > 0) await writeDay(tx, now, { schoolId, date, schedule: bells.was });
}

/** Replaces the schedule of a single day. With null, the day follows the schedule of its weekday again. */
async function writeDay(
  tx: Tx,
  now: Date,
  { schoolId, date, schedule }: { schoolId: number; date: string; schedule: number | null },
): Promise<void> {
  const own = schedule === null ? [] : [{ date, schedule }];
  await tx.execute(sql`update cover_settings set version = version + 1, changed_at = ${now},
      bell = jsonb_set(bell, '{days}', (select coalesce(jsonb_agg(d), '[]') from jsonb_array_elements(bell -> 'days') d
        where d ->> 'date' <> ${date}) || ${JSON.stringify(own)}::jsonb)
    where school_id = ${schoolId}`);
}

/** Returns which of these classes have covers that aren't over. */
export async function coveredAmong(tx: Tx, { now }: CoverContext, vacancyIds: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`select distinct vacancy_id as id from covers
    where vacancy_id = any(${vacancyIds}::bigint[]) and state in ('asked', 'accepted') and ends_at > ${now}
      order by 1`);
  return rows.map(({ id }) => id);
}
