import type { CoverFacts, NoticeFacts } from '#domain/notice-facts.ts';
import type { Config } from '#server/core/config.ts';
import { localDate } from '#domain/time.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { adminsOf } from '#server/features/accounts/queries.ts';
import { notify } from '#server/notifications/notify.ts';

/** A cover as its notifications describe it, and the people it concerns. */
export type ToldCover = CoverFacts & {
  id: number;
  colleagueId: number;
  colleague: string;
  /** Whether a booked substitute takes the period, not a teacher. */
  isSubstitute: boolean;
  schoolId: number;
  timeZone: string;
};

export type CoverContext = { now: Date; actor: { id: number } | null; config: Config };

/** Covers as their notifications describe them. */
export async function toldCovers(db: Queryable, ids: readonly number[]): Promise<ToldCover[]> {
  return db.query<ToldCover>(sql`select c.id, c.colleague_id as "colleagueId", k.full_name as colleague,
      c.booking_id is not null as "isSubstitute", c.school_id as "schoolId", s.time_zone as "timeZone",
      s.name as school, t.full_name as teacher,
      c.date, c.period, c.start_time as start, c.end_time as "end", p.title, coalesce(c.room, p.room) as room,
        coalesce(c.size, p.size) as size, c.kind, c.note
    from covers c join cover_periods p on p.vacancy_id = c.vacancy_id and p.period = c.period
      join vacancies v on v.id = c.vacancy_id join users t on t.id = v.teacher_id
      join users k on k.id = c.colleague_id join schools s on s.id = c.school_id
    where c.id = any(${ids}::bigint[]) order by c.id`);
}

function factsOf({
  id: _id,
  colleagueId: _colleague,
  colleague: _name,
  isSubstitute: _kind,
  schoolId: _school,
  timeZone: _zone,
  ...cover
}: ToldCover): CoverFacts {
  return cover;
}

const roleOf = ({ isSubstitute }: ToldCover) => (isSubstitute ? 'substitute' : 'teacher');

const usual = ({ schoolId, timeZone, date }: ToldCover, now: Date) => ({
  schoolId,
  // A colleague in the building reads a text message before the next bell.
  sendSms: date === localDate(now, timeZone),
  isForToday: date === localDate(now, timeZone),
});

/** Asks the colleague, or only notifies them if they chose that. */
export async function notifyAsked(tx: Tx, context: CoverContext, cover: ToldCover, isSettled: boolean): Promise<void> {
  await notify(tx, context, {
    kind: 'cover_asked',
    cause: `cover:${cover.id}:asked`,
    recipients: [cover.colleagueId],
    facts: { to: roleOf(cover), cover: factsOf(cover), isSettled },
    ...usual(cover, context.now),
  });
}

/** Notifies each colleague once that they aren't needed for these covers, and why. */
export async function notifyCanceled(
  tx: Tx,
  context: CoverContext,
  covers: readonly ToldCover[],
  why: NoticeFacts['cover_canceled']['why'],
): Promise<void> {
  for (const [colleagueId, [cover, ...others] = []] of Map.groupBy(covers, (each) => each.colleagueId)) {
    if (cover === undefined || context.actor?.id === colleagueId) continue;
    await notify(tx, context, {
      kind: 'cover_canceled',
      cause: `cover:${cover.id}:canceled`,
      recipients: [colleagueId],
      facts: { to: roleOf(cover), cover: factsOf(cover), others: others.map(factsOf), why },
      ...usual(cover, context.now),
    });
  }
}

/** Notifies the administrators that a period needs someone else. `wasSettled`: the colleague had said yes. */
export async function notifyDeclined(
  tx: Tx,
  context: CoverContext,
  cover: ToldCover,
  wasSettled: boolean,
): Promise<void> {
  const recipients = (await adminsOf(tx, cover.schoolId)).filter((id) => id !== context.actor?.id);
  await notify(tx, context, {
    kind: 'cover_declined',
    // A colleague can say no, undo it, and say no again.
    cause: `cover:${cover.id}:declined:${context.now.getTime()}`,
    recipients,
    facts: { to: 'school_admin', cover: factsOf(cover), colleague: cover.colleague, wasSettled },
    ...usual(cover, context.now),
    sendSms: wasSettled && cover.date === localDate(context.now, cover.timeZone),
  });
}
