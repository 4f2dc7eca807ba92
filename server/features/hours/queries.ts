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
import { byText } from '#domain/text-order.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { isAssignment, isNoShow } from '#server/db/sql/vacancies.ts';
import { periodOfSchool } from '#server/features/hours/list-hours.ts';
import { type Line, linesOf } from '#server/features/hours/view.ts';

/** The class that a substitute may be booked for, as limits count it. */
type LimitedClass = {
  id: number;
  schoolId: number;
  teacherId: number;
  /** It is null for extra hands, which aren't a teacher's class. It is missing for an absence. */
  absenceReason?: AbsenceReason | null;
  date: string;
  startsAt: Date;
  endsAt: Date;
  /** The other days that the substitute would take together with this class. */
  alongside?: readonly BookedDay[];
};

/**
 * Returns the limits that these substitutes would approach or exceed with this class, by person. Days at other schools
 * of the district count, too, because a district is one employer. People without limits are left out, and need no
 * calculation.
 */
export async function limitsOf(
  db: Queryable,
  substituteIds: readonly number[],
  vacancy: LimitedClass,
): Promise<Map<number, LimitUse[]>> {
  return (await workLimitsFor(db, substituteIds, [vacancy])).uses(vacancy);
}

/** Says for each class which limits people come near (`uses`), and who exceeds one (`over`). */
type WorkLimitsFor = {
  uses(vacancy: LimitedClass): Map<number, LimitUse[]>;
  over(vacancy: LimitedClass): Set<number>;
};

/** Like `limitsOf`, for several classes of one school. Limits and booked days are read once. */
export async function workLimitsFor(
  db: Queryable,
  substituteIds: readonly number[],
  vacancies: readonly [LimitedClass, ...LimitedClass[]],
): Promise<WorkLimitsFor> {
  const [{ schoolId }] = vacancies;
  const limited = await db.query<WorkLimits & { id: number }>(sql`
      select substitute_id as id, week_minutes as "weekMinutes", month_minutes as "monthMinutes",
      assignment_days as "assignmentDays", year_days as "yearDays"
    from work_limits where school_id = ${schoolId} and substitute_id = any(${substituteIds}::bigint[])`);
  const booked = limited.length === 0 ? new Map() : await bookedDaysOf(db, limited, vacancies);
  const uses = (vacancy: LimitedClass) => usesOf(limited, booked, vacancy);
  return {
    uses,
    over: (vacancy) =>
      new Set([...uses(vacancy)].flatMap(([id, found]) => (found.some(({ isOver }) => isOver) ? [id] : []))),
  };
}

type Booked = BookedDay & { id: number; vacancyId: number };

/** Returns the days that count in the weeks, months and school years of these classes, by person. */
async function bookedDaysOf(
  db: Queryable,
  people: readonly { id: number }[],
  vacancies: readonly [LimitedClass, ...LimitedClass[]],
): Promise<Map<number, Booked[]>> {
  const spans = vacancies.flatMap(({ date }) => Object.values(limitSpans(date)));
  const [from, to] = [
    spans.map((span) => span.from).toSorted(byText)[0],
    spans
      .map((span) => span.to)
      .toSorted(byText)
      .at(-1),
  ];
  const rows = await db.query<Booked>(sql`select w.substitute_id as id, w.id as "vacancyId", w.date::text as date,
        case when w.absence_reason is not null then w.teacher_id end as "teacherId",
      (extract(epoch from w.ends_at - w.starts_at) / 60)::int as minutes
    from vacancies w join schools c on c.id = w.school_id join schools own on own.id = ${vacancies[0].schoolId}
    where w.substitute_id = any(${people.map(({ id }) => id)}::bigint[]) and w.date between ${from} and ${to}
      and ${isAssignment} and not ${isNoShow}
      and (c.id = own.id or c.district_id = own.district_id)`);
  return Map.groupBy(rows, ({ id }) => id);
}

function usesOf(
  limited: readonly (WorkLimits & { id: number })[],
  booked: ReadonlyMap<number, readonly Booked[]>,
  vacancy: LimitedClass,
): Map<number, LimitUse[]> {
  const { date, teacherId, absenceReason } = vacancy;
  const day = {
    date,
    teacherId: absenceReason === null ? null : teacherId,
    minutes: Math.round((vacancy.endsAt.getTime() - vacancy.startsAt.getTime()) / 60_000),
  };
  const found = new Map<number, LimitUse[]>();
  for (const { id, ...limits } of limited) {
    const others = (booked.get(id) ?? []).filter(({ vacancyId }) => vacancyId !== vacancy.id);
    const uses = limitUses(limits, workloadWith([...others, ...(vacancy.alongside ?? [])], day));
    if (uses.length > 0) found.set(id, uses);
  }
  return found;
}

/**
 * Returns the work of a school's substitutes on these days, as payroll counts it: classes that are over, approved or
 * not, and corrections. `cents` is null if the school doesn't enter pay for them.
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

/** Returns the substitutes who would exceed a limit with this class. */
export async function overLimit(db: Queryable, ids: readonly number[], vacancy: LimitedClass): Promise<Set<number>> {
  return (await workLimitsFor(db, ids, [vacancy])).over(vacancy);
}

/**
 * Like `overLimit`, for a class at each of several times, with the days taken alongside. Schools without limits pay
 * one short query.
 */
export async function overLimitAt(
  db: Queryable,
  ids: readonly number[],
  of: Pick<LimitedClass, 'id' | 'schoolId' | 'teacherId'>,
  times: readonly Pick<LimitedClass, 'date' | 'startsAt' | 'endsAt' | 'alongside'>[],
): Promise<Set<number>[]> {
  const [first, ...others] = times.map((time) => ({ ...of, ...time }));
  if (first === undefined) return [];
  const limits = await workLimitsFor(db, ids, [first, ...others]);
  return [first, ...others].map((one) => limits.over(one));
}
