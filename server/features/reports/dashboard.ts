import type { ReplyInput } from '#contract/endpoint.ts';
import type { getDashboard } from '#contract/reports.ts';
import type { Actor, VacancySubject } from '#domain/permissions.ts';
import { FORMER_SUBSTITUTE } from '#domain/person.ts';
import { possibleActs } from '#domain/possible.ts';
import type { VacancyState } from '#domain/vacancy.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { reportedSchool } from '#server/features/reports/reports.ts';
import type { Call } from '#server/http/route.ts';

type Dashboard = ReplyInput<typeof getDashboard>;

/** The counts of the cards, and every absence of a day: uncovered ones first, then by start. */
export async function dashboardOf(call: Call<typeof getDashboard>): Promise<Dashboard> {
  const { db, query, actor, now } = call;
  const { schoolId, today } = reportedSchool(call);
  const date = query.date ?? today;
  const [vacancies, people, rooms] = await Promise.all([
    schoolCounts(db, schoolId, today),
    peopleCounts(db, schoolId),
    roomsOf(db, schoolId, date),
  ]);
  const seen = rooms.map((room) => seenBy(actor, room, now));
  return { today, date, ...vacancies, ...people, rooms: seen };
}

type SchoolCounts = Pick<
  Dashboard,
  'openVacancies' | 'pendingVacancies' | 'filledVacancies' | 'unconfirmedVacancies' | 'reasonDecided'
>;

/** Open and requested from today on, filled of all dates, out of the tally of the school's days; and what the school has decided. */
async function schoolCounts(db: Queryable, schoolId: number, today: string): Promise<SchoolCounts> {
  const [row] =
    await db.query<SchoolCounts>(sql`select coalesce(sum(open) filter (where date >= ${today}), 0)::int as "openVacancies",
      coalesce(sum(pending) filter (where date >= ${today}), 0)::int as "pendingVacancies", coalesce(sum(filled), 0)::int as "filledVacancies",
      (select count(*) from vacancies v where v.school_id = ${schoolId} and v.date >= ${today} and v.status = 'filled' and not v.confirmed and v.deleted_at is null)::int as "unconfirmedVacancies",
      (select reason_decided from schools where id = ${schoolId}) as "reasonDecided"
    from school_days where school_id = ${schoolId}`);
  if (row === undefined) throw new Error('A statement of aggregates answers with a row.');
  return row;
}

type PeopleCounts = Pick<
  Dashboard,
  'approvedTeachers' | 'pendingTeachers' | 'approvedSubstitutes' | 'pendingSubstitutes'
>;

/** The same people as the lists' `approved` and `pending`. */
async function peopleCounts(db: Queryable, schoolId: number): Promise<PeopleCounts> {
  const [row] =
    await db.query<PeopleCounts>(sql`select t.approved as "approvedTeachers", t.pending as "pendingTeachers", s.approved as "approvedSubstitutes", s.pending as "pendingSubstitutes"
    from (select (count(*) filter (where is_approved))::int as approved, (count(*) filter (where not is_approved and rejected_at is null and is_active))::int as pending
        from users where school_id = ${schoolId} and role = 'teacher' and deleted_at is null) t
      cross join (select (count(*) filter (where l.works_here))::int as approved, (count(*) filter (where not l.works_here))::int as pending
        from substitute_schools l join users u on u.id = l.substitute_id where l.school_id = ${schoolId} and l.is_selected and u.deleted_at is null) s`);
  return row ?? { approvedTeachers: 0, pendingTeachers: 0, approvedSubstitutes: 0, pendingSubstitutes: 0 };
}

type Room = Dashboard['rooms'][number];
type RoomRow = Omit<Room, 'can' | 'confirmed'> & VacancyState & VacancySubject & { teacherId: number };

function seenBy(actor: Actor, row: RoomRow, now: Date): Room {
  const {
    id,
    startTime,
    endTime,
    shiftType,
    description,
    teacherId,
    teacherName,
    absenceReason,
    status,
    isUrgent,
    substitute,
  } = row;
  const confirmed = status === 'filled' ? row.confirmed : null;
  return {
    id,
    startTime,
    endTime,
    shiftType,
    description,
    teacherId,
    teacherName,
    absenceReason,
    status,
    isUrgent,
    substitute,
    confirmed,
    can: possibleActs(actor, row, now),
  };
}

async function roomsOf(db: Queryable, schoolId: number, date: string): Promise<RoomRow[]> {
  return db.query<RoomRow>(sql`select v.id, v.school_id as "schoolId", v.start_time as "startTime", v.end_time as "endTime", v.shift_type as "shiftType", v.description,
      v.teacher_id as "teacherId", t.full_name as "teacherName", v.absence_reason as "absenceReason", v.status, v.is_urgent as "isUrgent",
      v.confirmed, v.substitute_id as "substituteId", v.requested_by_id as "requestedById", v.requested_at as "requestedAt",
      v.starts_at as "startsAt", v.ends_at as "endsAt", v.deleted_at as "deletedAt",
      case when p.id is not null then jsonb_build_object('id', p.id, 'fullName', case when p.deleted_at is null then p.full_name else ${FORMER_SUBSTITUTE} end,
        'phone', p.phone, 'profileImageUrl', '/api/files/' || p.profile_image_file_id) end as substitute
    from vacancies v join users t on t.id = v.teacher_id left join users p on p.id = coalesce(v.substitute_id, v.requested_by_id)
    where v.school_id = ${schoolId} and v.date = ${date} and v.deleted_at is null
    order by case v.status when 'open' then 0 when 'pending_approval' then 1 else 2 end, v.start_time, lower(t.full_name), v.id`);
}
