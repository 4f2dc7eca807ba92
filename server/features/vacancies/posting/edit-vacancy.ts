import type { VacancyChanges } from '#contract/vacancy-moves.ts';
import { agreedTimes, asksAgain, changesInWords, isMoved } from '#domain/edit.ts';
import { ownNotes } from '#domain/note.ts';
import { isExtraHands, transition } from '#domain/vacancy.ts';
import { endCoversOfBookings, releaseCoversBy, restartCoversOf } from '#server/features/cover/commands.ts';
import { audit } from '#server/db/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { instantsOf, refuseShiftNotOffered } from '#server/features/vacancies/vacancy/absence.ts';
import { absencesMovedOnto, alreadyAbsent, lockTeacherOf } from '#server/features/vacancies/vacancy/already-absent.ts';
import { type EditedDay, notifyOfEdits } from '#server/features/vacancies/posting/edit-notices.ts';
import { withdrawOverlapping } from '#server/features/vacancies/booking/fill.ts';
import { holdPlanFiles } from '#server/features/vacancies/vacancy/plan-files.ts';
import { releaseHeldAnswers } from '#server/features/vacancies/vacancy/held-answers.ts';
import { replyOf } from '#server/features/vacancies/vacancy/reply.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { plannedMove } from '#server/features/vacancies/vacancy/move.ts';
import { lockSubstitute } from '#server/features/vacancies/vacancy/substitutes.ts';
import { type ActingCall, possible, record } from '#server/features/vacancies/vacancy/store.ts';
import { refuseConflict } from '#server/http/conflict.ts';
import { countAttempt } from '#server/http/limits.ts';
import { given } from '#server/core/given.ts';
import { wrongField } from '#server/core/refused.ts';

/** The fields of a vacancy that its teacher or an admin may edit. */
export type Edit = Omit<
  VacancyChanges,
  'status' | 'version' | 'substituteId' | 'requestedById' | 'requestedAt' | 'saveAnyway'
>;

/** The version that the form was filled from, and whether it may be moved onto another absence of its teacher. */
export type Terms = Pick<VacancyChanges, 'version' | 'saveAnyway'>;

/** How often one vacancy may be edited in a day. Its history is kept permanently. */
const edits = { most: 100, windowSeconds: 86_400 };
/**
 * The fields that can still change after a request, because they don't surprise a substitute who has agreed to come.
 */
const annotations: readonly string[] = ['googleDocLink', 'planFileIds', 'mayNeedChanges', 'additionalNotes'];

/**
 * Edits a vacancy: everything while it is open or filled, and lesson plans, additions to the notes and 'may need
 * changes' while a request waits. Notifies the requesting or assigned substitute of the changes. A new time also goes
 * to everyone to whom it was offered. A booked substitute confirms again if the times are now more than 15 minutes from
 * those they agreed to.
 *
 * @throws {Refused} already_absent if it moves onto another absence of its teacher; too_many_requests if it was edited
 *   or moved too often today; booked_elsewhere if its substitute has another class at the new time.
 */
export async function editVacancy(tx: Tx, call: ActingCall, id: number, edit: Edit, terms: Terms): Promise<void> {
  await notifyOfEdits(tx, call, [await editDay(tx, call, id, edit, terms)]);
}

/** Edits a vacancy like `editVacancy`, but notifies no one. */
export async function editDay(
  tx: Tx,
  call: ActingCall,
  id: number,
  edit: Edit,
  { version, saveAnyway = false }: Terms,
): Promise<EditedDay> {
  const { before: row, move } = await lockedForEdit(tx, call, id, edit);
  const edited = { ...withEdit(row, edit), confirmed: move.next.confirmed };
  const fields = given(edit);
  const sent = Object.fromEntries(Object.entries(edited).filter(([field]) => field in fields));
  const shown = () => replyOf(row, call.actor, call.now);
  await refuseConflict(tx, { of: 'vacancy', id, version, sent, stored: row, shown });
  refuseImpossible(row, edited, edit, call.now);
  const changes = changesInWords(row, edited);
  if (changes.length === 0) return { before: row, row: edited, changes, cause: null };
  const onto = isMoved(row, edited) ? await absencesMovedOnto(tx, row, row, edited) : [];
  if (onto.length > 0 && !saveAnyway) throw alreadyAbsent(onto, { teacherId: row.teacherId, actorId: call.actor.id });
  await countAttempt(tx, { key: `edits-of:${id}`, ...edits }, call.now);
  await holdPlanFiles(tx, edited, call.now);
  await releaseHeldAnswers(tx, call, [id]);
  await write(tx, edited, agreedAfter(row, edited), call.now);
  if (isMoved(row, edited)) {
    await restartCoversOf(tx, call, [id]);
    await endCoversOfBookings(tx, call, [id]);
    const times = instantsOf(edited, row.timeZone, call.now);
    await releaseCoversBy(tx, call, { teacherId: row.teacherId, during: times });
  }
  const cause = await record(tx, call, row, move.history, { changes });
  if (onto.length > 0) {
    await audit(tx, call, { act: 'vacancy.move_again', subject: ['vacancy', id], schoolId: row.schoolId });
  }
  if (row.status === 'filled' && isMoved(row, edited)) await withdrawOverlapping(tx, call, edited);
  return { before: row, row: edited, changes, cause };
}

