import { randomUUID } from 'node:crypto';
import type { changeDay as changeDayCall, previewDayChange } from '#contract/day-change.ts';
import { type Closure, closureLimits, closureOver } from '#domain/closure.ts';
import { type DayChange, dayChangeLimits } from '#domain/day-change.ts';
import { newTimeInWords } from '#domain/edit.ts';
import { instantOf } from '#domain/time.ts';
import { undoSeconds } from '#domain/undo.ts';
import type { HistoryEntry } from '#domain/vacancy.ts';
import { Refused } from '#server/core/refused.ts';
import { audit } from '#server/db/audit.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import {
  type BellsOfDay,
  coveredAmong,
  endCoversOf,
  endCoversOfBookings,
  followBells,
  restartCoversOf,
} from '#server/features/cover/commands.ts';
import { delayedBells } from '#server/features/cover/queries.ts';
import { passOn } from '#server/features/vacancies/dispatch/dispatch.ts';
import { dayNotifications } from '#server/features/vacancies/day/day-notices.ts';
import {
  type Affected,
  affectedOf,
  type DayRow,
  type DaySchool,
  effectsOf,
  idsOfDay,
  openingOf,
  planOf,
  schoolOfDay,
} from '#server/features/vacancies/day/day-plan.ts';
import { notifyHeldAnswers, releaseHeldAnswers } from '#server/features/vacancies/vacancy/held-answers.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { lockVacancies } from '#server/features/vacancies/vacancy/store.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';
import { enqueue } from '#server/jobs/job.ts';

type ChangeCall = CallInTx<typeof changeDayCall>;

/** Returns the effects of opening late or closing. Changes nothing. */
export async function previewDay(call: Call<typeof previewDayChange>): ReplyTo<typeof previewDayChange> {
  const { db, body, now } = call;
  const school = await schoolOfDay(db, call, { locked: false });
  const opening = openingOf(school);
  const ids = await idsOfDay(db, school.id, body.date, now);
  const planned = await planOf(db, ids, { change: body.change, opening, now });
  return effectsOf(planned, { change: body.change, opening, bells: await bellsFor(db, { ...school, opening }, call) });
}

/**
 * Returns the bells of the changed day, if the school has a schedule for this delay. Once the day has begun, its bells
 * stay.
 */
async function bellsFor(
  db: Queryable,
  { id, timeZone, opening }: DaySchool & { opening: string },
  { body: { date, change }, now }: Pick<ChangeCall, 'body' | 'now'>,
): Promise<DelayedBells> {
  if (change.type === 'close' || instantOf(date, opening, timeZone) <= now) return null;
  return delayedBells(db, { schoolId: id, date, minutes: change.minutes });
}

type DelayedBells = Awaited<ReturnType<typeof delayedBells>>;

/**
 * Opens late or closes on a day, in one transaction: moves or cancels every vacancy that the change affects, keeps a
 * closed day in the school's calendar, and notifies each teacher and each booked or requesting substitute once, when it
 * can no longer be undone (docs/decisions/051).
 *
 * @throws {Refused} too_many_requests; bad_input for a day in the past, or if the school's calendar is full.
 */
export async function changeDay(call: ChangeCall, tx: Tx): ReplyTo<typeof changeDayCall> {
  const { body, now } = call;
  const { date, change } = body;
  const school = await schoolOfDay(tx, call, { locked: true });
  const { perDay: most } = dayChangeLimits;
  await countAttempt(tx, { key: `day-changes-of:${school.id}`, most, windowSeconds: 86_400 }, now);
  const opening = openingOf(school);
  const ids = await idsOfDay(tx, school.id, date, now);
  await lockVacancies(tx, ids);
  const planned = await planOf(tx, ids, { change, opening, now });
  const affected = affectedOf(planned);
  const closure = change.type === 'close' ? await closeDay(tx, school, date, change.name) : null;
  const next = await bellsFor(tx, { ...school, opening }, call);
  const bells = next && (await followBells(tx, call, { schoolId: school.id, date, schedule: next.schedule }));
  await endCovers(tx, call, affected, bells === null ? [] : await coveredAmong(tx, call, ids));
  const undo = affected.length === 0 ? null : await apply(tx, call, { school, affected, closure, bells });
  if (affected.length > 0 || closure !== null || bells !== null)
    await audit(tx, call, {
      act: change.type === 'close' ? 'school.close_day' : 'school.delay_day',
      subject: ['school', school.id],
      schoolId: school.id,
      detail: { date, classes: affected.length },
    });
  return { ...effectsOf(planned, { change, opening, bells: next }), undo };
}

