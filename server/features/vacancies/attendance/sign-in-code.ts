import type { getSignInCode, signInAtSchool as signInCall } from '#contract/attendance.ts';
import { attend, attendanceWords } from '#domain/attendance.ts';
import { can } from '#domain/permissions.ts';
import { localDate } from '#domain/time.ts';
import { presentClass } from '#server/features/vacancies/attendance/attendance-day.ts';
import { ownReply } from '#server/features/vacancies/attendance/own-attendance.ts';
import { allowed, isSame } from '#server/features/vacancies/attendance/record-attendance.ts';
import { writeAttendance } from '#server/features/vacancies/vacancy/attendance-rows.ts';
import { lockedVacancy, record } from '#server/features/vacancies/vacancy/store.ts';
import { countAttempt } from '#server/http/limits.ts';
import { notAllowed, notFound, refusedAs, wrongField } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';
import { linkKey, signInCodeOf } from '#server/security/keys.ts';

/** Attempts of one person at one school in a day: one code in a million is right. */
const triesPerDay = 10;

/** Returns today's code for the caller's school. It changes every day and isn't stored. */
export async function codeOfToday(call: Call<typeof getSignInCode>): ReplyTo<typeof getSignInCode> {
  const { db, actor, now } = call;
  const [school] = currentSession(call).user.schools;
  if (actor.schoolId === null || school === undefined) throw notFound('school');
  const date = localDate(now, school.timeZone);
  return { date, code: signInCodeOf(await linkKey(db), actor.schoolId, date) };
}

/**
 * The booked substitute signs in with the code of the day. After the start, they are late. Signing in also corrects a
 * no-show that was recorded before they came.
 *
 * @throws {Refused} bad_input for a wrong code, too_many_requests after ten of them.
 */
export async function signInAtSchool(call: Call<typeof signInCall>): ReplyTo<typeof signInCall> {
  const { db, actor, body, params, now } = call;
  const key = await linkKey(db);
  const outcome = await db.inTransaction(async (tx) => {
    const vacancy = await lockedVacancy(tx, params.id, call);
    if (!can(actor, 'vacancy.signIn', vacancy)) throw notAllowed();
    if (vacancy.deletedAt !== null) throw refusedAs('vacancy_gone');
    if (vacancy.status !== 'filled') throw refusedAs('not_filled');
    if (vacancy.substituteId !== actor.id) throw refusedAs('not_yours');
    const of = await presentClass(tx, params.id);
    const known = of.records.find((each) => each.substituteId === actor.id) ?? null;
    const next = allowed(attend(known, { type: 'signIn' }, of, now));
    if (next === null) throw new Error('Signing in leaves a record.');
    await countAttempt(
      tx,
      { key: `sign-in:${actor.id}:${of.schoolId}`, most: triesPerDay, windowSeconds: 86_400 },
      now,
    );
    // The attempt still counts, because this transaction commits.
    if (body.code.replace(' ', '') !== signInCodeOf(key, of.schoolId, of.date)) return null;
    if (!isSame(known, next)) {
      await writeAttendance(tx, { ...of, substituteId: actor.id }, next, {
        id: actor.id,
        how: 'code',
        note: null,
        now,
      });
      await record(tx, call, vacancy, [{ kind: 'attendance', substituteId: actor.id }], {
        changes: [attendanceWords(next, of.timeZone)],
      });
    }
    return ownReply(await presentClass(tx, params.id), actor.id, now);
  });
  if (outcome === null) throw wrongField('code', 'This is not today’s code. Check the screen in the front office.');
  return outcome;
}
