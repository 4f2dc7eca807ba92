import { instantOf, localDate } from '#domain/time.ts';
import { transition, type VacancyState } from '#domain/vacancy.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { rezoneCovers } from '#server/features/cover/commands.ts';
import { isAssignment } from '#server/db/sql/vacancies.ts';
import { otherDaysOf, withDates } from '#server/features/vacancies/vacancy/job-days.ts';
import { offerAgain } from '#server/features/vacancies/dispatch/offer.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { lockVacancies, writeMove } from '#server/features/vacancies/vacancy/store.ts';
import {
  type NotifyContext,
  notifyStaffAbout,
  notifySubstitutesAbout,
} from '#server/features/vacancies/vacancy/notifications.ts';

export { hastenDispatches } from '#server/features/vacancies/dispatch/dispatch.ts';
export { answerByText, openOffers } from '#server/features/vacancies/one-tap/answer-text.ts';

/**
 * Reopens a substitute's requests and future assignments at a school, or at all schools. For commands that disable,
 * reject, remove or delete a substitute or deselect a school: call it in the same transaction, after the write that
 * makes them ineligible and before a deleted person's name is removed. Notifies the teacher, the admins and the
 * substitute, but not `context.actor`. Returns how many vacancies reopened.
 */
export async function releaseSubstituteFromSchool(
  tx: Tx,
  context: NotifyContext,
  substituteId: number,
  schoolId: number | null,
): Promise<number> {
  // Commands that book this person hold this lock, so their bookings are visible here.
  const [person] = await tx.query<{ fullName: string }>(sql`select full_name as "fullName" from users
    where id = ${substituteId} for no key update`);
  const held = await tx.query<{ id: number }>(sql`select id from vacancies w
      where substitute_id = ${substituteId} and ${isAssignment} and starts_at > ${context.now}
        and (${schoolId}::bigint is null or school_id = ${schoolId})
    union all select id from vacancies
      where requested_by_id = ${substituteId} and status = 'pending_approval' and deleted_at is null
        and (${schoolId}::bigint is null or school_id = ${schoolId})`);
  const ids = held.map((row) => row.id);
  await lockVacancies(tx, ids);
  const reopened: { row: VacancyRow; cause: string | null; next: VacancyState }[] = [];
  for (const row of await vacanciesOf(tx, ids, null, context.now)) {
    const move = transition(row, { type: 'reopen', substituteId }, context.now);
    if (!move.ok) continue; // Another transaction has just ended the request.
    const { cause } = await writeMove(tx, context, row, move, 'No longer with the school.');
    reopened.push({ row, cause, next: move.next });
  }
  const done = new Set<number>();
  for (const { row, cause, next } of reopened) {
    if (done.has(row.id)) continue;
    // One notification, and one offer, for all days of a job.
    for (const { id } of otherDaysOf(row, context.now, 'vacancy.release')) done.add(id);
    const all = withDates(row, context.now, 'vacancy.release');
    await notifyOf(tx, context, all, { substituteId, substitute: person?.fullName ?? 'The substitute', cause });
    if (row.status === 'filled') await offerAgain(tx, context, { ...row, ...next }, substituteId);
  }
  return reopened.length;
}

async function notifyOf(
  tx: Tx,
  context: NotifyContext,
  row: VacancyRow,
  { substituteId, substitute, cause }: { substituteId: number; substitute: string; cause: string | null },
): Promise<void> {
  const because = 'no_longer_available';
  const wasFilled = row.status === 'filled';
  await notifyStaffAbout(tx, context, row, {
    kind: 'request_reopened',
    cause,
    teacher: true,
    admins: wasFilled ? 'all' : 'poster',
    facts: (about) => ({ ...about, substitute, because }),
  });
  if (wasFilled) {
    const reason = `You no longer work for ${row.schoolName}.`;
    await notifySubstitutesAbout(tx, context, row, {
      kind: 'assignment_cancelled',
      cause,
      to: [substituteId],
      facts: (about) => ({ ...about, by: row.schoolName, reason }),
    });
  } else {
    await notifySubstitutesAbout(tx, context, row, {
      kind: 'request_reopened',
      cause,
      to: [substituteId],
      facts: (about) => ({ ...about, substitute, because }),
    });
  }
}

/**
 * Removes a substitute's messages from their bookings when their account is erased. Their pending requests are already
 * gone.
 */
export async function forgetMessagesOf(tx: Tx, substituteId: number): Promise<void> {
  await tx.execute(sql`update vacancies set request_message = null
    where substitute_id = ${substituteId} and requested_by_id = ${substituteId} and request_message is not null`);
}

/**
 * Moves a school's vacancies of today and later to the instants of their dates and times in another time zone,
 * including deleted ones, which calendars show as canceled. Call it in the transaction that changes the school's time
 * zone.
 *
 * @throws {Refused} booked_elsewhere if a substitute would then be booked twice at the same time.
 */
export async function rezoneVacancies(tx: Tx, schoolId: number, timeZone: string, now: Date): Promise<void> {
  const ids = (
    await tx.query<{ id: number }>(sql`select id from vacancies where school_id = ${schoolId}
      and (date >= ${localDate(now, timeZone)} or (ends_at > ${now} and date >= ${localDate(now, 'UTC')}::date - 2))`)
  ).map((row) => row.id);
  await lockVacancies(tx, ids);
  const rows = await tx.query<{ id: number; date: string; startTime: string; endTime: string }>(
    sql`select id, date, start_time as "startTime", end_time as "endTime" from vacancies
        where id = any(${ids}::bigint[])`,
  );
  await tx.execute(sql`update vacancies v set starts_at = n.starts_at, ends_at = n.ends_at
    from unnest(${rows.map((row) => row.id)}::bigint[],
      ${rows.map((row) => instantOf(row.date, row.startTime, timeZone))}::timestamptz[],
      ${rows.map((row) => instantOf(row.date, row.endTime, timeZone))}::timestamptz[]) as n (id, starts_at, ends_at)
    where v.id = n.id`);
  await rezoneCovers(tx, ids, timeZone);
}