/** Adds the day to the school's closed days. Returns null if it is one already. Past closures make room for it. */
async function closeDay(tx: Tx, school: DaySchool, date: string, name: string): Promise<Closure | null> {
  const { id, closures, today } = school;
  if (closureOver({ from: date, to: date }, closures) !== null) return null;
  const kept = closures.length < closureLimits.count ? closures : closures.filter(({ to }) => to >= today);
  if (kept.length >= closureLimits.count)
    throw new Refused('bad_input', 'The list of closed days is full. Remove some in Manage School, then try again.');
  const closure = { from: date, to: date, name };
  await tx.execute(sql`update schools set closures = ${JSON.stringify([...kept, closure])}::jsonb where id = ${id}`);
  return closure;
}

/**
 * Ends the covers of canceled and moved classes, and of those whose periods have other times. An undo doesn't restore
 * them, because the colleagues have been notified.
 */
async function endCovers(
  tx: Tx,
  call: ChangeCall,
  affected: readonly Affected[],
  rung: readonly number[],
): Promise<void> {
  const idsOf = (kind: Affected['outcome']['kind']) =>
    affected.flatMap(({ row, outcome }) => (outcome.kind === kind ? [row.id] : []));
  const canceled = idsOf('canceled');
  await endCoversOf(tx, call, canceled, 'deleted');
  const restarted = new Set([...idsOf('moved'), ...rung].filter((id) => !canceled.includes(id)));
  await restartCoversOf(tx, call, [...restarted]);
}

type Applied = {
  school: DaySchool;
  affected: readonly Affected[];
  closure: Closure | null;
  bells: BellsOfDay | null;
};

/** Writes the change with its history, and holds its notifications. Returns the key for undoing it. */
async function apply(tx: Tx, call: ChangeCall, { school, affected, closure, bells }: Applied): Promise<string> {
  const { date, change } = call.body;
  await releaseHeldAnswers(
    tx,
    call,
    affected.map(({ row }) => row.id),
  );
  await write(tx, call, school, affected);
  const canceled = affected.flatMap(({ row, outcome }) => (outcome.kind === 'canceled' ? [row.id] : []));
  await endCoversOfBookings(
    tx,
    call,
    affected.map(({ row }) => row.id),
  );
  // The job loses only this day. Its other days stay on offer.
  for (const row of await vacanciesOf(tx, canceled, null, call.now)) await passOn(tx, call, row);
  const causes = await recordAll(tx, call, affected);
  const undo = randomUUID();
  const notifications = dayNotifications(school, { date, change, cause: `day:${undo}` }, affected);
  const held = affected.map(({ row, outcome }) => ({
    id: row.id,
    notifications: notifications.get(row.id) ?? [],
    before: beforeOf({ row, outcome }, { of: affected.length, cause: causes.get(row.id) ?? '', closure, bells }),
  }));
  const dueAt = new Date(call.now.getTime() + undoSeconds.accepted * 1000);
  await tx.execute(sql`insert into held_answers
      (vacancy_id, actor_id, requests, notifications, due_at, day_change, before)
    select n.id, ${call.actor.id}, '[]', n.notifications, ${dueAt}, ${undo}, n.before
    from unnest(${held.map(({ id }) => id)}::bigint[], ${held.map((one) => JSON.stringify(one.notifications))}::jsonb[],
      ${held.map(({ before }) => JSON.stringify(before))}::jsonb[]) as n (id, notifications, before)`);
  await enqueue(tx, notifyHeldAnswers, {}, { at: dueAt });
  return undo;
}

