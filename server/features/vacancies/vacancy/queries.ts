import type { getAttendanceRecord } from '#contract/attendance.ts';
import type { getFeedbackRecord } from '#contract/feedback.ts';
import type { ClassSource } from '#domain/class.ts';
import { attend, countsSince } from '#domain/attendance.ts';
import { countsNow } from '#domain/feedback.ts';
import type { Closure } from '#domain/closure.ts';
import type { Actor, VacancySubject } from '#domain/permissions.ts';
import type { ProposalFacts } from '#domain/proposal.ts';
import type { VacancySettings } from '#domain/shift.ts';
import type { VacancyState } from '#domain/vacancy.ts';
import { type Database, type Queryable, type Sql, sql, type Tx } from '#server/db/database.ts';
import { anyOf } from '#server/db/sql/ids.ts';
import { todayAt } from '#server/db/sql/schools.ts';
import { worksAt } from '#server/db/sql/substitutes.ts';
import { endsAfter, isAssignment, isCompleted } from '#server/db/sql/vacancies.ts';
import { isTeacher } from '#server/db/sql/users.ts';
import { attendanceReply, classesWithRecords } from '#server/features/vacancies/vacancy/attendance-rows.ts';
import { feedbackAbout, saidOf } from '#server/features/vacancies/vacancy/feedback-queries.ts';
import { columns, source, type VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import type { ReplyTo } from '#server/http/route.ts';

export { offerRecordOf } from '#server/features/vacancies/vacancy/offer-record.ts';

/**
 * Returns the vacancies `v` that this actor could see if they were open: teachers their own, admins the school's,
 * substitutes their own and those of the schools where they work. For these, a late transition gets 409. All others get
 * 404.
 */
export function seeable(actor: Actor): Sql {
  switch (actor.role) {
    case 'teacher':
      return sql`v.teacher_id = ${actor.id} and v.school_id = ${actor.schoolId}`;
    case 'school_admin':
      return sql`v.school_id = ${actor.schoolId}`;
    case 'substitute':
      return sql`(v.substitute_id = ${actor.id} or v.requested_by_id = ${actor.id}
          or ${worksAt(actor.id, sql`v.school_id`)})`;
    case 'overall_admin':
      return sql`false`;
  }
}

/** Returns the vacancy with this id that the actor could see, even if deleted. Returns null for any other. */
export async function seeableVacancy(db: Queryable, id: number, actor: Actor, now: Date): Promise<VacancyRow | null> {
  return db.first<VacancyRow>(sql`select ${columns(actor, now)} from ${source}
    where v.id = ${id} and ${seeable(actor)}`);
}

/** The facts that decide whether someone is too late for a vacancy. None of them depends on who asks. */
export type TakenVacancy = VacancyState &
  VacancySubject &
  Pick<VacancyRow, 'schoolName' | 'schoolActive' | 'date' | 'startTime' | 'endTime'> & { isJobDay: boolean };

/**
 * Returns a vacancy that isn't open anymore. Returns null if it is, or if there is none. It is one short statement for
 * everyone who asks at the same time, so a thousand people who answer one offer cost as much as a few.
 */
export async function takenVacancy(db: Database, id: number, by: 'call' | 'text'): Promise<TakenVacancy | null> {
  // A text may wait longer for the database than a call, so no call waits for the read of a text.
  const [row] = await db.together(`taken:${by}:${id}`, () =>
    db.query<TakenVacancy>(sql`select v.school_id as "schoolId", c.name as "schoolName", c.is_active as "schoolActive",
      v.teacher_id as "teacherId", v.date, v.start_time as "startTime", v.end_time as "endTime",
        v.starts_at as "startsAt", v.ends_at as "endsAt",
      v.status, v.substitute_id as "substituteId", v.requested_by_id as "requestedById",
        v.requested_at as "requestedAt", v.confirmed,
      v.deleted_at as "deletedAt", v.job_id is not null as "isJobDay"
    from vacancies v join schools c on c.id = v.school_id where v.id = ${id} and v.status <> 'open'`),
  );
  return row ?? null;
}

/** Vacancies by id, without access checks. `reader` determines whose decline is included. */
export async function vacanciesOf(
  db: Queryable,
  ids: readonly number[],
  reader: Pick<Actor, 'id' | 'role'> | null,
  now: Date,
): Promise<VacancyRow[]> {
  return db.query<VacancyRow>(sql`select ${columns(reader, now)} from ${source} where v.id = ${anyOf(ids)}
    order by v.id`);
}

/** An assignment as its substitute's calendar shows it. */
export type Assignment = VacancyRow;

/** Returns a substitute's assignments that end after an instant, soonest first. */
export async function assignmentsSince(
  db: Queryable,
  substitute: Pick<Actor, 'id' | 'role'>,
  since: Date,
  now: Date,
): Promise<Assignment[]> {
  return db.query<Assignment>(sql`select ${columns(substitute, now)} from ${source}
    where v.substitute_id = ${substitute.id} and v.status = 'filled' and v.deleted_at is null
      and ${endsAfter(since)}
    order by v.date, v.day_rank, v.start_time, v.id limit 1000`);
}

/** Assignments after that instant that this substitute lost: released, withdrawn or canceled, soonest first. */
export async function lostAssignmentsSince(
  db: Queryable,
  substitute: Pick<Actor, 'id' | 'role'>,
  since: Date,
  now: Date,
): Promise<Assignment[]> {
  return db.query<Assignment>(sql`select ${columns(substitute, now)} from ${source}
    where v.id in (select h.vacancy_id from vacancy_history h
      where h.substitute_id = ${substitute.id} and h.kind in ('approved', 'assigned')
        and not exists (select from vacancy_history u
          where u.vacancy_id = h.vacancy_id and u.kind = 'undone' and u.id > h.id))
      and v.ends_at > ${since} and (v.substitute_id is distinct from ${substitute.id} or v.status <> 'filled'
        or v.deleted_at is not null)
    order by v.date, v.day_rank, v.start_time, v.id limit 1000`);
}

/** Returns how often each of these vacancies has changed: a number that only increases. */
export async function revisionsOf(db: Queryable, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.query<{ id: number; revision: number }>(sql`
    select vacancy_id as id, count(*)::int as revision from vacancy_history
    where vacancy_id = any(${ids}::bigint[])
      and kind not in ('seen', 'notified', 'offered_again', 'declined', 'undeclined', 'attendance')
      group by vacancy_id`);
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

/** Returns whether substitutes have been notified of a vacancy, or of the job that it is a day of. */
export async function wasOffered(db: Queryable, id: number): Promise<boolean> {
  const [found] = await db.query<{ offered: boolean }>(
    sql`select exists (select from vacancy_history
        where vacancy_id = ${id} and kind in ('notified', 'offered_again')) as offered`,
  );
  return found?.offered ?? false;
}

/** The fields of a school that posting a vacancy needs. */
export type PostingSchool = {
  id: number;
  timeZone: string;
  zipCode: string;
  settings: VacancySettings;
  closures: readonly Closure[];
};

const activeSchool = (id: number) =>
  sql`select id, time_zone as "timeZone", zip_code as "zipCode", vacancy_settings as settings, closures from schools
      where id = ${id} and is_active`;

/**
 * Returns the active school with this id, for posting, locked until the transaction ends. A change of its time zone
 * moves existing vacancies, so none may be posted in the old zone meanwhile.
 */
export async function postingSchool(tx: Tx, id: number): Promise<PostingSchool | null> {
  return tx.first<PostingSchool>(sql`${activeSchool(id)} for share`);
}

/** Like `postingSchool`, but without a lock, for previewing who would be notified. */
export async function schoolToPostAt(db: Queryable, id: number): Promise<PostingSchool | null> {
  return db.first<PostingSchool>(activeSchool(id));
}

/** The facts from which a teacher's next absence is proposed. */
type AbsenceSource = Pick<ProposalFacts, 'teacher' | 'last' | 'settings' | 'closures' | 'absences'> & {
  timeZone: string;
};

/**
 * Returns a teacher of the school, their latest absence there by date, and the next 200 from today on; null for anyone
 * else.
 */
export async function absenceSource(
  db: Queryable,
  { teacherId, schoolId, now }: { teacherId: number; schoolId: number; now: Date },
): Promise<AbsenceSource | null> {
  const [row] =
    await db.query<AbsenceSource>(sql`select s.time_zone as "timeZone", s.vacancy_settings as settings, s.closures,
      jsonb_build_object('fullName', u.full_name, 'subjects', u.subjects, 'department', u.department) as teacher,
      (select jsonb_build_object('shiftType', v.shift_type, 'description', v.description,
        'additionalNotes', v.additional_notes, 'googleDocLink', v.google_doc_link,
          'grade', v.grade, 'subject', v.subject, 'room', v.room)
        from vacancies v where v.teacher_id = u.id and v.school_id = s.id and v.deleted_at is null
        order by v.date desc, v.day_rank desc, v.start_time desc, v.id desc limit 1) as last,
      (select coalesce(jsonb_agg(jsonb_build_object('date', a.date, 'start', to_char(a.start_time, 'HH24:MI'),
        'end', to_char(a.end_time, 'HH24:MI'))), '[]')
        from (select date, start_time, end_time from vacancies v
          where v.teacher_id = u.id and v.deleted_at is null and v.absence_reason is not null
          and v.date >= ${todayAt(sql`s`, now)} order by date limit 200) a) as absences
    from users u join schools s on s.id = u.school_id
    where u.id = ${teacherId} and u.school_id = ${schoolId} and ${isTeacher}`);
  return row ?? null;
}

/**
 * Returns the profile and the latest class by date of an active, approved teacher of the school; null for anyone else.
 */
export async function classSourceOf(
  db: Queryable,
  { teacherId, schoolId }: { teacherId: number; schoolId: number },
): Promise<ClassSource | null> {
  const [row] = await db.query<ClassSource>(sql`select jsonb_build_object('subjects', u.subjects,
        'department', u.department) as teacher,
      (select jsonb_build_object('grade', v.grade, 'subject', v.subject, 'room', v.room) from vacancies v
        where v.teacher_id = u.id and v.school_id = u.school_id and v.deleted_at is null
        order by v.date desc, v.day_rank desc, v.start_time desc, v.id desc limit 1) as last
    from users u
    where u.id = ${teacherId} and u.school_id = ${schoolId} and ${isTeacher}`);
  return row ?? null;
}

/** Returns whether this is an active, approved teacher of the school. */
export async function isTeacherOf(db: Queryable, id: number, schoolId: number): Promise<boolean> {
  const rows = await db.query(
    sql`select 1 from users u where u.id = ${id} and u.school_id = ${schoolId} and ${isTeacher}`,
  );
  return rows.length > 0;
}

type TeacherCounts = { open: number; filled: number; openAhead: number; pendingAhead: number; filledAhead: number };

/**
 * For each of these teachers, how many vacancies are open from today on, how many are filled on any date, and how many
 * of each are ahead: not over yet, and if open, neither begun nor covered by colleagues.
 */
export async function countsForTeachers(
  db: Queryable,
  teacherIds: readonly number[],
  { today, now }: { today: string; now: Date },
): Promise<Map<number, TeacherCounts>> {
  const rows = await db.query<TeacherCounts & { id: number }>(sql`select teacher_id as id,
      (count(*) filter (where status = 'open' and date >= ${today}))::int as open,
        (count(*) filter (where status = 'filled'))::int as filled,
      (count(*) filter (where status = 'open' and starts_at > ${now} and not covered_inside))::int as "openAhead",
      (count(*) filter (where status = 'pending_approval' and ends_at > ${now}))::int as "pendingAhead",
      (count(*) filter (where status = 'filled' and ends_at > ${now}))::int as "filledAhead"
    from vacancies where teacher_id = any(${teacherIds}::bigint[]) and deleted_at is null group by teacher_id`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Returns how many assignments at this school each of these substitutes has completed. */
export async function completedAssignments(
  db: Queryable,
  substituteIds: readonly number[],
  schoolId: number,
  now: Date,
): Promise<Map<number, number>> {
  const rows = await db.query<{ id: number; completed: number }>(sql`
    select substitute_id as id, count(*)::int as completed
    from vacancies w where substitute_id = any(${substituteIds}::bigint[]) and school_id = ${schoolId}
      and ${isCompleted(now)} group by substitute_id`);
  return new Map(rows.map(({ id, completed }) => [id, completed]));
}

/** Returns the teachers to whom each of these substitutes is assigned, for `can(…, 'user.seeContact')`. */
export async function teachersCoveredBy(
  db: Queryable,
  substituteIds: readonly number[],
  schoolId: number,
): Promise<Map<number, number[]>> {
  const rows = await db.query<{ id: number; teacherIds: number[] }>(sql`
    select substitute_id as id, array_agg(distinct teacher_id) as "teacherIds"
    from vacancies w where substitute_id = any(${substituteIds}::bigint[]) and school_id = ${schoolId}
      and ${isAssignment} group by substitute_id`);
  return new Map(rows.map(({ id, teacherIds }) => [id, teacherIds]));
}

/**
 * Returns the teachers whose vacancies a substitute has requested, for `can(…, 'user.seeResume')`, in addition to those
 * they cover.
 */
export async function teachersAskedBy(db: Queryable, substituteId: number, schoolId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`select distinct teacher_id as id from vacancies
    where requested_by_id = ${substituteId} and school_id = ${schoolId} and status = 'pending_approval'
      and deleted_at is null`);
  return rows.map((row) => row.id);
}

/** Returns the substitutes who are booked at that time. */
export async function bookedAt(
  db: Queryable,
  substituteIds: readonly number[],
  startsAt: Date,
  endsAt: Date,
): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(sql`select distinct substitute_id as id from vacancies w
    where substitute_id = any(${substituteIds}::bigint[]) and ${isAssignment}
      and tstzrange(starts_at, ends_at) && tstzrange(${startsAt}, ${endsAt})`);
  return new Set(rows.map((row) => row.id));
}

/** The entries of a record that are shown. The counts are of all. */
const mostShown = 50;

/** Returns a substitute's no-shows and late arrivals at a school that still count, latest first. */
export async function attendanceRecordOf(
  db: Queryable,
  { substituteId, schoolId }: { substituteId: number; schoolId: number | null },
  now: Date,
): ReplyTo<typeof getAttendanceRecord> {
  const rows = await classesWithRecords(
    db,
    sql`v.id in (select vacancy_id from attendance
        where substitute_id = ${substituteId} and school_id = ${schoolId}::bigint
        and (state = 'no_show' or minutes_late is not null))
      and v.deleted_at is null and v.date >= ${countsSince(now)}
    order by v.date desc, v.start_time desc, v.id desc`,
  );
  const entries = rows.flatMap((row) => {
    const own = row.records.find((record) => record.substituteId === substituteId);
    return own === undefined ? [] : [{ row, own }];
  });
  return {
    noShows: entries.filter(({ own }) => own.state === 'no_show').length,
    late: entries.filter(({ own }) => own.state !== 'no_show').length,
    entries: entries.slice(0, mostShown).map(({ row, own }) => ({
      vacancyId: row.vacancyId,
      date: row.date,
      title: row.title,
      teacherName: row.teacherName,
      attendance: attendanceReply(own),
      canRemove: attend(own, { type: 'none' }, row, now).ok,
    })),
  };
}

/**
 * Returns the feedback on a substitute that counts, from teachers of a school: the counts, and the latest with words.
 */
export async function feedbackRecordOf(
  db: Queryable,
  of: { substituteId: number; schoolId: number | null },
  now: Date,
): ReplyTo<typeof getFeedbackRecord> {
  const counting = (await feedbackAbout(db, of, now)).filter((row) => countsNow(row, now));
  const again = counting.filter((row) => row.again === true).length;
  const withWords = counting.filter(({ words, answer }) => words !== null || answer !== null);
  return {
    again,
    notAgain: counting.length - again,
    entries: withWords.slice(0, mostShown).map((row) => ({
      vacancyId: row.vacancyId,
      date: row.date,
      title: row.title,
      teacherName: row.teacherName,
      ...saidOf(row),
    })),
  };
}
