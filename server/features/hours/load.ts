import { streakHalves, type WorkedDay } from '#domain/hours.ts';
import type { DaySpan } from '#domain/pay-period.ts';
import {
  lateCancellationMinutes,
  type PayKind,
  type PaySettings,
  type StreakDay,
  streakLookback,
} from '#domain/pay.ts';
import { FORMER_SUBSTITUTE } from '#domain/person.ts';
import { addDays } from '#domain/time.ts';
import { empty, type Queryable, type Sql, sql } from '#server/db/database.ts';
import { isAssignment, isNoShow } from '#server/db/sql/vacancies.ts';

/** A stored row of `worked_days`: the entries, answers and approval of a day. */
export type StoredDay = {
  id: number;
  substituteId: number;
  date: string;
  enteredStart: string | null;
  enteredEnd: string | null;
  enteredBreak: number | null;
  accountCode: string | null;
  note: string | null;
  answer: WorkedDay['answer'];
  words: string | null;
  approvedAt: string | null;
  approvedBy: string | null;
  kind: PayKind | null;
  start: string | null;
  end: string | null;
  breakMinutes: number | null;
  minutes: number | null;
  units: number | null;
  cents: number | null;
  payCode: string | null;
  paidAccountCode: string | null;
  employeeId: string | null;
  substituteName: string | null;
  teacherName: string | null;
  title: string | null;
  version: number;
};

/**
 * An assignment that is over, or a class that was canceled while a substitute was booked, as the calculation reads it.
 */
export type TaughtDay = {
  vacancyId: number;
  substituteId: number;
  substituteName: string;
  employeeId: string | null;
  /** It is null for extra hands, which aren't a teacher's class. */
  teacherId: number | null;
  teacherName: string;
  title: string;
  date: string;
  start: string;
  end: string;
  startsAt: Date;
  endsAt: Date;
  canceledAt: Date | null;
  isUnconfirmed: boolean;
  /** When the substitute arrived late and left early, by the school's clock. */
  arrived: string | null;
  left: string | null;
  attendance: WorkedDay['attendance'];
  stored: StoredDay | null;
};

/** A line without a vacancy: a correction, or an approved day whose vacancy was deleted. */
export type LooseDay = StoredDay & { vacancyId: number | null; correctsId: number | null };

const stored = sql`'id', w.id, 'substituteId', w.substitute_id, 'date', w.date, 'enteredStart',
    to_char(w.entered_start, 'HH24:MI'), 'enteredEnd', to_char(w.entered_end, 'HH24:MI'),
  'enteredBreak', w.entered_break, 'accountCode', w.account_code, 'note', w.note, 'answer', w.answer, 'words', w.words,
    'approvedAt', w.approved_at, 'approvedBy', w.approved_by_name,
  'kind', w.kind, 'start', to_char(w.start_time, 'HH24:MI'), 'end', to_char(w.end_time, 'HH24:MI'), 'breakMinutes',
    w.break_minutes, 'minutes', w.minutes, 'units', w.units, 'cents', w.cents,
  'payCode', w.pay_code, 'paidAccountCode', w.paid_account_code, 'employeeId', w.employee_id, 'substituteName',
    w.substitute_name, 'teacherName', w.teacher_name, 'title', w.title, 'version', w.version`;

/** One substitute, several, or everyone. */
export type Whose = number | readonly number[] | null;

/** Selects the days of a school in a span, and only those of these substitutes if asked for. */
export type Wanted = { schoolId: number; span: DaySpan; substituteId?: Whose };

function onlyOf(column: Sql, whose: Whose): Sql {
  return whose === null ? empty : sql`and ${column} = any(${[whose].flat()}::bigint[])`;
}

