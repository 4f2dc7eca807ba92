import { boardLimits } from '#domain/board.ts';
import { FORMER_SUBSTITUTE } from '#domain/person.ts';
import { extraHands, type VacancyStatus } from '#domain/vacancy.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { coveredBy, isNoShowAt } from '#server/db/sql/vacancies.ts';

/** Returns a school's links to its wall view, newest first. */
export async function wallLinksOf(
  db: Queryable,
  schoolId: number,
): Promise<{ id: number; madeBy: string; madeAt: Date; openedAt: Date | null }[]> {
  return db.query(sql`select l.id, u.full_name as "madeBy", l.made_at as "madeAt", l.opened_at as "openedAt"
    from wall_links l join users u on u.id = l.made_by_id where l.school_id = ${schoolId} order by l.id desc`);
}

/** Returns the active school that this token opens, or null. */
export async function schoolOfWall(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ linkId: number; id: number; name: string; timeZone: string } | null> {
  return db.first<{
    linkId: number;
    id: number;
    name: string;
    timeZone: string;
  }>(sql`select l.id as "linkId", s.id, s.name, s.time_zone as "timeZone" from wall_links l
      join schools s on s.id = l.school_id
      where l.token_hash = ${tokenHash} and s.is_active and s.deletion_began_at is null`);
}

export type WallClass = {
  id: number;
  startTime: string;
  endTime: string;
  description: string;
  notes: string;
  room: string | null;
  /** 'Extra hands' if no teacher is absent. */
  teacherName: string;
  /**
   * The person who covers it. It is null while it is uncovered. A substitute who only requested it, or didn't come,
   * isn't shown.
   */
  substitute: string | null;
  status: VacancyStatus;
  coveredInside: boolean;
  isNoShow: boolean;
  isUrgent: boolean;
};

/** Returns the classes of a school's day, at most `boardLimits.lines`, uncovered ones first. */
export async function wallClassesOf(db: Queryable, schoolId: number, date: string): Promise<WallClass[]> {
  return db.query<WallClass>(sql`select v.id, v.start_time as "startTime", v.end_time as "endTime", v.description,
      v.additional_notes as notes, v.room,
      case when v.absence_reason is null then ${extraHands} else t.full_name end as "teacherName", v.status,
        v.covered_inside as "coveredInside",
      v.status = 'filled' and ${isNoShowAt(sql`v`)} as "isNoShow", v.is_urgent as "isUrgent",
      case when v.status = 'filled' and ${isNoShowAt(sql`v`)} then null when v.status = 'filled'
        then case when p.deleted_at is null then p.full_name else ${FORMER_SUBSTITUTE} end
        else array_to_string(${coveredBy(sql`v`)}, ', ') end as substitute
    from vacancies v join users t on t.id = v.teacher_id left join users p on p.id = v.substitute_id
    where v.school_id = ${schoolId} and v.date = ${date} and v.deleted_at is null
    order by (v.status = 'filled' and not ${isNoShowAt(sql`v`)})
      or (v.status = 'open' and v.covered_inside), v.start_time, v.id limit ${boardLimits.lines}`);
}
