import { type Bell, periodsOn, templateBell } from '#domain/bell.ts';
import { bookingAt, type CoverDay, defaultCoverRules, placeOf } from '#domain/cover.ts';
import { planPeriods } from '#domain/cover-plan.ts';
import { instantOf } from '#domain/time.ts';
import type { Slot } from '#domain/timetable.ts';
import { sql, type Tx } from '#server/db/database.ts';
import type { DemoPerson } from '#server/demo/people.ts';
import { demoSchool, demoZone } from '#server/demo/schools.ts';
import {
  type AbsenceRow,
  absenceOf,
  type ColleagueRow,
  colleaguesOn,
  periodsOf,
} from '#server/features/cover/queries.ts';
import { type Ids, insertRows } from '#server/demo/write.ts';

const day = 24 * 60 * 60 * 1000;
/** The number of classes colleagues covered in the last weeks. */
const pastClasses = 6;

/** Returns a teacher of Cedar Hollow: a lunch, a planning period, and otherwise the class in its room. */
function slotsOf(nth: number, room: string): Slot[] {
  const planning = String(1 + (nth % 7));
  const lunch = planning === '4' || (planning !== '5' && nth % 2 === 0) ? '5' : '4';
  return ['1', '2', '3', '4', '5', '6', '7'].map((period) => ({
    period,
    days: [],
    kind: period === lunch ? 'lunch' : period === planning ? 'planning' : 'class',
    title: '',
    room,
    size: 19 + (nth % 7),
  }));
}

/**
 * Colleagues cover classes at Cedar Hollow: a few in recent weeks, and for the next open one, one has said yes and Maya
 * Okafor has been asked. Daniel Reyes has been asked to cover a class in a free period of a booking. The timetable has
 * the same rooms as the absences.
 */
export async function writeColleagues(tx: Tx, ids: Ids, people: readonly DemoPerson[], now: Date): Promise<void> {
  const { name } = demoSchool('cedar');
  const [school] = await tx.query<{ id: number; adminId: number }>(sql`select id, admin_id as "adminId" from schools
    where name = ${name}`);
  if (school === undefined) throw new Error(`The demo has no ${name}.`);
  const bell = templateBell({ periods: 7, start: '08:00', minutes: 55, passing: 5 });
  await tx.execute(sql`insert into cover_settings (school_id, bell, rules, changed_at)
    values (${school.id}, ${JSON.stringify(bell)}::jsonb, ${JSON.stringify(defaultCoverRules)}::jsonb,
      ${new Date(now.getTime() - 90 * day)})`);
  const teachers = await tx.query<{ id: number; isMaya: boolean }>(sql`
    select id, username = 'teacher' as "isMaya" from users
    where school_id = ${school.id} and role = 'teacher' and is_approved and is_active and deleted_at is null
      order by id`);
  const rooms = new Map(people.map(({ number, course }) => [ids.person(number), course?.room]));
  const timetables = teachers.map(({ id }, nth) => ({
    teacher_id: id,
    school_id: school.id,
    slots: slotsOf(nth, rooms.get(id) ?? `Room ${30 + nth}`),
    since: `${2001 + (nth % 22)}-08-15`,
  }));
  await insertRows(tx, 'timetables', timetables);
  const past = await tx.query<{ id: number }>(sql`
    select distinct on (date) id from vacancies
      where school_id = ${school.id} and status = 'open' and deleted_at is null
    and ends_at between ${new Date(now.getTime() - 60 * day)} and ${now} order by date desc, id limit ${pastClasses}`);
  for (const { id } of past.toReversed())
    await coverAll(tx, { schoolId: school.id, askedById: school.adminId, bell, now }, id);
  const maya = teachers.find(({ isMaya }) => isMaya)?.id ?? 0;
  const place = { schoolId: school.id, askedById: school.adminId, bell, now };
  await askMaya(tx, place, maya);
  await askDaniel(tx, place);
}

type Place = { schoolId: number; askedById: number; bell: Bell; now: Date };

/** Colleagues covered every period that the rules allowed. */
async function coverAll(tx: Tx, place: Place, id: number): Promise<void> {
  const planned = await plan(tx, place, id);
  if (planned === null) return;
  const { absence, periods, colleagues, chosen } = planned;
  await keep(tx, place, absence, periods);
  for (const [nth, period] of periods.entries()) {
    const colleague = colleagues[chosen[nth] ?? -1];
    if (colleague !== undefined) await write(tx, place, { absence, period, colleague, state: 'accepted' });
  }
}

