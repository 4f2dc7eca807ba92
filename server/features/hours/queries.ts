import { hourTotals } from '#domain/hours.ts';
import type { DaySpan } from '#domain/pay-period.ts';
import { addDays } from '#domain/time.ts';
import {
  type BookedDay,
  limitSpans,
  limitUses,
  type LimitUse,
  type WorkLimits,
  workloadWith,
} from '#domain/work-limits.ts';
import type { AbsenceReason } from '#domain/vacancy.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { isAssignment, isNoShow } from '#server/db/sql/vacancies.ts';
import { periodOfSchool } from '#server/features/hours/list-hours.ts';
import { type Line, linesOf } from '#server/features/hours/view.ts';

/** The class that a substitute may be booked for, as far as limits count it. */
type LimitedClass = {
  id: number;
  schoolId: number;
  teacherId: number;
  /** Null for extra hands, which aren't a teacher's class. Missing for an absence. */
  absenceReason?: AbsenceReason | null;
  date: string;
  startsAt: Date;
  endsAt: Date;
  /** Other days that they would take with it. */
  alongside?: readonly BookedDay[];
};

/**
 * The limits that these substitutes would approach or exceed with this class, by person. Days at other schools of the
 * district count, too, because a district is one employer. People without limits are left out, and need no calculation.
 */
export async function limitsOf(
  db: Queryable,
  substituteIds: readonly number[],
  vacancy: LimitedClass,
): Promise<Map<number, LimitUse[]>> {
  const limited = await db.query<
    WorkLimits & { id: number }
  >(sql`select substitute_id as id, week_minutes as "weekMinutes", month_minutes as "monthMinutes",
      assignment_days as "assignmentDays", year_days as "yearDays"
    from work_limits where school_id = ${vacancy.schoolId} and substitute_id = any(${substituteIds}::bigint[])`);
  if (limited.length === 0) return new Map();
  const { week, month, year } = limitSpans(vacancy.date);
  const [from, to] = [
    [week.from, month.from, year.from].toSorted(byText)[0] ?? year.from,
    [week.to, year.to].toSorted(byText).at(-1) ?? year.to,
  ];
  const booked = await db.query<
    BookedDay & { id: number }
  >(sql`select w.substitute_id as id, w.date::text as date, case when w.absence_reason is not null then w.teacher_id end as "teacherId",
      (extract(epoch from w.ends_at - w.starts_at) / 60)::int as minutes
    from vacancies w join schools c on c.id = w.school_id join schools own on own.id = ${vacancy.schoolId}
    where w.substitute_id = any(${limited.map(({ id }) => id)}::bigint[]) and w.date between ${from} and ${to} and ${isAssignment} and not ${isNoShow}
      and w.id <> ${vacancy.id} and (c.id = own.id or c.district_id = own.district_id)`);
  const { date, teacherId, absenceReason } = vacancy;
  const day = {
    date,
    teacherId: absenceReason === null ? null : teacherId,
    minutes: Math.round((vacancy.endsAt.getTime() - vacancy.startsAt.getTime()) / 60_000),
  };
  const found = new Map<number, LimitUse[]>();
  for (const { id, ...limits } of limited) {
    const uses = limitUses(
      limits,
      workloadWith([...booked.filter((each) => each.id === id), ...(vacancy.alongside ?? [])], day),
    );
    if (uses.length > 0) found.set(id, uses);
  }
  return found;
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The work of a school's substitutes on these days, as payroll counts it: classes that are over, approved or not, and
 * corrections. `cents` is null if the school doesn't enter pay for them.
 */
export async function workedIn(
  db: Queryable,
  { schoolId, zone }: { schoolId: number; zone: string },
  { from, to }: DaySpan,
  now: Date,
): Promise<{ people: number; minutes: number; cents: number | null }> {
  const lines: Line[] = [];
  let hasMoney = false;
  for (let date = from; date <= to;) {
    const { pay, period } = await periodOfSchool(db, schoolId, date);
    const found = await linesOf(db, { schoolId, zone, pay, period }, now);
    lines.push(...found.filter((line) => from <= line.date && line.date <= to));
    hasMoney ||= period.locked?.hasMoney ?? pay.settings.regularCents !== null;
    date = addDays(period.to, 1);
  }
  const { people, minutes, cents } = hourTotals(lines);
  return { people, minutes, cents: hasMoney ? cents : null };
}

/** The substitutes who would exceed a limit with this class. */
export async function overLimit(db: Queryable, ids: readonly number[], vacancy: LimitedClass): Promise<Set<number>> {
  const found = await limitsOf(db, ids, vacancy);
  return new Set([...found].flatMap(([id, uses]) => (uses.some(({ isOver }) => isOver) ? [id] : [])));
}

/** The same for a class at each of several times. Schools without limits pay one short query. */
export async function overLimitAt(
  db: Queryable,
  ids: readonly number[],
  of: Pick<LimitedClass, 'id' | 'schoolId' | 'teacherId'>,
  times: readonly Pick<LimitedClass, 'date' | 'startsAt' | 'endsAt'>[],
): Promise<Set<number>[]> {
  const limited = await db.query<{ id: number }>(
    sql`select substitute_id as id from work_limits where school_id = ${of.schoolId} and substitute_id = any(${ids}::bigint[])`,
  );
  const found: Set<number>[] = [];
  for (const { date, startsAt, endsAt } of limited.length === 0 ? [] : times)
    found.push(
      await overLimit(
        db,
        limited.map(({ id }) => id),
        { ...of, date, startsAt, endsAt },
      ),
    );
  return found;
}