/** Returns the worked days of a span: assignments that are over, and canceled classes that may still pay. */
export async function taughtDays(
  db: Queryable,
  { schoolId, span, substituteId = null }: Wanted,
  { lateMinutes }: Pick<PaySettings, 'lateMinutes'>,
  now: Date,
): Promise<TaughtDay[]> {
  const whose = onlyOf(sql`v.substitute_id`, substituteId);
  const within = sql`v.school_id = ${schoolId} and v.date between ${span.from} and ${span.to}
      and v.status = 'filled' ${whose}`;
  const canceled =
    lateMinutes === null
      ? empty
      : sql`union all select v.id from vacancies v
          where ${within} and v.confirmed and v.deleted_at < v.ends_at
          and v.deleted_at >= v.starts_at - ${`${lateMinutes} minutes`}::interval`;
  // If a school recorded no attendance on a day, none is missing.
  return db.query<TaughtDay>(sql`with kept as (select distinct v.date from vacancies v
      join attendance a on a.vacancy_id = v.id
      where v.school_id = ${schoolId} and v.date between ${span.from} and ${span.to})
    select v.id as "vacancyId", v.substitute_id as "substituteId",
      coalesce(case when s.deleted_at is null then s.full_name end, w.substitute_name,
      ${FORMER_SUBSTITUTE}) as "substituteName",
      coalesce(w.employee_id, e.employee_id) as "employeeId",
        case when v.absence_reason is not null then v.teacher_id end as "teacherId", t.full_name as "teacherName",
        v.description as title, v.date::text as date,
      to_char(v.start_time, 'HH24:MI') as start, to_char(v.end_time, 'HH24:MI') as "end", v.starts_at as "startsAt",
        v.ends_at as "endsAt", v.deleted_at as "canceledAt", not coalesce(v.confirmed, true) as "isUnconfirmed",
      case when a.arrived_at > v.starts_at
        and a.arrived_at < v.ends_at then to_char(a.arrived_at at time zone c.time_zone, 'HH24:MI') end as arrived,
      case when a.left_at < v.ends_at and a.left_at > v.starts_at
        then to_char(a.left_at at time zone c.time_zone, 'HH24:MI') end as "left",
      case when a.state = 'no_show' then 'no_show' when a.state is not null then 'here' when exists (select from kept k
        where k.date = v.date) then 'missing' end as attendance,
      case when w.id is not null then jsonb_build_object(${stored}) end as stored
    from (select v.id from vacancies v where ${within} and v.deleted_at is null and v.ends_at <= ${now} ${canceled}) k
      join vacancies v on v.id = k.id join users s on s.id = v.substitute_id join users t on t.id = v.teacher_id
        join schools c on c.id = v.school_id
      left join attendance a on a.vacancy_id = v.id and a.substitute_id = v.substitute_id
      left join employee_ids e on e.school_id = v.school_id and e.substitute_id = v.substitute_id
      left join worked_days w on w.vacancy_id = v.id`);
}

/** Returns the approved lines of an open span, corrections included. */
export async function openRows(db: Queryable, { schoolId, span, substituteId = null }: Wanted): Promise<LooseDay[]> {
  return looseRows(
    db,
    sql`w.school_id = ${schoolId} and w.pay_period_id is null and w.date between ${span.from} and ${span.to}
        and w.approved_at is not null
      ${onlyOf(sql`w.substitute_id`, substituteId)}`,
  );
}

/** Returns the lines of a locked period. */
export async function lockedRows(db: Queryable, periodId: number, substituteId: Whose): Promise<LooseDay[]> {
  return looseRows(db, sql`w.pay_period_id = ${periodId} ${onlyOf(sql`w.substitute_id`, substituteId)}`);
}

async function looseRows(db: Queryable, which: Sql): Promise<LooseDay[]> {
  const rows = await db.query<{ row: LooseDay }>(
    sql`select jsonb_build_object(${stored}, 'vacancyId', w.vacancy_id, 'correctsId', w.corrects_id) as row
        from worked_days w where ${which}`,
  );
  return rows.map(({ row }) => row);
}

