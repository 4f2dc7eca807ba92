import type {
  answerCover as answerCall,
  getCoverCounts,
  listOwnCovers,
  undoCoverAnswer as undoCall,
} from '#contract/cover.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { answered, type CoverKind, type CoverState } from '#domain/cover.ts';
import { localDate } from '#domain/time.ts';
import { undoSeconds } from '#domain/undo.ts';
import { notFound, Refused, refusedAs } from '#server/core/refused.ts';
import { type Queryable, sql, type Sql, type Tx } from '#server/db/database.ts';
import { holdDeclined } from '#server/features/cover/declined.ts';
import { countsOf, isInBooking } from '#server/features/cover/queries.ts';
import { coverOfSchool } from '#server/features/cover/settings.ts';
import { callersSchool } from '#server/http/callers-school.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';

type Own = ReplyInput<typeof listOwnCovers>['covers'][number];

/** How often a person may say no in a day, so that undoing it needs no limit. */
const declines = { most: 100, windowSeconds: 86_400 };

/** The maximum number of upcoming covers per person. */
const mostShown = 100;

/** Returns the caller's covers that are not over, soonest first, and their counts. */
export async function ownCovers(call: Call<typeof listOwnCovers>): ReplyTo<typeof listOwnCovers> {
  const { db, actor, now } = call;
  const live = sql`c.colleague_id = ${actor.id} and c.state in ('asked', 'accepted') and c.ends_at > ${now}`;
  if (actor.role === 'substitute') {
    // The covers may be at any school, because each is part of a booking.
    const covers = await ownWhere(db, sql`${live} and c.date >= ${localDate(now, 'UTC')}::date - 1`, now);
    return { isOn: covers.length > 0, month: 0, year: 0, covers };
  }
  const { schoolId, today } = callersSchool(call, 'cover.see');
  const { version } = await coverOfSchool(db, schoolId);
  // Schools without cover by colleagues need no further queries.
  if (version === 0) return { isOn: false, month: 0, year: 0, covers: [] };
  const [covers, counts] = await Promise.all([
    ownWhere(db, sql`${live} and c.date >= ${today}`, now),
    countsOf(db, { schoolId, date: today, among: [actor.id], withAsked: false }),
  ]);
  return { isOn: true, month: counts[0]?.month ?? 0, year: counts[0]?.year ?? 0, covers };
}

type OwnRow = Omit<Own, 'askedAt' | 'can'> & {
  kind: CoverKind;
  state: CoverState;
  askedAt: Date;
  startsAt: Date;
  endsAt: Date;
};

async function ownWhere(db: Queryable, where: Sql, now: Date): Promise<Own[]> {
  const rows =
    await db.query<OwnRow>(sql`select c.id, c.state, s.name as "schoolName", s.time_zone as "timeZone", c.date,
        c.period, c.start_time as start, c.end_time as "end", t.full_name as "teacherName", p.title,
        coalesce(c.room, p.room) as room,
      coalesce(c.size, p.size) as size, c.kind, c.note, c.asked_at as "askedAt", c.starts_at as "startsAt",
        c.ends_at as "endsAt"
    from covers c join cover_periods p on p.vacancy_id = c.vacancy_id and p.period = c.period
      join vacancies v on v.id = c.vacancy_id join users t on t.id = v.teacher_id join schools s on s.id = c.school_id
    where ${where} order by c.starts_at, c.id limit ${mostShown}`);
  return rows.map(({ startsAt, endsAt, ...row }) => ({
    ...row,
    askedAt: row.askedAt.toISOString(),
    can: (['yes', 'no'] as const).filter((answer) => {
      const next = answered({ state: row.state, startsAt, endsAt }, answer, now);
      return next !== null && next !== row.state;
    }),
  }));
}

/**
 * Answers yes or no for the caller. The same answer again changes nothing. The administrators are notified of a no once
 * it can't be undone.
 *
 * @throws {Refused} not_found; cover_settled if the class no longer needs the caller, or it is too late;
 * too_many_requests.
 */
