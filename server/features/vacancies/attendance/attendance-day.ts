import type { getAttendanceOfDay } from '#contract/attendance.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { attendanceChangesAt, isMissing, possibleAttendance, reportTime } from '#domain/attendance.ts';
import { type Actor, can } from '#domain/permissions.ts';
import { localDate } from '#domain/time.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import {
  type AttendanceRow,
  attendanceReply,
  classesWithRecords,
  type ClassRow,
} from '#server/features/vacancies/vacancy/attendance-rows.ts';
import type { Call } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

type Day = ReplyInput<typeof getAttendanceOfDay>;
type ClassReply = Day['classes'][number];

/** Returns a day's classes with a booked substitute or a no-show, in the order of the day. */
export async function attendanceOfDay(call: Call<typeof getAttendanceOfDay>): Promise<Day> {
  const { db, actor, query, now } = call;
  const [school] = currentSession(call).user.schools;
  const date = query.date ?? localDate(now, school?.timeZone ?? 'UTC');
  const rows = await classesWithRecords(
    db,
    sql`v.school_id = ${actor.schoolId}::bigint and v.date = ${date} and v.deleted_at is null
      and (v.status = 'filled' or exists (select from attendance a where a.vacancy_id = v.id))
    order by v.start_time, lower(t.full_name), v.id`,
  );
  const changes = rows.flatMap((row) => attendanceChangesAt(row, now) ?? []).map((at) => at.getTime());
  return {
    date,
    changesAt: changes.length === 0 ? null : new Date(Math.min(...changes)).toISOString(),
    classes: rows.map((row) => classReply(row, actor, now)),
  };
}

/** One class of the day, as its reader may change it now. */
export function classReply(row: ClassRow & { records: AttendanceRow[] }, actor: Actor, now: Date): ClassReply {
  const { vacancyId, substituteId, substituteName, records } = row;
  const own = records.find((record) => record.substituteId === substituteId) ?? null;
  const subject = { schoolId: row.schoolId, teacherId: row.teacherId, substituteId, requestedById: null };
  const mayRecord = substituteId !== null && can(actor, 'vacancy.recordAttendance', subject);
  return {
    vacancyId,
    substituteId,
    substituteName,
    reportTime: reportTime(row),
    isMissing: substituteId !== null && isMissing(own, row, now),
    attendance: own === null ? null : attendanceReply(own),
    noShows: records
      .filter((record) => record.state === 'no_show' && record.substituteId !== substituteId)
      .map((record) => record.substituteName),
    canOfferAgain:
      own?.state === 'no_show' && row.status === 'filled' && now < row.endsAt && can(actor, 'vacancy.release', subject),
    can: mayRecord ? possibleAttendance(own, row, now) : [],
  };
}

/** One class after a change, by its id. */
export async function presentClass(db: Queryable, id: number): Promise<ClassRow & { records: AttendanceRow[] }> {
  const [row] = await classesWithRecords(db, sql`v.id = ${id}`);
  if (row === undefined) throw new Error(`Vacancy ${id} vanished within one transaction.`);
  return row;
}
