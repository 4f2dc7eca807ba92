import type { ReplyInput } from '#contract/endpoint.ts';
import type { previewDayChange } from '#contract/day-change.ts';
import { boardLimits } from '#domain/board.ts';
import type { Closure } from '#domain/closure.ts';
import {
  type DayChange,
  type DayClass,
  dayOutcome,
  type DayOutcome,
  delayedStart,
  keptReasons,
} from '#domain/day-change.ts';
import { can } from '#domain/permissions.ts';
import { defaultTimes, type VacancySettings } from '#domain/shift.ts';
import { localDate } from '#domain/time.ts';
import { notAllowed, wrongField } from '#server/core/refused.ts';
import { empty, type Queryable, type Sql, sql } from '#server/db/database.ts';
import type { Call } from '#server/http/route.ts';

/** The school whose day changes. */
export type DaySchool = {
  id: number;
  name: string;
  timeZone: string;
  settings: VacancySettings;
  closures: Closure[];
  /** The school's current date. */
  today: string;
};

/** A class of the day, and the people whom its change concerns. */
export type DayRow = DayClass & {
  id: number;
  schoolId: number;
  teacherId: number;
  teacherName: string;
  substituteName: string | null;
  description: string;
  requestMessage: string | null;
  /** The number of other days of its multi-day job that haven't begun. */
  otherDays: number;
};

/** A class of the day, and the effect of the change on it. */
export type Planned = { row: DayRow; outcome: DayOutcome };

/** A class that the change moves or cancels. */
export type Affected = { row: DayRow; outcome: Extract<DayOutcome, { kind: 'moved' | 'canceled' }> };

type DayCall = Pick<Call<typeof previewDayChange>, 'actor' | 'body' | 'now'>;

/**
 * Returns the school whose day the caller may change. It is locked, if asked, until the transaction ends, so that no
 * one posts for the old day meanwhile.
 *
 * @throws {Refused} not_allowed for an admin without an active school; bad_input for a day in the past.
 */
export async function schoolOfDay(
  db: Queryable,
  { actor, body, now }: DayCall,
  { locked }: { locked: boolean },
): Promise<DaySchool> {
  const { schoolId } = actor;
  if (schoolId === null || !can(actor, 'school.changeDay', { id: schoolId }))
    throw notAllowed("You don't have a school whose day you can change.");
  const school = await readSchool(db, schoolId, locked ? sql`for no key update` : empty);
  const today = localDate(now, school.timeZone);
  if (body.date < today) throw wrongField('date', 'Date cannot be in the past');
  return { ...school, today };
}

async function readSchool(db: Queryable, id: number, lock: Sql): Promise<Omit<DaySchool, 'today'>> {
  const [school] = await db.query<Omit<DaySchool, 'today'>>(
    sql`select id, name, time_zone as "timeZone", vacancy_settings as settings, closures from schools
        where id = ${id} ${lock}`,
  );
  if (school === undefined) throw notAllowed();
  return school;
}

/** Returns the ids of a day's vacancies, at most `boardLimits.lines`, starting with those that haven't ended. */
export async function idsOfDay(db: Queryable, schoolId: number, date: string, now: Date): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`select id from vacancies
    where school_id = ${schoolId} and date = ${date} and deleted_at is null order by ends_at <= ${now}, start_time, id
      limit ${boardLimits.lines}`);
  return rows.map(({ id }) => id);
}

/** Returns the effect of the change on each of these vacancies, by start. */
export async function planOf(
  db: Queryable,
  ids: readonly number[],
  { change, opening, now }: { change: DayChange; opening: string; now: Date },
): Promise<Planned[]> {
  const rows = await db.query<DayRow>(sql`select v.id, v.school_id as "schoolId", v.teacher_id as "teacherId",
        t.full_name as "teacherName", p.full_name as "substituteName",
      v.description, v.date, v.start_time as "startTime", v.end_time as "endTime", v.starts_at as "startsAt",
        v.ends_at as "endsAt", v.status,
      v.substitute_id as "substituteId", v.requested_by_id as "requestedById", v.requested_at as "requestedAt",
        v.request_message as "requestMessage",
      v.confirmed, v.agreed_start as "agreedStart", v.agreed_end as "agreedEnd", v.deleted_at as "deletedAt",
      case when v.job_id is null then 0 else (select count(*)::int from vacancies o
        where o.job_id = v.job_id and o.id <> v.id and o.deleted_at is null and o.starts_at > ${now}) end as "otherDays"
    from vacancies v join users t on t.id = v.teacher_id
      left join users p on p.id = coalesce(v.substitute_id, v.requested_by_id)
    where v.id = any(${ids}::bigint[]) and v.deleted_at is null order by v.start_time, v.id`);
  return rows.map((row) => ({ row, outcome: dayOutcome(row, change, opening, now) }));
}

/** Returns when the school opens on other days. */
export function openingOf({ settings }: Pick<DaySchool, 'settings'>): string {
  return defaultTimes(settings, 'full_day').start;
}

/** Returns the classes that the change moves or cancels. */
export function affectedOf(planned: readonly Planned[]): Affected[] {
  return planned.flatMap(({ row, outcome }) =>
    outcome.kind === 'moved' || outcome.kind === 'canceled' ? [{ row, outcome }] : [],
  );
}

/** Returns the plan as its reader sees it. */
export function effectsOf(
  planned: readonly Planned[],
  { change, opening, bells }: { change: DayChange; opening: string; bells: { name: string } | null },
): ReplyInput<typeof previewDayChange> {
  const affected = affectedOf(planned);
  const people = affected.map(({ row }) => row.substituteId ?? row.requestedById).filter((id) => id !== null);
  return {
    opensAt: change.type === 'delay' ? delayedStart(opening, opening, change.minutes) : opening,
    changed: affected.map(({ row, outcome }) => ({
      ...namesOf(row),
      substituteName: row.substituteName,
      newStartTime: outcome.kind === 'moved' ? outcome.startTime : null,
      otherDays: row.otherDays,
    })),
    kept: planned.flatMap(({ row, outcome }) =>
      outcome.kind === 'kept' ? [{ ...namesOf(row), because: keptReasons[outcome.because] }] : [],
    ),
    bells: bells?.name ?? null,
    teachers: new Set(affected.map(({ row }) => row.teacherId)).size,
    substitutes: new Set(people).size,
  };
}

function namesOf({ id, description, teacherName, startTime, endTime }: DayRow) {
  return { id, description, teacherName, startTime, endTime };
}
