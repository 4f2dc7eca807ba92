import type { getAttendanceRecord } from '#contract/attendance.ts';
import { type Attendance, type AttendedClass } from '#domain/attendance.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { type Queryable, sql, type Sql, type Tx } from '#server/db/database.ts';

/** A record as stored. */
export type AttendanceRow = Attendance & {
  substituteId: number;
  substituteName: string;
  recordedHow: 'office' | 'code';
  recordedBy: string;
  recordedAt: Date;
  note: string | null;
  answer: string | null;
  answeredAt: Date | null;
  version: number;
};

/** A class with the facts that the rules of attendance need. */
export type ClassRow = AttendedClass & {
  vacancyId: number;
  schoolId: number;
  endTime: string;
  title: string;
  schoolName: string;
  teacherId: number;
  teacherName: string;
  status: string;
  substituteId: number | null;
  substituteName: string | null;
};

/** A record as replies show it. */
export type AttendanceInReply = ReplyInput<typeof getAttendanceRecord>['entries'][number]['attendance'];

/** The columns of a class, over `v` (vacancies), `c` (its school), `t` (its teacher) and `p` (its substitute). */
const classColumns = sql`v.id as "vacancyId", v.school_id as "schoolId", v.date, v.start_time as "startTime",
    v.end_time as "endTime", v.starts_at as "startsAt",
  v.ends_at as "endsAt", c.time_zone as "timeZone", c.report_minutes as "reportMinutes", v.description as title,
    c.name as "schoolName", v.teacher_id as "teacherId", t.full_name as "teacherName",
  v.status, v.substitute_id as "substituteId", p.full_name as "substituteName"`;
const classSource = sql`vacancies v join schools c on c.id = v.school_id join users t on t.id = v.teacher_id
    left join users p on p.id = v.substitute_id`;

/** A record as one JSON value, over `a`. Times are instants in UTC. */
const record = sql`jsonb_build_object('substituteId', a.substitute_id, 'substituteName', (select u.full_name
    from users u where u.id = a.substitute_id), 'state', a.state, 'arrivedAt', a.arrived_at, 'leftAt', a.left_at,
  'minutesLate', a.minutes_late, 'recordedHow', a.recorded_how, 'recordedBy', (select u.full_name from users u
    where u.id = a.recorded_by_id), 'recordedAt', a.recorded_at, 'note', a.note,
  'answer', a.answer, 'answeredAt', a.answered_at, 'version', a.version)`;

type InJson = Omit<AttendanceRow, 'arrivedAt' | 'leftAt' | 'recordedAt' | 'answeredAt'> & {
  arrivedAt: string | null;
  leftAt: string | null;
  recordedAt: string;
  answeredAt: string | null;
};

function readRecord(row: InJson): AttendanceRow {
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...row,
    arrivedAt: instant(row.arrivedAt),
    leftAt: instant(row.leftAt),
    recordedAt: new Date(row.recordedAt),
    answeredAt: instant(row.answeredAt),
  };
}

/** Selects classes with all their records. `rest` filters and orders `v`. */
export async function classesWithRecords(
  db: Queryable,
  rest: Sql,
): Promise<(ClassRow & { records: AttendanceRow[] })[]> {
  const rows = await db.query<ClassRow & { records: InJson[] }>(sql`select ${classColumns},
      coalesce((select jsonb_agg(${record} order by a.recorded_at, a.substitute_id) from attendance a
        where a.vacancy_id = v.id), '[]') as records
    from ${classSource} where ${rest}`);
  return rows.map((row) => ({ ...row, records: row.records.map(readRecord) }));
}

/**
 * Writes a record of a locked vacancy, or removes it, with the next version. A new record never has a version of a
 * removed one, see 0063_versions_of_removed_rows.sql. An answer stays as long as the state doesn't change.
 */
export async function writeAttendance(
  tx: Tx,
  of: ClassRow & { substituteId: number },
  next: Attendance | null,
  by: { id: number; how: 'office' | 'code'; note: string | null; now: Date },
): Promise<void> {
  if (next === null) {
    await tx.execute(sql`delete from attendance
      where vacancy_id = ${of.vacancyId} and substitute_id = ${of.substituteId}`);
    return;
  }
  await tx.execute(sql`insert into attendance
      (vacancy_id, substitute_id, school_id, state, arrived_at, left_at, minutes_late, recorded_how, recorded_by_id,
      recorded_at, note, version)
    values (${of.vacancyId}, ${of.substituteId}, ${of.schoolId}, ${next.state}, ${next.arrivedAt}, ${next.leftAt},
      ${next.minutesLate}, ${by.how}, ${by.id}, ${by.now}, ${by.note},
      case when exists (select from attendance
        where vacancy_id = ${of.vacancyId} and substitute_id = ${of.substituteId}) then 1
        else nextval('attendance_versions') end)
    on conflict (vacancy_id, substitute_id)
      do update set state = excluded.state, arrived_at = excluded.arrived_at, left_at = excluded.left_at,
      minutes_late = excluded.minutes_late,
      recorded_how = excluded.recorded_how, recorded_by_id = excluded.recorded_by_id,
        recorded_at = excluded.recorded_at, note = excluded.note, version = attendance.version + 1,
      answer = case when attendance.state = excluded.state then attendance.answer end,
        answered_at = case when attendance.state = excluded.state then attendance.answered_at end`);
}

/** Returns a record as replies contain it. */
export function attendanceReply(row: AttendanceRow): AttendanceInReply {
  const { substituteId: _id, substituteName: _name, ...shown } = row;
  return {
    ...shown,
    arrivedAt: row.arrivedAt?.toISOString() ?? null,
    leftAt: row.leftAt?.toISOString() ?? null,
    recordedAt: row.recordedAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
}
