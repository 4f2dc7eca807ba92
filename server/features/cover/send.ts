import type { sendCovers as sendCall } from '#contract/cover.ts';
import {
  bookingAt,
  type CoverDay,
  type CoverRules,
  coverLimits,
  obstaclesOf,
  obstacleWords,
  placeOf,
  stands,
} from '#domain/cover.ts';
import { roomIn } from '#domain/room.ts';
import { overlaps } from '#domain/shift.ts';
import { instantOf } from '#domain/time.ts';
import { found, notFound, Refused, refusedAs, wrongField } from '#server/core/refused.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { notifyAsked, toldCovers } from '#server/features/cover/notifications.ts';
import {
  type AbsenceRow,
  absenceOf,
  type ColleagueRow,
  colleaguesOn,
  type CoverRow,
  coversWhere,
  periodsOf,
} from '#server/features/cover/queries.ts';
import { coverOfSchool, type SchoolCover } from '#server/features/cover/settings.ts';
import { callersSchool } from '#server/http/callers-school.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

type SendCall = CallInTx<typeof sendCall>;
type Ask = SendCall['body']['asks'][number];
type Period = ReturnType<typeof periodsOf>[number];

/** A class whose colleagues are asked. */
type Class = { absence: AbsenceRow; periods: Period[]; covers: CoverRow[] };

/**
 * Asks colleagues to take periods, all or none. Locks colleagues before classes, so two administrators never ask the
 * same colleague twice for one period, and no class is filled in the meantime.
 *
 * @throws {Refused} not_found; vacancy_gone, vacancy_over, already_filled or not_open for the class; cover_taken if
 * someone else has the period; cover_not_free, with the reason, if a rule forbids it.
 */
export async function sendCovers(call: SendCall, tx: Tx): ReplyTo<typeof sendCall> {
  const { asks } = call.body;
  const school = callersSchool(call, 'cover.manage');
  const cover = await coverOfSchool(tx, school.schoolId);
  await lockAll(tx, school.schoolId, asks);
  await countAsks(tx, asks, call.now);
  const classes = new Map<number, Class>();
  for (const id of new Set(asks.map(({ vacancyId }) => vacancyId)))
    classes.set(id, await openClass(tx, { schoolId: school.schoolId, cover, id }));
  const people = await peopleByDate(tx, school.schoolId, asks, classes);
  await keepPeriods(tx, school, asks, classes);
  const told: { id: number; isSettled: boolean }[] = [];
  for (const ask of asks) {
    const of = classes.get(ask.vacancyId);
    const period = of?.periods.find((each) => each.period === ask.period);
    const colleague = of && people.get(of.absence.date)?.find(({ id }) => id === ask.colleagueId);
    if (of === undefined || period === undefined) throw wrongField('asks', "This class doesn't have this period.");
    if (colleague === undefined) throw notFound('colleague');
    if (instantOf(of.absence.date, period.end, school.timeZone) <= call.now)
      throw new Refused('vacancy_over', `Period ${period.period} has ended.`);
    refuseObstacle(ask, period, colleague, { ...cover, date: of.absence.date });
    told.push(await insert(tx, call, { ...school, rules: cover.rules }, { ask, of, period, colleague }));
  }
  await notifyAll(tx, call, told);
  const settled = told.filter(({ isSettled }) => isSettled).length;
  return { asked: told.length - settled, told: settled };
}

/** How often a colleague may be asked in a day. Each time notifies them, and so does releasing them again. */
const asked = { most: 60, windowSeconds: 86_400 };

/** Counts how often each colleague is asked, in the order of their ids, so two calls never deadlock. */
async function countAsks(tx: Tx, asks: readonly Ask[], now: Date): Promise<void> {
  for (const [id, own] of Map.groupBy(
    asks.toSorted((a, b) => a.colleagueId - b.colleagueId),
    ({ colleagueId }) => colleagueId,
  ))
    await countAttempt(tx, { key: `cover-asked:${id}`, ...asked, times: own.length }, now);
}

async function lockAll(tx: Tx, schoolId: number, asks: readonly Ask[]): Promise<void> {
  const people = asks.map(({ colleagueId }) => colleagueId);
  const vacancies = asks.map(({ vacancyId }) => vacancyId);
  /** Locks the classes that these substitutes are booked for on these days, so no one releases them in the meantime. */
  const bookings = sql`select b.id from vacancies v
      join vacancies b on b.school_id = v.school_id and b.date = v.date and b.status = 'filled' and b.deleted_at is null
    where v.id = any(${vacancies}::bigint[]) and v.school_id = ${schoolId}
      and b.substitute_id = any(${people}::bigint[])`;
  await tx.query(sql`select id from users where id = any(${people}::bigint[])
    and (school_id = ${schoolId} or id in (select substitute_id from vacancies where id in (${bookings})))
      order by id for no key update`);
  await tx.query(sql`select id from vacancies where school_id = ${schoolId}
    and (id = any(${vacancies}::bigint[]) or id in (${bookings})) order by id for no key update`);
}

async function openClass(
  tx: Tx,
  { schoolId, cover, id }: { schoolId: number; cover: SchoolCover; id: number },
): Promise<Class> {
  const absence = found(await absenceOf(tx, schoolId, id), 'vacancy');
  if (absence.status === 'filled') throw refusedAs('already_filled');
  if (absence.status === 'pending_approval')
    throw new Refused('not_open', 'A substitute requested this class. Answer the request first.');
  const covers = await coversWhere(tx, sql`c.vacancy_id = ${id} and c.state in ('asked', 'accepted')`);
  return { absence, periods: periodsOf(absence, cover.bell), covers };
}

