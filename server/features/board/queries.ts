import { boardLimits, type Tried } from '#domain/board.ts';
import type { Closure } from '#domain/closure.ts';
import type { DeclineCounts } from '#domain/decline.ts';
import type { Offering } from '#domain/dispatch.ts';
import type { VacancySubject } from '#domain/permissions.ts';
import { FORMER_SUBSTITUTE } from '#domain/person.ts';
import type { OfferHours } from '#domain/school.ts';
import type { ShiftType } from '#domain/shift.ts';
import type { AbsenceReason, VacancyState } from '#domain/vacancy.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { isConfirmed, isNoShowAt, triedOf } from '#server/db/sql/vacancies.ts';

/** A class of the day with its people and the attempts to fill it. */
export type LineRow = VacancyState &
  VacancySubject & {
    id: number;
    startTime: string;
    endTime: string;
    shiftType: ShiftType;
    description: string;
    notes: string;
    room: string | null;
    teacherId: number;
    teacherName: string;
    /** Null for extra hands: no teacher is absent. */
    absenceReason: AbsenceReason | null;
    isUrgent: boolean;
    coveredInside: boolean;
    /** Its substitute is recorded as a no-show. */
    isNoShow: boolean;
    /** Its substitute's attendance was recorded, so they can't be swapped anymore. */
    isAttended: boolean;
    /** How colleagues cover an unfilled class. It is null if no one was asked. */
    inside: { periods: number; covered: number; asked: number; people: string[] } | null;
    substitute: { id: number; fullName: string; phone: string | null; profileImageUrl: string | null } | null;
    /** The next waves of its offers. It is null if it isn't open, or no wave is left. */
    waves: WavesRow | null;
    /** All zero once the class is filled. */
    tried: Omit<Tried, 'whyDeclined'> & {
      isNotifying: boolean;
      isHeld: boolean;
      looksAgain: boolean;
      declinedWhy: DeclineCounts;
    };
  };

type WavesRow = {
  offering: Offering;
  hours: OfferHours;
  /** Instants as text: when the next wave is due, and when the first offer was sent. */
  nextAt: string | null;
  nextSize: number | null;
  firstAt: string | null;
  isPaused: boolean;
};

/**
 * Returns the classes of a school's day, at most `boardLimits.lines`, uncovered ones first. It looks up the attempts of
 * unfilled classes only, so the cost depends on the number of uncovered classes, not on all offers.
 */
