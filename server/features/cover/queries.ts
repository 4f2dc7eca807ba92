import { type Bell, delayedSchedule, periodsOn } from '#domain/bell.ts';
import type { Booking, Colleague, CoverKind, CoverState } from '#domain/cover.ts';
import { schoolYearStart, weekOf } from '#domain/cover.ts';
import type { CreditedPeriod } from '#domain/hours-export.ts';
import { firstDayOf, lastDayOf, monthOf } from '#domain/time.ts';
import { type NeededPeriod, neededPeriods, type Slot } from '#domain/timetable.ts';
import type { VacancyStatus } from '#domain/vacancy.ts';
import { byText } from '#domain/text-order.ts';
import { empty, type Queryable, type Sql, sql } from '#server/db/database.ts';
import { isTeacher } from '#server/db/sql/users.ts';

/** Whether the cover `c` is still within the booking of its substitute that it is part of. */
export const isInBooking = sql`exists (select from vacancies b
    where b.id = c.booking_id and b.status = 'filled' and b.deleted_at is null
      and b.substitute_id = c.colleague_id and tstzrange(b.starts_at, b.ends_at) @> tstzrange(c.starts_at, c.ends_at))`;

/** Returns whether a school uses cover by colleagues. */
export async function usesCover(db: Queryable, schoolId: number): Promise<boolean> {
  const found = await db.query(sql`select from cover_settings where school_id = ${schoolId}`);
  return found.length > 0;
}

/**
 * Returns the bell schedule that a day follows if it opens `minutes` late. Returns null if its bells stay, or the
 * school has none.
 */
export async function delayedBells(
  db: Queryable,
  { schoolId, date, minutes }: { schoolId: number; date: string; minutes: number },
): Promise<{ schedule: number; name: string } | null> {
  const [row] = await db.query<{ bell: Bell }>(sql`select bell from cover_settings where school_id = ${schoolId}`);
  const schedule = row === undefined ? null : delayedSchedule(row.bell, date, minutes);
  return schedule === null ? null : { schedule, name: row?.bell.schedules[schedule]?.name ?? '' };
}

/** The maximum number of absences on a day, as on the board. */
const mostAbsences = 500;

/** An absence of a day, with the periods that colleagues were asked to take. */
export type AbsenceRow = {
  id: number;
  schoolId: number;
  teacherId: number;
  teacherName: string;
  date: string;
  start: string;
  end: string;
  status: VacancyStatus;
  description: string;
  notes: string;
  /** The room of the class. It is null if its teacher named none. */
  room: string | null;
  /** The absent teacher's timetable. */
  slots: Slot[];
  /** It is empty until the first colleague is asked. */
  asked: (NeededPeriod & { parts: number })[];
};

const absenceColumns = sql`v.id, v.school_id as "schoolId", v.teacher_id as "teacherId", u.full_name as "teacherName",
    v.date, v.start_time as start, v.end_time as "end", v.status, v.description,
  v.additional_notes as notes, v.room, coalesce(t.slots, '[]') as slots,
  coalesce((select jsonb_agg(jsonb_build_object('period', p.period, 'start', to_char(p.start_time, 'HH24:MI'),
    'end', to_char(p.end_time, 'HH24:MI'), 'title', p.title, 'room', coalesce(p.room, ''),
    'size', p.size, 'parts', p.parts) order by p.start_time, p.period) from cover_periods p
      where p.vacancy_id = v.id), '[]') as asked`;
const absenceSource = sql`vacancies v join users u on u.id = v.teacher_id
    left join timetables t on t.teacher_id = v.teacher_id`;

/** Returns the absences of a school's day. */
export async function absencesOn(db: Queryable, schoolId: number, date: string): Promise<AbsenceRow[]> {
  return db.query<AbsenceRow>(sql`select ${absenceColumns} from ${absenceSource}
    where v.school_id = ${schoolId} and v.date = ${date} and v.deleted_at is null and v.absence_reason is not null
      order by v.start_time, v.id limit ${mostAbsences}`);
}

/**
 * One absence of a school. Returns null if it is deleted, not the school's, or extra hands, which have no teacher's
 * periods.
 */
export async function absenceOf(db: Queryable, schoolId: number, id: number): Promise<AbsenceRow | null> {
  return db.first<AbsenceRow>(sql`select ${absenceColumns} from ${absenceSource}
    where v.id = ${id} and v.school_id = ${schoolId} and v.deleted_at is null and v.absence_reason is not null`);
}

/**
 * Returns the periods of an absence. Periods that colleagues were asked to take keep their times. The others follow the
 * bells and the timetable.
 */
export function periodsOf(absence: AbsenceRow, bell: Bell): (NeededPeriod & { parts: number })[] {
  const others = neededPeriods(absence, periodsOn(bell, absence.date), absence.slots).filter(({ period }) =>
    absence.asked.every((asked) => asked.period !== period),
  );
  return [...absence.asked, ...others.map((each) => ({ ...each, parts: 1 }))].toSorted((a, b) =>
    byText(a.start, b.start),
  );
}