/** Returns the next open class with a period in which Maya is free. She is asked, and someone else said yes. */
async function askMaya(tx: Tx, place: Place, maya: number): Promise<void> {
  const coming = await tx.query<{ id: number }>(sql`
    select id from vacancies where school_id = ${place.schoolId} and status = 'open' and deleted_at is null
    and starts_at > ${place.now} and teacher_id <> ${maya} order by starts_at, id limit 20`);
  for (const { id } of coming) {
    const planned = await plan(tx, place, id);
    if (planned === null) continue;
    const { absence, periods, colleagues, chosen, day: of } = planned;
    const hers = planPeriods(
      of,
      periods,
      colleagues.filter((each) => each.id === maya),
    ).findIndex((one) => one !== null);
    const period = periods[hers];
    const other = periods.findIndex(
      (_, nth) => nth !== hers && chosen[nth] !== null && colleagues[chosen[nth] ?? -1]?.id !== maya,
    );
    const colleague = colleagues[chosen[other] ?? -1];
    const theirs = periods[other];
    if (colleague === undefined || theirs === undefined) continue;
    // Maya may be out herself that day. Then the class has one colleague so far.
    if (period === undefined && id !== coming[0]?.id) continue;
    await keep(tx, place, absence, periods);
    await write(tx, place, { absence, period: theirs, colleague, state: 'accepted' });
    const her = colleagues.find((each) => each.id === maya);
    if (period === undefined || her === undefined) continue;
    await write(tx, place, { absence, period, colleague: her, state: 'asked' });
    return;
  }
}

/** Asks Daniel Reyes to cover a period of an open class on the day of his next booking with a free period for it. */
async function askDaniel(tx: Tx, place: Place): Promise<void> {
  const coming = await tx.query<{ id: number; daniel: number }>(sql`
      select v.id, b.substitute_id as daniel from vacancies b
        join users u on u.id = b.substitute_id and u.username = 'substitute'
      join vacancies v on v.school_id = b.school_id and v.date = b.date
    where b.school_id = ${place.schoolId} and b.status = 'filled' and b.deleted_at is null
      and b.starts_at > ${place.now}
      and v.status = 'open' and v.deleted_at is null
        and not exists (select from cover_periods p where p.vacancy_id = v.id)
    order by v.starts_at, v.id limit 20`);
  for (const { id, daniel } of coming) {
    const planned = await plan(tx, place, id);
    if (planned === null) continue;
    const { absence, periods, colleagues, day: of } = planned;
    const own = colleagues.filter((each) => each.id === daniel);
    const period = periods[planPeriods(of, periods, own).findIndex((one) => one !== null)];
    const [colleague] = own;
    if (period === undefined || colleague === undefined) continue;
    await keep(tx, place, absence, periods);
    await write(tx, place, { absence, period, colleague, state: 'asked' });
    return;
  }
}

type Periods = ReturnType<typeof periodsOf>;
type Planned = {
  absence: AbsenceRow;
  periods: Periods;
  colleagues: ColleagueRow[];
  chosen: (number | null)[];
  day: CoverDay;
};

async function plan(tx: Tx, { schoolId, bell }: Place, id: number): Promise<Planned | null> {
  const absence = await absenceOf(tx, schoolId, id);
  if (absence === null || periodsOn(bell, absence.date).length === 0) return null;
  const colleagues = await colleaguesOn(tx, { schoolId, date: absence.date });
  const periods = periodsOf(absence, bell);
  const of = { date: absence.date, bell, rules: defaultCoverRules };
  return { absence, periods, colleagues, chosen: planPeriods(of, periods, colleagues), day: of };
}

async function keep(
  tx: Tx,
  { schoolId }: Place,
  { id, date, description }: AbsenceRow,
  periods: Periods,
): Promise<void> {
  const rows = periods.map(({ period, start, end, room, size }) => ({
    vacancy_id: id,
    period,
    school_id: schoolId,
    date,
    start_time: start,
    end_time: end,
    starts_at: instantOf(date, start, demoZone),
    ends_at: instantOf(date, end, demoZone),
    title: description,
    room,
    size,
  }));
  await insertRows(tx, 'cover_periods', rows);
}

type Cover = { absence: AbsenceRow; period: Periods[number]; colleague: ColleagueRow; state: 'asked' | 'accepted' };

async function write(
  tx: Tx,
  { schoolId, askedById, now }: Place,
  { absence: { id, date }, period: { period, start, end }, colleague, state }: Cover,
): Promise<void> {
  const startsAt = instantOf(date, start, demoZone);
  const askedAt = new Date(Math.min(now.getTime() - 20 * 60_000, startsAt.getTime() - 90 * 60_000));
  await tx.execute(sql`insert into covers
      (vacancy_id, period, school_id, colleague_id, date, start_time, end_time, starts_at, ends_at, kind, place, note,
      state, asked_at, asked_by_id, answered_at, booking_id)
    values (${id}, ${period}, ${schoolId}, ${colleague.id}, ${date}, ${start}, ${end}, ${startsAt},
      ${instantOf(date, end, demoZone)}, 'period', ${placeOf({ kind: 'period', room: null, vacancyId: id, period })},
      ${state === 'asked' ? 'The plans are on the desk.' : null}, ${state}, ${askedAt}, ${askedById},
        ${state === 'accepted' ? new Date(askedAt.getTime() + 5 * 60_000) : null},
        ${bookingAt(colleague, { start, end })?.id ?? null})`);
}
