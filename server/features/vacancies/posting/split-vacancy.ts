import type { splitVacancy as splitCall } from '#contract/vacancy-split.ts';
import { splitAt, type SplitHalf } from '#domain/split.ts';
import { formatTimeRange, instantOf } from '#domain/time.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { editVacancy } from '#server/features/vacancies/posting/edit-vacancy.ts';
import { offerAgain, offerUncounted } from '#server/features/vacancies/dispatch/offer.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { seeableVacancy, vacanciesOf, wasOffered } from '#server/features/vacancies/vacancy/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { lockedVacancy, record } from '#server/features/vacancies/vacancy/store.ts';
import { found, Refused, wrongField } from '#server/core/refused.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/**
 * Splits one class into two, in one transaction. A booked substitute keeps the chosen half, is notified of its new
 * times, and confirms again if they moved by more than 15 minutes; the other half is open and offered to everyone else.
 *
 * @throws {Refused} conflict if it has changed since the version that was shown; bad_input if the time is not between
 * the start and the end, or has passed; otherwise like `editVacancy`.
 */
export async function splitVacancy(call: CallInTx<typeof splitCall>, tx: Tx): ReplyTo<typeof splitCall> {
  const { id } = call.params;
  const { at, keeps, version } = call.body;
  const seen = found(await seeableVacancy(tx, id, call.actor, call.now), 'vacancy');
  if (version !== undefined && version !== seen.version)
    throw new Refused('conflict', 'Someone changed this class after you opened it. Close this and open it again.');
  const halves = splitAt(seen, at, seen.settings);
  if (halves === null) throw wrongField('at', 'Choose a time between the start and the end of the class.');
  if (instantOf(seen.date, at, seen.timeZone) <= call.now)
    throw wrongField('at', 'This time has passed. Choose a later one.');
  const other: SplitHalf = keeps === 'first' ? 'second' : 'first';
  // Locks the vacancy, and refuses callers who may not edit it and vacancies that can't be edited now.
  await editVacancy(tx, call, id, halves[keeps], { version });
  const kept = await lockedVacancy(tx, id, call);
  const opened = await insertHalf(tx, call, kept, halves[other]);
  const [row] = await vacanciesOf(tx, [opened], null, call.now);
  if (row === undefined) throw new Error('An insert returned no row.');
  const whole = formatTimeRange(seen.startTime, seen.endTime);
  await record(tx, call, row, [{ kind: 'posted', substituteId: null }], {
    changes: [`Split from ${kept.description}, ${whole}`],
  });
  if (kept.substituteId !== null) await offerAgain(tx, call, row, kept.substituteId);
  else if (await wasOffered(tx, id)) {
    const { sendEmail = true, sendSMS = false } = kept.notificationPreferences ?? {};
    const round = { among: kept.targetSubstituteIds, sendEmail, sendSms: sendSMS };
    await offerUncounted(tx, call, row, round, { nth: 1, of: 1 });
  }
  return [await present(tx, id, call), await present(tx, opened, call)];
}

async function insertHalf(
  tx: Tx,
  { actor, now }: Pick<CallInTx, 'actor' | 'now'>,
  { id, date, timeZone }: VacancyRow,
  { startTime, endTime, shiftType }: { startTime: string; endTime: string; shiftType: string },
): Promise<number> {
  const half = await tx.only<{ id: number }>(sql`
      insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
      shift_type, description, grade, subject, room, needs_subject, needs_grade, absence_reason, google_doc_link,
        plan_file_ids, may_need_changes, additional_notes, is_urgent, book_first,
      target_substitute_ids, first_ids, notification_preferences, created_at, updated_at)
    select school_id, teacher_id, ${actor.id}, date, ${startTime}, ${endTime}, ${instantOf(date, startTime, timeZone)},
      ${instantOf(date, endTime, timeZone)},
      ${shiftType}, description, grade, subject, room, needs_subject, needs_grade, absence_reason, google_doc_link,
        plan_file_ids, may_need_changes, additional_notes, is_urgent, book_first,
      target_substitute_ids, first_ids, notification_preferences, ${now}, ${now}
    from vacancies where id = ${id} returning id`);
  return half.id;
}