/** Locks everything that the edit may change, and the vacancy after its people, as booking does. */
async function lockedForEdit(tx: Tx, call: ActingCall, id: number, edit: Edit) {
  const mayMove = edit.date !== undefined || edit.startTime !== undefined || edit.endTime !== undefined;
  if (mayMove) await lockTeacherOf(tx, id, call.actor.schoolId);
  const onlyAnnotates = Object.entries(edit).every(
    ([field, value]) => value === undefined || annotations.includes(field),
  );
  const type = onlyAnnotates ? 'annotate' : 'edit';
  if (type === 'edit') await lockBooked(tx, [id]);
  return plannedMove(tx, call, {
    id,
    action: `vacancy.${type}`,
    event: (now) =>
      possible(
        transition(
          now,
          type === 'edit' ? { type, asksAgain: asksAgain(now, withEdit(now, edit)) } : { type },
          call.now,
        ),
      ),
  });
}

/**
 * Locks the substitutes of booked classes before the classes, by id, as booking them does. Two moves of their classes
 * then wait for each other.
 */
export async function lockBooked(tx: Tx, ids: readonly number[]): Promise<void> {
  const rows = await tx.query<{ substituteId: number }>(sql`select distinct substitute_id as "substituteId"
    from vacancies where id = any(${ids}::bigint[]) and substitute_id is not null order by 1`);
  for (const { substituteId } of rows) await lockSubstitute(tx, substituteId);
}

function withEdit(row: VacancyRow, edit: Edit): VacancyRow {
  const additionalNotes =
    edit.additionalNotes === undefined ? row.additionalNotes : ownNotes(edit.additionalNotes, row.requestMessage);
  return { ...row, ...given(edit), additionalNotes };
}

function refuseImpossible(row: VacancyRow, edited: VacancyRow, edit: Edit, now: Date): void {
  if (edited.additionalNotes === '') throw wrongField('additionalNotes', 'Description is required');
  if (row.status === 'pending_approval' && !edited.additionalNotes.startsWith(row.additionalNotes)) {
    throw wrongField('additionalNotes', 'While a request waits for an answer, you can only add to the description.');
  }
  if (isExtraHands(row) && edit.absenceReason !== undefined)
    throw wrongField('absenceReason', 'No teacher is absent for this job, so it has no absence reason.');
  if (edit.shiftType !== undefined && edit.shiftType !== row.shiftType)
    refuseShiftNotOffered(row.settings, edit.shiftType);
  if (isMoved(row, edited)) Object.assign(edited, instantsOf(edited, row.timeZone, now));
}

/**
 * Returns the times to compare the next edit with: those that a confirmed substitute agreed to, or null if they confirm
 * anyway.
 */
function agreedAfter(row: VacancyRow, edited: VacancyRow): { start: string | null; end: string | null } {
  if (edited.confirmed !== true) return { start: null, end: null };
  return isMoved(row, edited) ? agreedTimes(row) : { start: row.agreedStart, end: row.agreedEnd };
}

async function write(
  tx: Tx,
  edited: VacancyRow,
  agreed: { start: string | null; end: string | null },
  now: Date,
): Promise<void> {
  await tx.execute(sql`update vacancies set date = ${edited.date}, start_time = ${edited.startTime},
      end_time = ${edited.endTime},
      starts_at = ${edited.startsAt}, ends_at = ${edited.endsAt}, agreed_start = ${agreed.start},
        agreed_end = ${agreed.end}, shift_type = ${edited.shiftType}, description = ${edited.description},
        grade = ${edited.grade}, subject = ${edited.subject}, room = ${edited.room},
        needs_subject = ${edited.needsSubject}, needs_grade = ${edited.needsGrade},
      absence_reason = ${edited.absenceReason}, google_doc_link = ${edited.googleDocLink},
        plan_file_ids = ${edited.planFileIds}::uuid[], may_need_changes = ${edited.mayNeedChanges},
      additional_notes = ${edited.additionalNotes}, is_urgent = ${edited.isUrgent}, book_first = ${edited.bookFirst},
        confirmed = ${edited.confirmed}, updated_at = ${now}
    where id = ${edited.id}`);
}
