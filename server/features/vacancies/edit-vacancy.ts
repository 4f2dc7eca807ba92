import type { VacancyChanges } from '#contract/vacancy-moves.ts';
import { ownNotes } from '#domain/note.ts';
import { shiftName } from '#domain/shift.ts';
import { formatDate, formatTimeRange } from '#domain/time.ts';
import { audit } from '#server/db/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { instantsOf, refuseShiftNotOffered } from '#server/features/vacancies/absence.ts';
import { absencesMovedOnto, alreadyAbsent, lockTeacherOf } from '#server/features/vacancies/already-absent.ts';
import { eligibleSubstitutes } from '#server/features/vacancies/eligible.ts';
import { releaseHeldAnswer } from '#server/features/vacancies/held-answers.ts';
import { replyOf } from '#server/features/vacancies/reply.ts';
import type { VacancyRow } from '#server/features/vacancies/row.ts';
import { plannedMove } from '#server/features/vacancies/move.ts';
import { type ActingCall, record } from '#server/features/vacancies/store.ts';
import { notifyStaffAbout, notifySubstitutesAbout } from '#server/features/vacancies/notifications.ts';
import { refuseConflict } from '#server/http/conflict.ts';
import { countAttempt } from '#server/http/limits.ts';
import { wrongField } from '#server/core/refused.ts';

/** The fields of a vacancy that its teacher or an admin may edit. */
export type Edit = Omit<
  VacancyChanges,
  'status' | 'version' | 'substituteId' | 'requestedById' | 'requestedAt' | 'saveAnyway'
>;

/** The version that the form was filled from, and whether it may be moved onto another absence of its teacher. */
type Terms = Pick<VacancyChanges, 'version' | 'saveAnyway'>;

/** How often one vacancy may be edited in a day. Its history is kept permanently. */
const edits = { most: 100, windowSeconds: 86_400 };
/**
 * How often the substitutes it was offered to may be notified of a new time in a day: as often as of a round of offers.
 */
const moves = { most: 10, windowSeconds: 86_400 };

/** The fields that can still change after a request, because they don't surprise a substitute who has agreed to come. */
const annotations: readonly string[] = ['googleDocLink', 'mayNeedChanges', 'additionalNotes'];

/**
 * Edits a vacancy: everything while it is open, and lesson plans, additions to the notes and 'may need changes' until
 * its end. Notifies the requesting or assigned substitute, and of a new time also those whom it was offered to.
 *
 * @throws {Refused} already_absent if it moves onto another absence of its teacher; too_many_requests if it was edited or moved too often today.
 */
export async function editVacancy(
  tx: Tx,
  call: ActingCall,
  id: number,
  edit: Edit,
  { version, saveAnyway = false }: Terms,
): Promise<void> {
  const mayMove = edit.date !== undefined || edit.startTime !== undefined || edit.endTime !== undefined;
  if (mayMove) await lockTeacherOf(tx, id, call.actor.schoolId);
  const onlyAnnotates = Object.entries(edit).every(
    ([field, value]) => value === undefined || annotations.includes(field),
  );
  const type = onlyAnnotates ? 'annotate' : 'edit';
  const { before: row, move } = await plannedMove(tx, call, { id, action: `vacancy.${type}`, event: { type } });
  const edited = withEdit(row, edit);
  const given = new Map(Object.entries(edit));
  const sent = Object.fromEntries(Object.entries(edited).filter(([field]) => given.get(field) !== undefined));
  const shown = () => replyOf(row, call.actor, call.now);
  await refuseConflict(tx, { of: 'vacancy', id, version, sent, stored: row, shown });
  refuseImpossible(row, edited, edit, call.now);
  const changes = inWords(row, edited);
  if (changes.length === 0) return;
  const onto = isMoved(row, edited) ? await absencesMovedOnto(tx, row, row, edited) : [];
  if (onto.length > 0 && !saveAnyway) throw alreadyAbsent(onto, { teacherId: row.teacherId, actorId: call.actor.id });
  await countAttempt(tx, { key: `edits-of:${id}`, ...edits }, call.now);
  await releaseHeldAnswer(tx, call, id);
  await write(tx, edited, call.now);
  const cause = await record(tx, call, row, move.history, { changes });
  if (onto.length > 0) {
    const about = { subjectType: 'vacancy', subjectId: id, schoolId: row.schoolId } as const;
    await audit(tx, { actorId: call.actor.id, act: 'vacancy.move_again', ...about }, call.now);
  }
  const isAssigned = row.status === 'filled';
  await notifySubstitutesAbout(tx, call, edited, {
    kind: 'vacancy_changed',
    cause,
    to: row.status === 'open' ? await offeredTo(tx, row, edited, call.now) : [row.substituteId ?? row.requestedById],
    withPlans: isAssigned,
    facts: (about) => ({ ...about, changes, isAssigned }),
  });
  await notifyStaffAbout(tx, call, edited, {
    kind: 'vacancy_changed',
    cause,
    teacher: true,
    admins: 'none',
    facts: (about) => ({ ...about, changes, isAssigned: false }),
  });
}

