import { boardLimits, type Tried } from '#domain/board.ts';
import type { DeclineCounts } from '#domain/decline.ts';
import type { VacancySubject } from '#domain/permissions.ts';
import { FORMER_SUBSTITUTE } from '#domain/person.ts';
import type { ShiftType } from '#domain/shift.ts';
import type { AbsenceReason, VacancyState } from '#domain/vacancy.ts';
import { type Queryable, sql } from '#server/db/database.ts';

/** A class of the day with its people and what was tried to fill it. */
export type LineRow = VacancyState &
  VacancySubject & {
    id: number;
    startTime: string;
    endTime: string;
    shiftType: ShiftType;
    description: string;
    notes: string;
    teacherId: number;
    teacherName: string;
    absenceReason: AbsenceReason;
    isUrgent: boolean;
    substitute: { id: number; fullName: string; phone: string | null; profileImageUrl: string | null } | null;
    /** All zero once it is filled. */
    tried: Omit<Tried, 'whyDeclined'> & { isNotifying: boolean; declinedWhy: DeclineCounts };
  };

/**
 * The classes of a school's day, at most `boardLimits.lines`, uncovered ones first. Only unfilled ones are asked what was tried,
 * so the cost depends on how many classes are uncovered, not on how many were offered to everyone.
 */
export async function linesOf(db: Queryable, schoolId: number, date: string): Promise<LineRow[]> {
  const most = boardLimits.people;
  return db.query<LineRow>(sql`with day as (
      select v.* from vacancies v where v.school_id = ${schoolId} and v.date = ${date} and v.deleted_at is null
      order by v.status = 'filled', v.confirmed, v.start_time, v.id limit ${boardLimits.lines}
    )
    select v.id, v.school_id as "schoolId", v.start_time as "startTime", v.end_time as "endTime", v.shift_type as "shiftType", v.description, v.additional_notes as notes,
      v.teacher_id as "teacherId", t.full_name as "teacherName", v.absence_reason as "absenceReason", v.status, v.is_urgent as "isUrgent",
      v.confirmed, v.substitute_id as "substituteId", v.requested_by_id as "requestedById", v.requested_at as "requestedAt",
      v.starts_at as "startsAt", v.ends_at as "endsAt", v.deleted_at as "deletedAt",
      case when p.id is not null then jsonb_build_object('id', p.id, 'fullName', case when p.deleted_at is null then p.full_name else ${FORMER_SUBSTITUTE} end,
        'phone', p.phone, 'profileImageUrl', '/api/files/' || p.profile_image_file_id) end as substitute,
      jsonb_build_object('notified', coalesce(o.notified, 0), 'saw', coalesce(o.saw, 0), 'declined', coalesce(o.declined, 0), 'declinedWhy', coalesce(o.declined_why, '{}'), 'waiting', coalesce(o.waiting, 0),
        'isNotifying', coalesce(o.is_notifying, false)) as tried
    from day v join users t on t.id = v.teacher_id left join users p on p.id = coalesce(v.substitute_id, v.requested_by_id)
      left join lateral (select
        n.notified, n.waiting,
        (select count(*) from (select from vacancy_history where vacancy_id = v.id and kind = 'seen' limit ${most}) s)::int as saw,
        (select count(*) from (select from vacancy_declines where vacancy_id = v.id limit ${most}) d)::int as declined,
        (select jsonb_object_agg(d.reason, d.times) from (select reason, count(*) as times
          from (select reason from vacancy_declines where vacancy_id = v.id and reason is not null limit ${most}) d group by reason) d) as declined_why,
        exists (select from audiences where vacancy_id = v.id) as is_notifying
        from (select count(distinct n.recipient_id)::int as notified, count(distinct n.recipient_id) filter (where d.substitute_id is null)::int as waiting
          from (select recipient_id from notices where vacancy_id = v.id and kind = 'vacancy_posted' limit ${most}) n
            left join vacancy_declines d on d.vacancy_id = v.id and d.substitute_id = n.recipient_id) n
      ) o on v.status <> 'filled'`);
}

/** Why a school is closed on a day, as its calendar of closed days says. Null on other days. */
export async function closureOn(db: Queryable, schoolId: number, date: string): Promise<string | null> {
  const [closed] = await db.query<{ name: string }>(sql`select c ->> 'name' as name
    from schools s cross join jsonb_array_elements(s.closures) c
    where s.id = ${schoolId} and ${date} between c ->> 'from' and c ->> 'to' limit 1`);
  return closed?.name ?? null;
}

/** The counts of these days, oldest first. Days without classes may be missing. */
export async function countsOfDays(
  db: Queryable,
  schoolId: number,
  days: readonly string[],
): Promise<{ date: string; uncovered: number; unconfirmed: number; covered: number }[]> {
  return db.query(sql`select d.date, d.open + d.pending as uncovered, u.unconfirmed, d.filled - u.unconfirmed as covered
    from school_days d cross join lateral (select count(*)::int as unconfirmed from vacancies v
      where v.school_id = d.school_id and v.date = d.date and v.status = 'filled' and not v.confirmed and v.deleted_at is null) u
    where d.school_id = ${schoolId} and d.date = any(${days}::date[]) order by d.date`);
}