export async function linesOf(db: Queryable, schoolId: number, date: string): Promise<LineRow[]> {
  return db.query<LineRow>(sql`with day as (
      select v.* from vacancies v where v.school_id = ${schoolId} and v.date = ${date} and v.deleted_at is null
      order by (v.status = 'filled' and not ${isNoShowAt(sql`v`)})
        or (v.status = 'open' and v.covered_inside), v.confirmed, v.start_time, v.id limit ${boardLimits.lines}
    )
    select v.id, v.school_id as "schoolId", v.start_time as "startTime", v.end_time as "endTime",
      v.shift_type as "shiftType", v.description, v.additional_notes as notes, v.room,
      v.teacher_id as "teacherId", t.full_name as "teacherName", v.absence_reason as "absenceReason", v.status,
        v.is_urgent as "isUrgent",
      ${isConfirmed} as confirmed, v.substitute_id as "substituteId", v.requested_by_id as "requestedById",
        v.requested_at as "requestedAt",
      v.starts_at as "startsAt", v.ends_at as "endsAt", v.deleted_at as "deletedAt",
        v.covered_inside as "coveredInside", v.status = 'filled' and ${isNoShowAt(sql`v`)} as "isNoShow",
      v.status = 'filled' and exists (select from attendance where vacancy_id = v.id) as "isAttended",
      inside.counts as inside, waves.stand as waves,
      case when p.id is not null then jsonb_build_object('id', p.id,
        'fullName', case when p.deleted_at is null then p.full_name else ${FORMER_SUBSTITUTE} end,
        'phone', p.phone, 'profileImageUrl', '/api/files/' || p.profile_image_file_id) end as substitute,
      jsonb_build_object('notified', coalesce(o.notified, 0), 'saw', coalesce(o.saw, 0),
        'declined', coalesce(o.declined, 0), 'declinedWhy', coalesce(o.declined_why, '{}'),
        'waiting', coalesce(o.waiting, 0), 'undelivered', coalesce(o.undelivered, 0), 'unsent', coalesce(o.unsent, 0),
        'isNotifying', v.status <> 'filled' and exists (select from audiences where vacancy_id = v.id),
        'looksAgain', v.status = 'open' and exists (select from dispatches
          where vacancy_id = v.id and all_asked and due_at is not null),
        'isHeld', v.status = 'open' and exists (select from held_answers
          where vacancy_id = v.id and notifications @> '[{"kind": "vacancy_posted"}]')) as tried
    from day v join users t on t.id = v.teacher_id
      left join users p on p.id = coalesce(v.substitute_id, v.requested_by_id)
      left join lateral (select jsonb_build_object('periods', count(*)::int,
        'covered', count(*) filter (where accepted >= parts)::int, 'asked', coalesce(sum(asked), 0)::int,
        'people', coalesce(jsonb_agg(distinct name) filter (where name is not null), '[]')) as counts
        from (select n.parts, count(*) filter (where c.state = 'accepted') as accepted, count(*)
          filter (where c.state = 'asked') as asked, string_agg(u.full_name, ', ')
          filter (where c.state = 'accepted') as name
          from cover_periods n left join covers c on c.vacancy_id = n.vacancy_id and c.period = n.period
            and c.state in ('asked', 'accepted') left join users u on u.id = c.colleague_id
          where n.vacancy_id = v.id group by n.period, n.parts) each having count(*) > 0) inside on v.status <> 'filled'
      left join lateral (select jsonb_build_object('offering', case when c.offering = 'everyone' then 'favorites'
        else c.offering end,
          'hours', jsonb_build_object('from', to_char(c.offers_from, 'HH24:MI'),
            'until', to_char(c.offers_until, 'HH24:MI')),
          'nextAt', case when p.due_at is not null then coalesce(p.wave_at, p.due_at) end, 'nextSize', p.wave_size,
            'isPaused', p.is_paused,
          'firstAt', (select min(f.sent_at) from offers f where f.vacancy_id = v.id and f.round = p.round)) as stand
        from dispatches p join schools c on c.id = v.school_id
        where p.vacancy_id = v.id and not p.for_everyone and not p.all_asked
          and (p.due_at is not null or p.is_paused)) waves on v.status = 'open'
      left join lateral (${triedOf(boardLimits.people)}) o on v.status <> 'filled'`);
}

/** Returns when the school is closed, and whether it has classes on a date. */
export async function calendarOf(
  db: Queryable,
  schoolId: number,
  date: string,
): Promise<{ closures: Closure[]; hasClasses: boolean }> {
  const [found] = await db.query<{ closures: Closure[]; hasClasses: boolean }>(sql`select closures,
      exists (select from vacancies v where v.school_id = s.id and v.date = ${date}
        and v.deleted_at is null) as "hasClasses"
    from schools s where s.id = ${schoolId}`);
  return found ?? { closures: [], hasClasses: false };
}

type DayCounts = { date: string; uncovered: number; unconfirmed: number; covered: number };

/** The counts of the days of `school_days d`. */
const dayCounts = sql`d.date, d.open + d.pending - d.covered_inside + d.no_shows as uncovered, u.unconfirmed,
    d.filled - u.unconfirmed - d.no_shows + d.covered_inside as covered
    from school_days d cross join lateral (select count(*)::int as unconfirmed from vacancies v
      where v.school_id = d.school_id and v.date = d.date and v.status = 'filled' and not ${isConfirmed}
        and v.deleted_at is null) u`;

/** Returns the counts of these days, oldest first. Days without classes may be missing. */
export async function countsOfDays(db: Queryable, schoolId: number, days: readonly string[]): Promise<DayCounts[]> {
  return db.query(sql`select ${dayCounts}
    where d.school_id = ${schoolId} and d.date = any(${days}::date[]) order by d.date`);
}

/** Returns the counts of the first day after this one that has classes. Returns null if there is none. */
export async function nextDayAfter(db: Queryable, schoolId: number, date: string): Promise<DayCounts | null> {
  return db.first<DayCounts>(sql`select ${dayCounts}
    where d.school_id = ${schoolId} and d.date > ${date} and d.open + d.pending + d.filled > 0 order by d.date
      limit 1`);
}