/** A cover with its colleague. */
export type CoverRow = {
  id: number;
  vacancyId: number;
  period: string;
  colleagueId: number;
  colleagueName: string;
  date: string;
  start: string;
  end: string;
  startsAt: Date;
  endsAt: Date;
  kind: CoverKind;
  place: string;
  size: number | null;
  room: string | null;
  note: string | null;
  state: CoverState;
  askedAt: Date;
};

/** Covers, oldest first. `where` is about `c`. */
export async function coversWhere(db: Queryable, where: Sql): Promise<CoverRow[]> {
  return db.query<CoverRow>(sql`select c.id, c.vacancy_id as "vacancyId", c.period, c.colleague_id as "colleagueId",
      u.full_name as "colleagueName", c.date, c.start_time as start, c.end_time as "end",
      c.starts_at as "startsAt", c.ends_at as "endsAt", c.kind, c.place, c.size, c.room, c.note, c.state,
        c.asked_at as "askedAt"
    from covers c join users u on u.id = c.colleague_id where ${where} order by c.id`);
}

/** A teacher with a timetable or a booked substitute, and their live covers with their places. */
export type ColleagueRow = Omit<Colleague, 'covers' | 'absences' | 'bookings'> & {
  bookings: Booking[] | null;
  absences: { start: string; end: string }[];
  covers: (Colleague['covers'][number] & { place: string })[];
};

/**
 * Returns the teachers of a school with a timetable, and the substitutes whom the school booked for one of them, or
 * those of `among`, with the facts that the rules of a date need: when they are out, their live covers of the week,
 * the periods they said no to, and how many they covered.
 */
export async function colleaguesOn(
  db: Queryable,
  { schoolId, date, among = null }: { schoolId: number; date: string; among?: readonly number[] | null },
): Promise<ColleagueRow[]> {
  const whose = (column: Sql) => (among === null ? empty : sql`and ${column} = any(${among}::bigint[])`);
  // One after the other, so that a reader outside of a transaction takes one connection at a time.
  const teachers =
    await db.query<TeacherRow>(sql`select u.id, u.full_name as "fullName", coalesce(t.slots, '[]') as slots, t.since,
        coalesce(w.consent, 'ask') as consent, coalesce(to_jsonb(w.never_on), '[]') as "neverOn",
        coalesce(w.is_volunteer, false) as "isVolunteer"
      from users u ${among === null ? sql`join` : sql`left join`} timetables t on t.teacher_id = u.id
        left join cover_wishes w on w.teacher_id = u.id
      where u.school_id = ${schoolId} and ${isTeacher} ${whose(sql`u.id`)}`);
  const substitutes = await freeSubstitutes(db, { schoolId, date, whose });
  const absent = await teachersOutOn(db, { schoolId, date, whose });
  const covering = await coversInWeek(db, { schoolId, date, whose });
  const refused = await periodsRefused(db, { schoolId, date, whose });
  const counts = await countsOf(db, { schoolId, date, among, withAsked: true });
  const counted = new Map(counts.map((each) => [each.id, each]));
  const saidNoOf = (id: number) => (refused.get(id) ?? []).map(({ period }) => period);
  const coversOf = (id: number) => (covering.get(id) ?? []).map(({ id: _id, ...cover }) => cover);
  return [
    ...teachers.map((person) => ({
      ...person,
      bookings: null,
      absences: (absent.get(person.id) ?? []).map(({ start, end }) => ({ start, end })),
      covers: coversOf(person.id),
      saidNo: saidNoOf(person.id),
      month: counted.get(person.id)?.month ?? 0,
      year: counted.get(person.id)?.year ?? 0,
    })),
    ...substitutes.map((person) => {
      const own = coversOf(person.id);
      // Substitutes take turns within the day. Covers on other days don't count, because they were paid for those days.
      const today = own.filter((cover) => cover.date === date).length;
      return { ...asSubstitute, ...person, covers: own, saidNo: saidNoOf(person.id), month: today, year: today };
    }),
  ];
}

type TeacherRow = Pick<ColleagueRow, 'id' | 'fullName' | 'slots' | 'since' | 'consent' | 'neverOn' | 'isVolunteer'>;
type OnDate = { schoolId: number; date: string; whose: (column: Sql) => Sql };

async function teachersOutOn(db: Queryable, { schoolId, date, whose }: OnDate) {
  const rows = await db.query<{ id: number; start: string; end: string }>(
    sql`select v.teacher_id as id, v.start_time as start, v.end_time as "end" from vacancies v
      where v.school_id = ${schoolId} and v.date = ${date} and v.deleted_at is null ${whose(sql`v.teacher_id`)}`,
  );
  return Map.groupBy(rows, ({ id }) => id);
}