export async function answerCover(call: CallInTx<typeof answerCall>, tx: Tx): ReplyTo<typeof answerCall> {
  const { actor, body, params, now } = call;
  const own = sql`c.id = ${params.id} and c.colleague_id = ${actor.id}`;
  // Locks the class before its cover, as every command does.
  await tx.query(sql`select id from vacancies
    where id = (select c.vacancy_id from covers c where ${own}) for no key update`);
  const [cover] = await tx.query<{ state: CoverState; startsAt: Date; endsAt: Date }>(
    sql`select c.state, c.starts_at as "startsAt", c.ends_at as "endsAt" from covers c where ${own} for update`,
  );
  if (cover === undefined) throw notFound('cover');
  const wanted: CoverState = body.answer === 'yes' ? 'accepted' : 'declined';
  if (cover.state !== wanted) {
    const next = answered(cover, body.answer, now);
    if (next === null && cover.state === 'declined' && now < cover.endsAt) throw saidNo();
    if (next === null) throw refusedAs('cover_settled');
    await tx.execute(sql`update covers
      set state = ${next}, answered_at = coalesce(answered_at, ${now}),
        ended_at = case when ${next} = 'declined' then ${now}::timestamptz end where id = ${params.id}`);
    if (next === 'declined') {
      await countAttempt(tx, { key: `cover-declined:${actor.id}`, ...declines }, now);
      await holdDeclined(tx, call, params.id);
    }
  }
  const [reply] = await ownWhere(tx, own, now);
  if (reply === undefined) throw notFound('cover');
  return reply;
}

/** Another tab, or the notification's link, may still offer a Yes. */
const saidNo = () =>
  new Refused(
    'cover_settled',
    'You already said no to this period. If you can cover it after all, call the front office.',
  );

/** Everyone's counts, for all staff of the school. */
export async function coverCounts(call: Call<typeof getCoverCounts>): ReplyTo<typeof getCoverCounts> {
  const { db } = call;
  const { schoolId, today } = callersSchool(call, 'cover.see');
  const counts = await countsOf(db, { schoolId, date: today, withAsked: false });
  const names = await db.query<{ id: number; fullName: string }>(sql`select id, full_name as "fullName" from users
    where id = any(${counts.map(({ id }) => id)}::bigint[])`);
  const nameOf = new Map(names.map(({ id, fullName }) => [id, fullName]));
  const people = counts.map((each) => ({ ...each, fullName: nameOf.get(each.id) ?? '' }));
  return {
    people: people.toSorted(
      (a, b) => b.month - a.month || b.year - a.year || a.fullName.localeCompare(b.fullName, 'en'),
    ),
  };
}

/**
 * Undoes the caller's No within seconds: they are asked again, or cover the period again. The administrators aren't
 * notified. It isn't limited: each undo needs a No, and those are.
 *
 * @throws {Refused} not_found; undo_too_late if they were notified, or if the class, its period or the caller's day has
 *   changed since.
 */
export async function undoCoverAnswer(call: CallInTx<typeof undoCall>, tx: Tx): ReplyTo<typeof undoCall> {
  const { actor, params, now } = call;
  // Every command locks people before classes.
  await tx.query(sql`select from users where id = ${actor.id} for no key update`);
  const own = sql`c.id = ${params.id} and c.colleague_id = ${actor.id}`;
  await tx.query(sql`select id from vacancies
    where id = (select c.vacancy_id from covers c where ${own}) for no key update`);
  const [cover] = await tx.query(sql`select from covers c where ${own} for update`);
  if (cover === undefined) throw notFound('cover');
  if (!(await restore(tx, params.id, now))) throw refusedAs('undo_too_late');
  const [reply] = await ownWhere(tx, own, now);
  if (reply === undefined) throw notFound('cover');
  return reply;
}

/**
 * Restores the cover, unless the class was filled, requested or moved, someone else was asked for the period, or the
 * colleague was asked for another one or is out, or isn't booked anymore.
 */
async function restore(tx: Tx, id: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - undoSeconds.accepted * 1000);
  const restored =
    await tx.execute(sql`update covers c set state = case when c.answered_at < c.ended_at then 'accepted' else 'asked'
        end,
      answered_at = case when c.answered_at < c.ended_at then c.answered_at end, ended_at = null
    from vacancies v, cover_periods p
    where c.id = ${id} and v.id = c.vacancy_id and p.vacancy_id = c.vacancy_id and p.period = c.period
      and c.state = 'declined' and c.ended_at > ${since} and c.ends_at > ${now} and v.status = 'open'
        and v.deleted_at is null
      and (select count(*) from covers o where o.vacancy_id = c.vacancy_id and o.period = c.period
        and o.state in ('asked', 'accepted')) < p.parts
      and not exists (select from covers o
        where o.colleague_id = c.colleague_id and o.id <> c.id and o.asked_at >= c.ended_at)
      and (c.booking_id is null or ${isInBooking})
      and not exists (select from vacancies w where w.teacher_id = c.colleague_id and w.deleted_at is null
        and w.date between c.date - 1 and c.date + 1
          and tstzrange(w.starts_at, w.ends_at) && tstzrange(c.starts_at, c.ends_at))`);
  return restored > 0;
}
