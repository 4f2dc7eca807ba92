import type { editJob as editJobCall, listJobDays as listJobDaysCall } from '#contract/job-days.ts';
import { notesOnOtherDay, otherDayChanged, otherDayNotSaved, remainingDays } from '#domain/job-days.ts';
import { can } from '#domain/permissions.ts';
import { found, notAllowed, Refused, refusedAs } from '#server/core/refused.ts';
import type { Tx } from '#server/db/database.ts';
import { lockTeacherOf } from '#server/features/vacancies/vacancy/already-absent.ts';
import { notifyOfEdits } from '#server/features/vacancies/posting/edit-notices.ts';
import { type Edit, editDay, lockBooked, type Terms } from '#server/features/vacancies/posting/edit-vacancy.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { seeableVacancy, vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { type ActingCall, lockedVacancy } from '#server/features/vacancies/vacancy/store.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** Returns the days that an edit of the whole job changes, by date. A vacancy outside a job is the only one. */
export async function listJobDays(call: Call<typeof listJobDaysCall>): ReplyTo<typeof listJobDaysCall> {
  const { db, actor, now, params } = call;
  const row = found(await seeableVacancy(db, params.id, actor, now), 'vacancy');
  if (!can(actor, 'vacancy.annotate', row)) throw notAllowed();
  if (row.deletedAt !== null) throw refusedAs('vacancy_gone');
  const days = await vacanciesOf(db, idsOf(row, now), null, now);
  return days
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    .map(({ id, date, startTime, endTime, version, substitute }) => ({
      id,
      date,
      startTime,
      endTime,
      version,
      substituteName: substitute?.fullName ?? null,
    }));
}

/**
 * Edits a day of a job and, in the same way, its other days that haven't begun: all or none. Each person gets one
 * notification, and a booked substitute confirms again as after an edit of one day.
 *
 * @throws {Refused} like `editVacancy`, with the date if it is because of another day.
 */
export async function editJob(call: Call<typeof editJobCall>): ReplyTo<typeof editJobCall> {
  const { id } = call.params;
  const { version, saveAnyway, others = [], ...edit } = call.body;
  if (Object.values(edit).every((value) => value === undefined))
    throw new Refused('bad_input', 'There is nothing to change.');
  const versions = new Map(others.map((other) => [other.id, other.version]));
  return call.db.inTransaction(async (tx) => {
    const row = await lockedJob(tx, call, id);
    const first = await editDay(tx, call, id, edit, { version, saveAnyway });
    const days = [first];
    for (const other of remainingDays(row, row.jobDays ?? [], call.now)) {
      if (other.id === id) continue;
      const notes = { before: first.before.additionalNotes, after: first.row.additionalNotes };
      days.push(
        await editOtherDay(tx, call, other, { edit, notes, terms: { version: versions.get(other.id), saveAnyway } }),
      );
    }
    await notifyOfEdits(tx, call, days);
    return present(tx, id, call);
  });
}

/** Locks the teacher and the substitutes of all days before the days. */
async function lockedJob(tx: Tx, call: ActingCall, id: number): Promise<VacancyRow> {
  const seen = found(await seeableVacancy(tx, id, call.actor, call.now), 'vacancy');
  await lockTeacherOf(tx, id, call.actor.schoolId);
  await lockBooked(tx, idsOf(seen, call.now));
  return lockedVacancy(tx, id, call);
}

function idsOf(row: VacancyRow, now: Date): number[] {
  const days = remainingDays(row, row.jobDays ?? [], now).map(({ id }) => id);
  return days.length === 0 ? [row.id] : days;
}

type OtherEdit = { edit: Edit; notes: { before: string; after: string }; terms: Terms };

async function editOtherDay(
  tx: Tx,
  call: ActingCall,
  { id, date }: { id: number; date: string },
  { edit, notes, terms }: OtherEdit,
) {
  const { additionalNotes: other } = await lockedVacancy(tx, id, call);
  const own = edit.additionalNotes === undefined ? {} : { additionalNotes: notesOnOtherDay({ ...notes, other }) };
  try {
    return await editDay(tx, call, id, { ...edit, ...own }, terms);
  } catch (error) {
    // The sentences about limits and about an earlier absence don't need a date, or have one.
    if (!(error instanceof Refused) || error.code === 'too_many_requests' || error.code === 'already_absent')
      throw error;
    const sentence = error.code === 'conflict' ? otherDayChanged(date) : otherDayNotSaved(date, error.message);
    throw new Refused(error.code, sentence);
  }
}
