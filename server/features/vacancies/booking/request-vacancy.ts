import { exclusionSentence, type ExclusionScope } from '#domain/exclusion.ts';
import { substituteAddition } from '#domain/note.ts';
import { can } from '#domain/permissions.ts';
import { bookFirst, transition, vacancyLimits } from '#domain/vacancy.ts';
import { type Database, sql, type Tx } from '#server/db/database.ts';
import { exclusionOf } from '#server/db/sql/exclusions.ts';
import { alongside, countedId } from '#server/features/vacancies/vacancy/job-days.ts';
import { refuseOverLimit } from '#server/features/vacancies/booking/over-limit.ts';
import { undoDecline } from '#server/features/vacancies/booking/explain-decline.ts';
import { fill, lockForFill, notifyOfBooking } from '#server/features/vacancies/booking/fill.ts';
import { bookedAt, takenVacancy } from '#server/features/vacancies/vacancy/queries.ts';
import { booksFirst, type VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { type MovedDay, moveVacancy } from '#server/features/vacancies/vacancy/move.ts';
import { type ActingCall, type Moved, possible, writeMove } from '#server/features/vacancies/vacancy/store.ts';
import { isToday, requestOf, notifyStaffAbout } from '#server/features/vacancies/vacancy/notifications.ts';
import { countAttempt } from '#server/http/limits.ts';
import { notAllowed, refusedAs, wrongField, Refused } from '#server/core/refused.ts';
import { allSettled } from '#server/core/settled.ts';

/** How often one person may request one vacancy in a day. Each request notifies the school and stays in the history. */
const requests = { most: 10, windowSeconds: 86_400 };

/**
 * A substitute requests a vacancy, with an optional message; of a multi-day job, all open days or none. If the school
 * or the vacancy books the first request automatically, they are booked right away. Returns the days that they
 * requested, as they were before.
 */
export async function requestVacancy(
  tx: Tx,
  call: ActingCall,
  id: number,
  notes: string | null,
): Promise<readonly VacancyRow[]> {
  const { actor, now } = call;
  const { substitute, overlapping, locked } = await lockForFill(tx, call, id, actor.id);
  const current = { ...call, actor: { ...actor, ...substitute } };
  const moved = await moveVacancy(tx, current, {
    id,
    locked,
    check: (row) => {
      if (!row.schoolActive) throw refusedAs('school_inactive');
      if (substitute === null) throw notAllowed();
    },
    action: 'vacancy.request',
    event: (row) =>
      possible(
        booksFirst(row) ? bookFirst(row, actor.id, now) : transition(row, { type: 'request', by: actor.id }, now),
      ),
    refuse: async (row) => {
      // A whole job counts once.
      await allSettled([refuseUnfit(tx, call, row), ...(row.id === id ? [countRequest(tx, call, row, notes)] : [])]);
    },
    write: (row, move) =>
      move.next.status === 'filled' ? fill(tx, call, row, move, overlapping) : writeMove(tx, call, row, move),
  });
  await allSettled([
    keepMessage(tx, moved.days, notes),
    // Requesting a vacancy undoes an earlier decline.
    ...moved.days.map(({ row }) => undoDecline(tx, actor.id, row)),
    notifyOf(tx, call, moved, substitute?.fullName ?? ''),
  ]);
  return moved.days.map(({ before }) => before);
}

/**
 * Refuses a request of a vacancy that is taken, without a transaction and without waiting for its lock. When a thousand
 * people answer one offer in the same second, all but the first few end here. All others, who may also have no business
 * with it, are checked under the lock.
 */
export async function refuseLate(
  db: Database,
  { actor, now }: Pick<ActingCall, 'actor' | 'now'>,
  id: number,
): Promise<void> {
  const row = await takenVacancy(db, id, 'call');
  if (row === null || !row.schoolActive || !can(actor, 'vacancy.request', row)) return;
  possible(transition(row, { type: 'request', by: actor.id }, now));
}

/** Refuses a day on which this substitute works elsewhere, is excluded, or would exceed a limit on their work. */
async function refuseUnfit(tx: Tx, { actor, now }: ActingCall, row: VacancyRow): Promise<void> {
  await allSettled([
    refuseBooked(tx, actor.id, row),
    refuseExcluded(tx, actor.id, row, now),
    refuseOverLimit(tx, actor.id, { ...row, alongside: alongside(row, now) }, null),
  ]);
}

async function refuseBooked(tx: Tx, substituteId: number, { startsAt, endsAt }: VacancyRow): Promise<void> {
  if ((await bookedAt(tx, [substituteId], startsAt, endsAt)).size > 0) throw refusedAs('booked_elsewhere');
}

async function countRequest(tx: Tx, { actor, now }: ActingCall, row: VacancyRow, notes: string | null): Promise<void> {
  const message = substituteAddition(row.additionalNotes, notes);
  if (message !== null && message.length > vacancyLimits.substituteNote)
    throw wrongField('additionalNotes', `A message can have at most ${vacancyLimits.substituteNote} characters.`);
  await countAttempt(tx, { key: `request:${actor.id}:${countedId(row)}`, ...requests }, now);
}

/** Stores the message on each requested day. */
async function keepMessage(tx: Tx, days: readonly MovedDay[], notes: string | null): Promise<void> {
  const message = substituteAddition(days[0]?.before.additionalNotes ?? '', notes);
  const ids = days.map(({ row }) => row.id);
  if (message !== null)
    await tx.execute(sql`update vacancies set request_message = ${message} where id = any(${ids}::bigint[])`);
}

async function notifyOf(tx: Tx, call: ActingCall, moved: Moved, substitute: string): Promise<void> {
  const { row, cause } = moved;
  const request = requestOf(row);
  if (row.status === 'filled') {
    await notifyOfBooking(tx, call, moved, { substitute, isConfirmed: true, request });
  } else {
    await notifyStaffAbout(tx, call, row, {
      kind: 'vacancy_requested',
      cause,
      teacher: true,
      // A teacher who is out today may be too ill to answer, and the front office can answer as well.
      admins: isToday(row, call.now) ? 'all' : 'poster',
      facts: (about) => ({ ...about, substitute, request }),
    });
  }
}

/**
 * Refuses a request of a vacancy that its school doesn't offer to the substitute, whose row is locked.
 *
 * @throws {Refused} not_offered
 */
async function refuseExcluded(
  tx: Tx,
  substituteId: number,
  { schoolId, teacherId }: { schoolId: number; teacherId: number },
  now: Date,
): Promise<void> {
  const of = { schoolId: sql`${schoolId}`, teacherId: sql`${teacherId}` };
  const [found] = await tx.query<{ scope: ExclusionScope | null }>(
    sql`select ${exclusionOf(sql`${substituteId}`, of, now)} as scope`,
  );
  const scope = found?.scope ?? null;
  if (scope !== null) throw new Refused('not_offered', `${exclusionSentence(scope)} Ask its front office.`);
}
