import { asksAgain, isMoved } from '#domain/edit.ts';
import { changesOfDays } from '#domain/job-days.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { eligibleSubstitutes } from '#server/features/vacancies/candidates/eligible.ts';
import { asOne, type MovedDay } from '#server/features/vacancies/vacancy/move.ts';
import { notifyStaffAbout, notifySubstitutesAbout } from '#server/features/vacancies/vacancy/notifications.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import type { ActingCall } from '#server/features/vacancies/vacancy/store.ts';
import { countAttempt } from '#server/http/limits.ts';

/** Describes a vacancy before and after its edit, with the changes in words. The cause is null if there are none. */
export type EditedDay = MovedDay & { changes: readonly string[] };

/**
 * How often in a day a new time may be sent to everyone to whom the vacancy was offered: as often as a round of offers.
 */
const moves = { most: 10, windowSeconds: 86_400 };

/**
 * Notifies the requesting or booked substitute, everyone to whom the open vacancy was offered, and the teacher. The
 * edits of several days of a job are one notification for each person, with all dates.
 */
export async function notifyOfEdits(tx: Tx, call: ActingCall, edited: readonly EditedDay[]): Promise<void> {
  const days = edited.filter(({ changes }) => changes.length > 0);
  const [first] = days;
  if (first === undefined) return;
  for (const group of bySubstitute(days)) await notifySubstitutesOf(tx, call, group);
  const { row, cause } = asOne(first, days);
  await notifyStaffAbout(tx, call, row, {
    kind: 'vacancy_changed',
    cause,
    teacher: true,
    admins: 'none',
    facts: (about) => ({ ...about, changes: changesIn(days), isAssigned: false }),
  });
}

async function notifySubstitutesOf(
  tx: Tx,
  call: ActingCall,
  days: readonly [EditedDay, ...EditedDay[]],
): Promise<void> {
  const [{ before }] = days;
  const { row, cause } = asOne(days[0], days);
  const isAssigned = before.status === 'filled';
  const asksToConfirm = isAssigned && days.some((day) => asksAgain(day.before, day.row));
  await notifySubstitutesAbout(tx, call, row, {
    kind: 'vacancy_changed',
    cause,
    to: before.status === 'open' ? await offeredTo(tx, call, row, days) : [before.substituteId ?? before.requestedById],
    withPlans: isAssigned,
    facts: (about) => ({ ...about, changes: changesIn(days), isAssigned, ...(asksToConfirm && { asksToConfirm }) }),
  });
}

/** Groups the days by their substitute. Open days are a separate group. */
function bySubstitute(days: readonly EditedDay[]): [EditedDay, ...EditedDay[]][] {
  const groups = new Map<string, [EditedDay, ...EditedDay[]]>();
  for (const day of days) {
    const { status, substituteId, requestedById } = day.before;
    const key = `${status} ${substituteId ?? requestedById}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [day]);
    else group.push(day);
  }
  return [...groups.values()];
}

function changesIn(days: readonly EditedDay[]): string[] {
  return changesOfDays(days.map(({ row, changes }) => ({ date: row.date, changes })));
}

/** Returns the people to whom these open days were offered, if their time is new, and if they are still eligible. */
async function offeredTo(tx: Tx, { now }: ActingCall, row: VacancyRow, days: readonly EditedDay[]): Promise<number[]> {
  if (!days.some((day) => isMoved(day.before, day.row))) return [];
  const ids = days.map((day) => day.row.id);
  const offered = await tx.query<{ id: number }>(sql`select distinct recipient_id as id from notices
    where vacancy_id = any(${ids}::bigint[]) and kind = 'vacancy_posted'`);
  if (offered.length === 0) return [];
  await countAttempt(tx, { key: `moves-of:${row.id}`, ...moves }, now);
  // Eligibility for one day depends on the new times of the others.
  const [current = row] = days.length === 1 ? [row] : await vacanciesOf(tx, [row.id], null, now);
  return eligibleSubstitutes(
    tx,
    current,
    offered.map(({ id }) => id),
    now,
  );
}