/** Returns the colleagues who are asked, by day, with their week. */
async function peopleByDate(
  tx: Tx,
  schoolId: number,
  asks: readonly Ask[],
  classes: ReadonlyMap<number, Class>,
): Promise<Map<string, ColleagueRow[]>> {
  const people = new Map<string, ColleagueRow[]>();
  for (const date of new Set([...classes.values()].map(({ absence }) => absence.date))) {
    const among = asks.map(({ colleagueId }) => colleagueId);
    people.set(date, await colleaguesOn(tx, { schoolId, date, among }));
  }
  return people;
}

/** Stores the periods of the classes, so we know when each is covered, and how many colleagues share a split class. */
async function keepPeriods(
  tx: Tx,
  { schoolId, timeZone }: { schoolId: number; timeZone: string },
  asks: readonly Ask[],
  classes: ReadonlyMap<number, Class>,
): Promise<void> {
  for (const { absence, periods, covers } of classes.values()) {
    for (const { period, start, end, title, room, size, parts } of periods) {
      const own = asks.filter((ask) => ask.vacancyId === absence.id && ask.period === period);
      const live = covers.filter((cover) => cover.period === period).length;
      const among = own.length === 0 ? parts : partsOf(own, live, parts);
      await tx.execute(sql`insert into cover_periods
          (vacancy_id, period, school_id, date, start_time, end_time, starts_at, ends_at, title, room, size, parts)
        values (${absence.id}, ${period}, ${schoolId}, ${absence.date}, ${start}, ${end},
          ${instantOf(absence.date, start, timeZone)}, ${instantOf(absence.date, end, timeZone)},
          ${title === '' ? absence.description : title},
            ${room === '' ? (absence.room ?? roomIn(absence.description, absence.notes)) : room}, ${size}, ${among})
        on conflict (vacancy_id, period) do update set parts = excluded.parts`);
    }
  }
}

/**
 * Returns the number of colleagues who share a period once these are asked, too.
 *
 * @throws {Refused} cover_taken if a whole class would have two, bad_input if several are asked without a split.
 */
function partsOf(asks: readonly Ask[], live: number, parts: number): number {
  const isSplit = asks.every(({ kind }) => kind === 'split');
  if (live === 0 && asks.length === 1) return 1;
  if (live > 0 && !isSplit && live + asks.length > parts)
    throw new Refused(
      'cover_taken',
      'A colleague has already been asked to take this period. Check it, then try again.',
    );
  if (!isSplit && live === 0) throw wrongField('asks', 'Split the class to give a period to several colleagues.');
  const all = live + asks.length;
  if (all > coverLimits.parts) throw wrongField('asks', `A class can be split among at most ${coverLimits.parts}.`);
  return Math.max(parts, all);
}

/** @throws {Refused} cover_not_free with the rule that forbids it. */
function refuseObstacle(ask: Ask, period: Period, colleague: ColleagueRow, day: CoverDay): void {
  const place = placeOf({ ...ask, room: ask.room ?? null });
  const isSameHall = colleague.covers.some(
    (cover) => cover.date === day.date && overlaps(cover, period) && cover.place === place,
  );
  if (ask.kind === 'study_hall' && isSameHall) return;
  const obstacle = obstaclesOf(colleague, day).get(ask.period) ?? null;
  if (stands(obstacle, ask.kind))
    throw new Refused('cover_not_free', `${colleague.fullName} ${obstacleWords[obstacle]}. Choose someone else.`);
}

async function insert(
  tx: Tx,
  { actor, now }: SendCall,
  { schoolId, timeZone, rules }: { schoolId: number; timeZone: string; rules: CoverRules },
  { ask, of, period, colleague }: { ask: Ask; of: Class; period: Period; colleague: ColleagueRow },
): Promise<{ id: number; isSettled: boolean }> {
  const { date } = of.absence;
  const { start, end } = period;
  const place = placeOf({ ...ask, room: ask.room ?? null });
  const booking = bookingAt(colleague, period);
  const isSettled = colleague.consent === 'always';
  const row = await tx.only<{ id: number }>(sql`
    insert into covers (vacancy_id, period, school_id, colleague_id, date, start_time, end_time, starts_at, ends_at,
      kind, place, size, room, note, state, asked_at, asked_by_id, answered_at, pay_code, cents, booking_id)
    values (${ask.vacancyId}, ${ask.period}, ${schoolId}, ${colleague.id}, ${date}, ${start}, ${end},
      ${instantOf(date, start, timeZone)}, ${instantOf(date, end, timeZone)}, ${ask.kind}, ${place},
      ${ask.size ?? null}, ${ask.room ?? null}, ${ask.note ?? null}, ${isSettled ? 'accepted' : 'asked'}, ${now},
        ${actor.id}, ${isSettled ? now : null}, ${rules.payCode}, ${booking === null ? rules.periodCents : null},
        ${booking?.id ?? null}) returning id`);
  // The next period of the same call takes this one into account.
  colleague.covers.push({ period: period.period, date, start, end, place });
  return { id: row.id, isSettled };
}

async function notifyAll(tx: Tx, call: SendCall, told: readonly { id: number; isSettled: boolean }[]): Promise<void> {
  const settled = new Map(told.map(({ id, isSettled }) => [id, isSettled]));
  for (const cover of await toldCovers(tx, [...settled.keys()]))
    await notifyAsked(tx, call, cover, settled.get(cover.id) ?? false);
}