/** The previous state of a vacancy, in a held row. */
export type Before = {
  /** How many vacancies the change affected. */
  of: number;
  /** The history entry of the change. */
  cause: string;
  /** The closed day that the change added. */
  closure: Closure | null;
  /** The bells that the change chose for the day. It is missing in rows of earlier versions. */
  bells?: BellsOfDay | null;
  change: DayChange['type'];
  startTime: string;
  startsAt: string;
  confirmed: boolean | null;
  agreedStart: string | null;
  agreedEnd: string | null;
  requestMessage: string | null;
};

function beforeOf({ row, outcome }: Affected, common: Pick<Before, 'of' | 'cause' | 'closure' | 'bells'>): Before {
  const { startTime, startsAt, confirmed, agreedStart = null, agreedEnd = null, requestMessage } = row;
  return {
    ...common,
    change: outcome.kind === 'canceled' ? 'close' : 'delay',
    startTime,
    startsAt: startsAt.toISOString(),
    confirmed,
    agreedStart,
    agreedEnd,
    requestMessage,
  };
}

async function write(
  tx: Tx,
  { now }: ChangeCall,
  { timeZone }: DaySchool,
  affected: readonly Affected[],
): Promise<void> {
  const start = ({ row, outcome }: Affected) => (outcome.kind === 'moved' ? outcome.startTime : row.startTime);
  const startsAt = (one: Affected) =>
    one.outcome.kind === 'moved' ? instantOf(one.row.date, start(one), timeZone) : one.row.startsAt;
  const written = await tx.execute(sql`update vacancies v
        set start_time = n.start_time, starts_at = n.starts_at, confirmed = n.confirmed,
        agreed_start = case when n.confirmed then coalesce(v.agreed_start, v.start_time) end,
          agreed_end = case when n.confirmed then coalesce(v.agreed_end, v.end_time) end,
        deleted_at = n.deleted_at, updated_at = ${now}
    from unnest(${affected.map(({ row }) => row.id)}::bigint[], ${affected.map(start)}::time[],
      ${affected.map(startsAt)}::timestamptz[],
      ${affected.map(({ outcome }) => outcome.next.confirmed)}::boolean[],
        ${affected.map(({ outcome }) => outcome.next.deletedAt)}::timestamptz[])
      as n (id, start_time, starts_at, confirmed, deleted_at)
    where v.id = n.id and v.deleted_at is null`);
  if (written !== affected.length) throw new Error('A vacancy of the day changed under its lock.');
}

type Entry = HistoryEntry & Pick<DayRow, 'id' | 'schoolId'> & { changes: string | null };

/** Writes the history of all in one statement. Returns the cause of each vacancy's last entry. */
async function recordAll(
  tx: Tx,
  { actor, now, body }: ChangeCall,
  affected: readonly Affected[],
): Promise<Map<number, string>> {
  const reason = body.change.type === 'close' ? body.change.name : null;
  const entries = affected.flatMap(({ row, outcome }): Entry[] => {
    const { id, schoolId, substituteId } = row;
    if (outcome.kind === 'canceled') return [{ id, schoolId, kind: 'deleted', substituteId, changes: null }];
    const changes = JSON.stringify([newTimeInWords(row, { ...row, startTime: outcome.startTime })]);
    const edited: Entry = { id, schoolId, kind: 'edited', substituteId: null, changes };
    return outcome.asksAgain ? [edited, { ...edited, kind: 'asked_again', substituteId }] : [edited];
  });
  const written = await tx.query<{ vacancyId: number; id: number }>(sql`
    insert into vacancy_history (vacancy_id, school_id, kind, at, actor_id, substitute_id, reason, changes)
    select e.vacancy_id, e.school_id, e.kind, ${now}, ${actor.id}, e.substitute_id, ${reason}, e.changes
    from unnest(${entries.map(({ id }) => id)}::bigint[], ${entries.map(({ schoolId }) => schoolId)}::bigint[],
      ${entries.map(({ kind }) => kind)}::text[],
      ${entries.map(({ substituteId }) => substituteId)}::bigint[],
        ${entries.map(({ changes }) => changes)}::jsonb[]) with ordinality as e
        (vacancy_id, school_id, kind, substitute_id, changes, n)
    order by e.n returning vacancy_id as "vacancyId", id`);
  return new Map(written.map(({ vacancyId, id }) => [vacancyId, `vacancy:${vacancyId}:${id}`]));
}