/** Notifies the people whom an open vacancy was offered to of its new time, if it still suits them. */
async function offeredTo(tx: Tx, row: VacancyRow, edited: VacancyRow, now: Date): Promise<number[]> {
  if (!isMoved(row, edited)) return [];
  const offered = await tx.query<{ id: number }>(
    sql`select distinct recipient_id as id from notices where vacancy_id = ${row.id} and kind = 'vacancy_posted'`,
  );
  if (offered.length === 0) return [];
  await countAttempt(tx, { key: `moves-of:${row.id}`, ...moves }, now);
  return eligibleSubstitutes(
    tx,
    edited,
    offered.map(({ id }) => id),
  );
}

function withEdit(row: VacancyRow, edit: Edit): VacancyRow {
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  const additionalNotes =
    edit.additionalNotes === undefined ? row.additionalNotes : ownNotes(edit.additionalNotes, row.requestMessage);
  return { ...row, ...given, additionalNotes };
}

function refuseImpossible(row: VacancyRow, edited: VacancyRow, edit: Edit, now: Date): void {
  if (edited.additionalNotes === '') throw wrongField('additionalNotes', 'Description is required');
  if (row.status !== 'open' && !edited.additionalNotes.startsWith(row.additionalNotes)) {
    throw wrongField(
      'additionalNotes',
      'After a substitute requests the vacancy, you can only add to the description.',
    );
  }
  if (edit.shiftType !== undefined && edit.shiftType !== row.shiftType)
    refuseShiftNotOffered(row.settings, edit.shiftType);
  if (isMoved(row, edited)) Object.assign(edited, instantsOf(edited, row.timeZone, now));
}

function isMoved(row: VacancyRow, edited: VacancyRow): boolean {
  return row.date !== edited.date || row.startTime !== edited.startTime || row.endTime !== edited.endTime;
}

/** The changes, one line each. The link to the lesson plans itself is left out. */
function inWords(row: VacancyRow, edited: VacancyRow): string[] {
  const lines: [boolean, string][] = [
    [row.date !== edited.date, `New date: ${formatDate(edited.date)} (was ${formatDate(row.date)})`],
    [
      row.startTime !== edited.startTime || row.endTime !== edited.endTime,
      `New time: ${formatTimeRange(edited.startTime, edited.endTime)} (was ${formatTimeRange(row.startTime, row.endTime)})`,
    ],
    [row.shiftType !== edited.shiftType, `New shift: ${shiftName(edited.shiftType)} (was ${shiftName(row.shiftType)})`],
    [row.description !== edited.description, `Title: ${edited.description}`],
    [
      row.additionalNotes !== edited.additionalNotes,
      row.status === 'open' ? 'The description was changed' : 'Something was added to the description',
    ],
    [row.absenceReason !== edited.absenceReason, 'The absence reason was changed'],
    [
      row.googleDocLink !== edited.googleDocLink,
      edited.googleDocLink === null
        ? 'The link to the lesson plans was removed'
        : 'The link to the lesson plans was changed',
    ],
    [
      row.mayNeedChanges !== edited.mayNeedChanges,
      edited.mayNeedChanges ? 'Details may still change' : 'Details are final',
    ],
    [
      row.isUrgent !== edited.isUrgent,
      edited.isUrgent ? 'The vacancy is now urgent' : 'The vacancy is no longer urgent',
    ],
    [
      row.bookFirst !== edited.bookFirst,
      edited.bookFirst ? 'The first request will be booked automatically' : 'Requests need approval',
    ],
  ];
  return lines.filter(([isNew]) => isNew).map(([, line]) => line);
}

async function write(tx: Tx, edited: VacancyRow, now: Date): Promise<void> {
  await tx.execute(sql`update vacancies set date = ${edited.date}, start_time = ${edited.startTime}, end_time = ${edited.endTime},
      starts_at = ${edited.startsAt}, ends_at = ${edited.endsAt}, shift_type = ${edited.shiftType}, description = ${edited.description},
      absence_reason = ${edited.absenceReason}, google_doc_link = ${edited.googleDocLink}, may_need_changes = ${edited.mayNeedChanges},
      additional_notes = ${edited.additionalNotes}, is_urgent = ${edited.isUrgent}, book_first = ${edited.bookFirst}, updated_at = ${now}
    where id = ${edited.id}`);
}
