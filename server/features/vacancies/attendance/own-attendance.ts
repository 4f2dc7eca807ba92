import type { answerAttendance as answerCall, listOwnAttendance } from '#contract/attendance.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { attend, countsSince, reportTime } from '#domain/attendance.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { todayAt } from '#server/db/sql/schools.ts';
import { isAssignment } from '#server/db/sql/vacancies.ts';
import { presentClass } from '#server/features/vacancies/attendance/attendance-day.ts';
import {
  type AttendanceRow,
  attendanceReply,
  classesWithRecords,
  type ClassRow,
} from '#server/features/vacancies/vacancy/attendance-rows.ts';
import { notifyStaffAbout } from '#server/features/vacancies/vacancy/notifications.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { lockVacancies } from '#server/features/vacancies/vacancy/store.ts';
import { countAttempt } from '#server/http/limits.ts';
import { notFound } from '#server/core/refused.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

type Own = ReplyInput<typeof listOwnAttendance>;

/** More classes than anyone works in a year. */
const mostShown = 500;
/** Answers to one record in a day, because each new one notifies the school. */
const answersPerDay = 5;

/** Returns the substitute's classes of today, and every record of the last 12 months. */
export async function ownAttendance({ db, actor, now }: Call<typeof listOwnAttendance>): Promise<Own> {
  const rows = await classesWithRecords(
    db,
    sql`v.id in (
        select w.id from vacancies w join schools s on s.id = w.school_id
          where w.substitute_id = ${actor.id} and ${isAssignment}
          and w.date = ${todayAt(sql`s`, now)}
        union select a.vacancy_id from attendance a where a.substitute_id = ${actor.id})
      and v.deleted_at is null and v.date >= ${countsSince(now)}
    order by v.date desc, v.start_time desc, v.id desc limit ${mostShown}`,
  );
  return rows.map((row) => ownReply(row, actor.id, now));
}

/** Returns a class for its substitute, with only their own record. */
export function ownReply(row: ClassRow & { records: AttendanceRow[] }, substituteId: number, now: Date): Own[number] {
  const own = row.records.find((record) => record.substituteId === substituteId) ?? null;
  const hasArrived = own !== null && (own.state === 'here' || own.state === 'late');
  return {
    vacancyId: row.vacancyId,
    date: row.date,
    startTime: row.startTime,
    endTime: row.endTime,
    title: row.title,
    schoolName: row.schoolName,
    teacherName: row.teacherName,
    timeZone: row.timeZone,
    reportTime: reportTime(row),
    attendance: own === null ? null : attendanceReply(own),
    canSignIn: row.substituteId === substituteId && !hasArrived && attend(own, { type: 'signIn' }, row, now).ok,
    canAnswer: own !== null && own.state !== 'here',
  };
}

/**
 * Saves the substitute's answer, even if they have been released since. The school's administrators are notified of an
 * answer to a no-show.
 */
export async function answerAttendance(call: CallInTx<typeof answerCall>, tx: Tx): ReplyTo<typeof answerCall> {
  const { actor, body, params, now } = call;
  await lockVacancies(tx, [params.id]);
  const answer = body.answer === '' ? null : body.answer;
  const [written] = await tx.query<{ state: string }>(sql`update attendance a
    set answer = ${answer}::text, answered_at = case when ${answer}::text is null then null else ${now}::timestamptz
      end, version = a.version + 1
    from vacancies v where v.id = a.vacancy_id and v.deleted_at is null and a.vacancy_id = ${params.id}
      and a.substitute_id = ${actor.id} and a.state <> 'here' returning a.state`);
  if (written === undefined) throw notFound('attendance');
  const [row] = await vacanciesOf(tx, [params.id], null, now);
  if (row !== undefined && answer !== null) {
    await countAttempt(
      tx,
      { key: `attendance-answer:${actor.id}:${params.id}`, most: answersPerDay, windowSeconds: 86_400 },
      now,
    );
    if (written.state === 'no_show')
      await notifyStaffAbout(tx, call, row, {
        kind: 'no_show_answered',
        // Several edits of one answer notify only once.
        cause: `no-show-answer:${params.id}:${actor.id}`,
        teacher: false,
        admins: 'all',
        facts: (about) => ({ ...about, substitute: currentSession(call).user.fullName, personId: actor.id }),
      });
  }
  return ownReply(await presentClass(tx, params.id), actor.id, now);
}