/** Returns the live covers of the week of a date, by colleague. */
async function coversInWeek(db: Queryable, { schoolId, date, whose }: OnDate) {
  const [monday = date, , , , , , sunday = date] = weekOf(date);
  const rows = await db.query<ColleagueRow['covers'][number] & { id: number }>(
    sql`select c.colleague_id as id, c.period, c.date, c.start_time as start, c.end_time as "end", c.place
      from covers c where c.school_id = ${schoolId} and c.date between ${monday} and ${sunday}
        and c.state in ('asked', 'accepted') ${whose(sql`c.colleague_id`)}`,
  );
  return Map.groupBy(rows, ({ id }) => id);
}

/** Returns the periods of a date that colleagues were asked to take and said no to, by colleague. */
async function periodsRefused(db: Queryable, { schoolId, date, whose }: OnDate) {
  const rows = await db.query<{ id: number; period: string }>(
    sql`select distinct c.colleague_id as id, c.period from vacancies v join covers c on c.vacancy_id = v.id
      where v.school_id = ${schoolId} and v.date = ${date} and c.date = v.date
        and c.state = 'declined' ${whose(sql`c.colleague_id`)}`,
  );
  return Map.groupBy(rows, ({ id }) => id);
}

/** A substitute has no wishes about cover: they are asked each time. */
const asSubstitute = {
  slots: [],
  since: null,
  consent: 'ask' as const,
  neverOn: [],
  isVolunteer: false,
  absences: [],
};

/**
 * Returns the substitutes who are booked at a school on a day, confirmed, for at least one teacher with a timetable.
 * Those who didn't come or left early don't count.
 */
function freeSubstitutes(
  db: Queryable,
  { schoolId, date, whose }: OnDate,
): Promise<{ id: number; fullName: string; bookings: Booking[] }[]> {
  return db.query(sql`select u.id, u.full_name as "fullName",
      jsonb_agg(jsonb_build_object('id', v.id, 'start', to_char(v.start_time, 'HH24:MI'),
      'end', to_char(v.end_time, 'HH24:MI'),
        'slots', case when v.absence_reason is null then '[]' else coalesce(t.slots, '[]') end)
          order by v.start_time) as bookings
      from vacancies v join users u on u.id = v.substitute_id left join timetables t on t.teacher_id = v.teacher_id
      where v.school_id = ${schoolId} and v.date = ${date} and v.status = 'filled' and v.confirmed
        and v.deleted_at is null ${whose(sql`u.id`)}
        and not exists (select from attendance a
          where a.vacancy_id = v.id and a.substitute_id = v.substitute_id and a.state in ('no_show', 'left'))
      group by u.id having bool_or(v.absence_reason is not null and t.slots <> '[]')`);
}

/**
 * Returns the number of periods that teachers, not substitutes, cover in the month and the school year of a date, with
 * or without unanswered ones.
 */
export async function countsOf(
  db: Queryable,
  {
    schoolId,
    date,
    among = null,
    withAsked,
  }: { schoolId: number; date: string; among?: readonly number[] | null; withAsked: boolean },
): Promise<{ id: number; month: number; year: number }[]> {
  const from = schoolYearStart(date);
  const to = `${Number(from.slice(0, 4)) + 1}-07-31`;
  const month = monthOf(date);
  return db.query(sql`select c.colleague_id as id,
      (count(*) filter (where c.date between ${firstDayOf(month)} and ${lastDayOf(month)}))::int as month,
      count(*)::int as year
    from covers c where c.school_id = ${schoolId} and c.date between ${from} and ${to}
      and c.state in ('asked', 'accepted') and c.booking_id is null ${withAsked ? empty : sql`and c.state = 'accepted'`}
      ${among === null ? empty : sql`and c.colleague_id = any(${among}::bigint[])`} group by c.colleague_id`);
}

/**
 * Returns the periods of a span that teachers covered and that are over, so they no longer change. Those of substitutes
 * don't count, because they are paid for their day.
 */
export async function creditedPeriods(
  db: Queryable,
  schoolId: number,
  { from, to, accountCode }: { from: string; to: string; accountCode: string },
  now: Date,
): Promise<CreditedPeriod[]> {
  return db.query<CreditedPeriod>(sql`select c.colleague_id as "colleagueId", k.full_name as colleague,
      e.employee_id as "employeeId", c.date, c.start_time as start, c.end_time as "end",
      (extract(epoch from c.ends_at - c.starts_at) / 60)::int as minutes, c.cents, c.pay_code as "payCode",
        ${accountCode}::text as "accountCode", t.full_name as teacher, p.title
    from covers c join cover_periods p on p.vacancy_id = c.vacancy_id and p.period = c.period
      join vacancies v on v.id = c.vacancy_id join users k on k.id = c.colleague_id
      join users t on t.id = v.teacher_id
        left join employee_ids e on e.school_id = c.school_id and e.substitute_id = c.colleague_id
    where c.school_id = ${schoolId} and c.date between ${from} and ${to} and c.state = 'accepted'
      and c.booking_id is null and c.ends_at <= ${now}
    order by c.date, c.start_time, k.full_name, c.id`);
}