/** Returns the substitutes with worked days or lines in a span, by name. */
export async function peopleOf(db: Queryable, { schoolId, span }: Wanted): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`select u.id from users u where u.id in (
      select v.substitute_id from vacancies v
        where v.school_id = ${schoolId} and v.date between ${span.from} and ${span.to} and v.status = 'filled'
      union select w.substitute_id from worked_days w
        where w.school_id = ${schoolId} and w.date between ${span.from} and ${span.to}
      union select w.substitute_id from worked_days w join pay_periods p on p.id = w.pay_period_id
        where p.school_id = ${schoolId} and daterange(p.first_day, p.last_day, '[]') &&
          daterange(${span.from}, ${span.to}, '[]'))
    order by lower(u.full_name), u.id`);
  return rows.map(({ id }) => id);
}

/** Returns the sum of all corrections so far to each locked line, by its id. */
export async function correctedSoFar(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, { minutes: number; units: number; cents: number }>> {
  const rows = await db.query<{ id: number; minutes: number; units: number; cents: number }>(
    sql`select corrects_id as id, sum(minutes)::int as minutes, sum(units)::int as units, sum(cents)::int as cents
        from worked_days where corrects_id = any(${ids}::bigint[]) group by 1`,
  );
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

/**
 * Returns the days around a span that long-term pay may count, by substitute and teacher: earlier ones, and if
 * long-term pay goes back to the first day, also later ones that are over.
 */
export async function daysAround(
  db: Queryable,
  { schoolId, span, substituteId = null }: Wanted,
  settings: PaySettings,
  now: Date,
): Promise<Map<string, StreakDay[]>> {
  const lookback = streakLookback(settings);
  const found = new Map<string, StreakDay[]>();
  if (lookback === 0) return found;
  const until = settings.longTermRetroactive ? addDays(span.to, lookback) : span.to;
  const rows = await db.query<{ key: string; date: string; minutes: number }>(sql`
      select w.substitute_id || ' ' || w.teacher_id as key, w.date::text as date,
      (extract(epoch from w.ends_at - w.starts_at) / 60)::int as minutes
    from vacancies w where w.school_id = ${schoolId} and w.date between ${addDays(span.from, -lookback)} and ${until}
      and w.date not between ${span.from} and ${span.to}
      and w.ends_at <= ${now} and w.absence_reason is not null and ${isAssignment} and not ${isNoShow}
      ${onlyOf(sql`w.substitute_id`, substituteId)}`);
  for (const { key, date, minutes } of rows) {
    const day = { date, halves: streakHalves(settings, minutes) };
    const known = found.get(key);
    if (known) known.push(day);
    else found.set(key, [day]);
  }
  return found;
}

/** Returns a day as the calculation takes it. Returns null for a canceled class that pays nothing. */
export function workedDay(day: TaughtDay, settings: PaySettings): WorkedDay | null {
  // Entries and decisions about another person's day don't count for the substitute who is booked now.
  const own = day.stored?.substituteId === day.substituteId ? day.stored : null;
  const approved = approvedPay(day.stored);
  const planned = Math.round((day.endsAt.getTime() - day.startsAt.getTime()) / 60_000);
  const late =
    day.canceledAt === null ? null : lateCancellationMinutes(settings, day.startsAt, day.canceledAt, planned);
  if (day.canceledAt !== null && late === null) return null;
  return {
    key: `v${day.vacancyId}`,
    substituteId: day.substituteId,
    teacherId: day.teacherId,
    date: day.date,
    start: day.start,
    end: day.end,
    arrived: day.arrived,
    left: day.left,
    attendance: day.attendance,
    entered:
      own?.enteredStart && own.enteredEnd
        ? { start: own.enteredStart, end: own.enteredEnd, breakMinutes: own.enteredBreak ?? 0 }
        : null,
    lateMinutes: late,
    isUnconfirmed: day.isUnconfirmed,
    answer: own?.answer ?? null,
    approved,
  };
}

/** Returns the values that a stored row was approved with, or null. */
export function approvedPay(row: StoredDay | null): WorkedDay['approved'] {
  if (row === null || row.approvedAt === null || row.kind === null) return null;
  return {
    substituteId: row.substituteId,
    kind: row.kind,
    start: row.start ?? '',
    end: row.end ?? '',
    minutes: row.minutes ?? 0,
    units: row.units ?? 0,
    cents: row.cents ?? 0,
  };
}
