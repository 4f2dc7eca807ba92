import { reportTime } from '#domain/attendance.ts';
import { changeOfDays, type DayTimes } from '#domain/job-days.ts';
import { reportWords } from '#domain/report-time.ts';
import { type Actor, mayWorkAt } from '#domain/permissions.ts';
import { refusalSentences, type RefusalCode } from '#domain/refusal.ts';
import { mostListed, type TextedClass, type TextedOffer, type TextOutcome } from '#domain/text-reply.ts';
import type { Config } from '#server/core/config.ts';
import { idsOf } from '#server/core/ids.ts';
import { localTime } from '#domain/time.ts';
import { undoesYes, yesUndoUntil } from '#domain/undo.ts';
import { transition } from '#domain/vacancy.ts';
import { Refused } from '#server/core/refused.ts';
import { type Database, type Queryable, sql } from '#server/db/database.ts';
import { worksAt } from '#server/db/sql/substitutes.ts';
import { declineVacancy } from '#server/features/vacancies/booking/decline-vacancy.ts';
import { dayTimes, otherDaysOf } from '#server/features/vacancies/vacancy/job-days.ts';
import { seeableVacancy, takenVacancy, vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { release } from '#server/features/vacancies/booking/release-substitute.ts';
import { requestVacancy } from '#server/features/vacancies/booking/request-vacancy.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import type { ActingCall } from '#server/features/vacancies/vacancy/store.ts';
import { letBookingTextWait } from '#server/notifications/booking-texts.ts';
import { caller, personOf, type PersonRow, sessionWithout } from '#server/security/sessions.ts';

/**
 * The offer that a code stands for: whose it is, the class as the text described it, and the notification with its
 * link.
 */
type Texted = {
  recipientId: number;
  vacancyId: number;
  noticeId: number;
  date: string;
  startTime: string;
  endTime: string;
  /** All days of a job, by date. It is null for a class outside a job. */
  days: readonly DayTimes[] | null;
  /** Their first name, if two people share the number. */
  name: string | null;
};

/** The outcome of a reply. `offer` is the offer it answered. */
export type TextAnswer = { outcome: TextOutcome; offer: Texted | null };

type Said = { db: Database; config: Config; now: Date; number: string };
type Answer = { type: 'accept' | 'decline'; code: number };

/**
 * Answers the offer with this code for the person it was sent to, with the app's own commands. A no soon after a yes by
 * text undoes it. `keep` gets the answer in the transaction of a request or an undo, so neither is there without the
 * other, and its result is returned.
 *
 * Passes on the errors of `keep`, which end that transaction.
 */
export async function answerByText<Kept>(
  said: Said,
  answer: Answer,
  keep: (db: Queryable, answer: TextAnswer) => Promise<Kept>,
): Promise<Kept> {
  const { db, config, now, number } = said;
  const offer = await offerWith(db, number, answer.code);
  const keepAs = (on: Queryable, outcome: TextOutcome) => keep(on, { outcome, offer });
  if (offer === null)
    return keepAs(db, { type: 'unknown_code', code: answer.code, offers: await openOffers(said, number) });
  if (!offer.isActive || !offer.isApproved) return keepAs(db, { type: 'inactive' });
  const session = sessionWithout(personOf(offer, config, now));
  const { actor } = session;
  const acting = { db, config, now, actor, session, params: { id: offer.vacancyId } };
  const late = answer.type === 'accept' ? await tooLateFor(db, offer, actor, now) : null;
  if (late !== null) return keepAs(db, late);
  const row = await seeableVacancy(db, offer.vacancyId, actor, now);
  if (row === null) return keepAs(db, await noLongerSeen(db, offer, now));
  const reply = { acting, answer, offer, row, about: named(row, offer, now), keepAs };
  try {
    if (answer.type === 'decline' && (await undoesTextedYes(db, row, offer, now))) return await undo(reply);
    const tooLate = await settled(db, now, answer, offer, row);
    if (tooLate !== null) return await keepAs(db, tooLate);
    return await (answer.type === 'decline' ? decline(reply) : accept(reply));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return keepAs(db, await refusedOutcome(error, reply));
  }
}

/** An answer to an offer whose class its recipient may still see. */
type Reply<Kept> = {
  acting: ActingCall & { db: Database; config: Config; params: { id: number } };
  answer: Answer;
  offer: Texted;
  row: VacancyRow;
  about: TextedClass;
  keepAs: (on: Queryable, outcome: TextOutcome) => Promise<Kept>;
};

function undo<Kept>({ acting, answer: { code }, offer, about, keepAs }: Reply<Kept>): Promise<Kept> {
  return acting.db.inTransaction(async (tx) => {
    await release(tx, acting, offer.vacancyId, {});
    return keepAs(tx, { type: 'undone', class: about, code });
  });
}

async function decline<Kept>({ acting, answer: { code }, row, about, keepAs }: Reply<Kept>): Promise<Kept> {
  await declineVacancy(acting);
  return keepAs(acting.db, { type: row.status === 'open' ? 'declined' : 'declined_taken', class: about, code });
}

function accept<Kept>({ acting, answer: { code }, offer, about, keepAs }: Reply<Kept>): Promise<Kept> {
  const { db, now, actor } = acting;
  return db.inTransaction(async (tx) => {
    const requested = await requestVacancy(tx, acting, offer.vacancyId, null);
    refuseMoved(offer, requested, now);
    const after = await seeableVacancy(tx, offer.vacancyId, actor, now);
    if (after?.status !== 'filled') return keepAs(tx, { type: 'requested', class: about, code });
    await letBookingTextWait(tx, offer, now);
    const report = reportWords({ ...after, reportTime: reportTime(after) }, now);
    return keepAs(tx, { type: 'booked', class: about, code, report, undoBy: undoBy(after) });
  });
}

/**
 * Checks the locked days of a request again: one may have changed since they were read.
 *
 * @throws {Refused} vacancy_moved
 */
function refuseMoved(offer: Texted, requested: readonly VacancyRow[], now: Date): void {
  const own = requested.find(({ id }) => id === offer.vacancyId);
  const days = requested.flatMap((day) => dayTimes({ ...day, jobDays: null }, now));
  if (own !== undefined && isAsTexted(offer, own, days)) return;
  throw new Refused('vacancy_moved', 'This class has just changed. Reply again to see how.');
}

function isAsTexted(offer: Texted, row: VacancyRow, days: readonly DayTimes[]): boolean {
  const isSame = row.date === offer.date && row.startTime === offer.startTime && row.endTime === offer.endTime;
  return isSame && (offer.days === null || changeOfDays(offer.days, days) === null);
}

/**
 * Returns whether the class is theirs by a text of the last minutes, about any day of its job. A text can't end any
 * other booking.
 */
async function undoesTextedYes(
  db: Queryable,
  row: VacancyRow,
  { recipientId, vacancyId }: Texted,
  now: Date,
): Promise<boolean> {
  if (!undoesYes(row, { id: recipientId, role: 'substitute' }, now)) return false;
  const accepted = await db.query(sql`select from text_replies
    where recipient_id = ${recipientId} and vacancy_id = any(${[vacancyId, ...idsOf(row.jobDays ?? [])]}::bigint[])
      and act = 'accept' and at = ${row.requestedAt}`);
  return accepted.length > 0;
}

function undoBy(row: VacancyRow): string | null {
  const until = yesUndoUntil(row);
  return until === null ? null : localTime(until, row.timeZone);
}

async function noLongerSeen(db: Queryable, offer: Texted, now: Date): Promise<TextOutcome> {
  const [row] = await vacanciesOf(db, [offer.vacancyId], null, now);
  const sentence = 'You no longer work for this school.';
  return { type: 'refused', class: named(row ?? null, offer, now), because: null, sentence };
}

/**
 * Returns the outcome of a yes to a class that someone else has, without reading more than that. Returns null for all
 * others, and for a day of a job, whose answer names the other days.
 */
async function tooLateFor(db: Database, offer: Texted, actor: Actor, now: Date): Promise<TextOutcome | null> {
  const row = await takenVacancy(db, offer.vacancyId, 'text');
  if (row === null || row.isJobDay || row.deletedAt !== null || row.startsAt <= now || !mayWorkAt(actor, row.schoolId))
    return null;
  const request = transition(row, { type: 'request', by: actor.id }, now);
  if (request.ok || !someoneElseHasIt.includes(request.refusal.code)) return null;
  const about = { school: row.schoolName, date: row.date, start: row.startTime, end: row.endTime };
  return { type: 'refused', class: about, because: request.refusal.code, sentence: request.refusal.sentence };
}

const someoneElseHasIt: readonly RefusalCode[] = ['already_filled', 'already_requested'];

/**
 * Returns the outcome that needs no change: the class has begun, changed since the text, or is already theirs. Returns
 * null if the answer counts.
 */
async function settled(
  db: Queryable,
  now: Date,
  { type, code }: Answer,
  offer: Texted,
  row: VacancyRow,
): Promise<TextOutcome | null> {
  const about = named(row, offer, now);
  if (row.deletedAt === null && row.startsAt <= now && row.substituteId !== offer.recipientId)
    return { type: 'refused', class: about, because: 'vacancy_started', sentence: '' };
  if (row.deletedAt === null && row.substituteId === offer.recipientId)
    return { type: type === 'accept' ? 'already_booked' : 'cancel_booking', class: about };
  if (row.deletedAt === null && row.requestedById === offer.recipientId)
    return { type: type === 'accept' ? 'already_requested' : 'withdraw', class: about };
  if (type === 'decline' && row.deletedAt === null && row.status !== 'open')
    return { type: 'declined_taken', class: about, code };
  if (type === 'decline') return null;
  // Refuses a late reply without a lock.
  const request = transition(row, { type: 'request', by: offer.recipientId }, now);
  if (!request.ok)
    return { type: 'refused', class: about, because: request.refusal.code, sentence: request.refusal.sentence };
  const days = dayTimes(row, now);
  if (isAsTexted(offer, row, days)) return null;
  const change = offer.days === null ? null : changeOfDays(offer.days, days);
  // Our answer describes the class as it is now, so the next reply can accept it.
  await db.execute(sql`update text_codes set date = ${row.date}, start_time = ${row.startTime},
      end_time = ${row.endTime},
      days = ${days.length < 2 ? null : JSON.stringify(days)}::jsonb
    where vacancy_id = ${offer.vacancyId} and recipient_id = ${offer.recipientId}`);
  return { type: 'moved', class: about, code, change: days.length < 2 ? null : change };
}

async function refusedOutcome<Kept>(
  { code, message }: Refused,
  { acting: { db, now, actor }, answer, offer, about }: Reply<Kept>,
): Promise<TextOutcome> {
  const moved = code === 'vacancy_moved' ? await seeableVacancy(db, offer.vacancyId, actor, now) : null;
  const outcome = moved === null ? null : await settled(db, now, answer, offer, moved);
  if (outcome !== null) return outcome;
  if (code === 'requested_by_you') return { type: 'already_requested', class: about };
  if (code === 'assigned_to_you') return { type: 'already_booked', class: about };
  return { type: 'refused', class: about, because: isAboutVacancy(code) ? code : null, sentence: message };
}

function isAboutVacancy(code: string): code is RefusalCode {
  return code in refusalSentences;
}

/**
 * Returns the offers of a number that are still open, the latest text first, with the person's first name if two people
 * share the number.
 */
export async function openOffers({ db, now }: { db: Queryable; now: Date }, number: string): Promise<TextedOffer[]> {
  const offers = await db.query<{
    code: number;
    vacancyId: number;
    name: string | null;
  }>(sql`select c.code, v.id as "vacancyId", ${nameAmong(number)} as name
    from text_codes c join users u on u.id = c.recipient_id and u.sms_number = c.number and u.is_active
      and u.is_approved and u.deleted_at is null
      join vacancies v on v.id = c.vacancy_id and v.status = 'open' and v.deleted_at is null and v.starts_at > ${now}
    where c.number = ${number} and not exists (select from vacancy_declines d
      where d.vacancy_id = v.id and d.substitute_id = u.id)
      and ${worksAt(sql`u.id`, sql`v.school_id`)}
    order by c.notice_id desc limit ${mostListed}`);
  const rows = await vacanciesOf(
    db,
    offers.map(({ vacancyId }) => vacancyId),
    null,
    now,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return offers.flatMap(({ code, vacancyId, name }) => {
    const row = found.get(vacancyId);
    if (row === undefined) return [];
    const { grade, subject, room } = row;
    return [{ ...named(row, row, now), code, name, grade, subject, room }];
  });
}

/** The first name of the user `u`, if two people share the number. */
function nameAmong(number: string) {
  return sql`case when (select count(*) from users o
      where o.sms_number = ${number} and o.deleted_at is null) > 1 then split_part(u.full_name, ' ', 1) end`;
}

/** Returns the offer with this code, with the person it was sent to. Returns null if there is none. */
async function offerWith(db: Queryable, number: string, code: number): Promise<(Texted & PersonRow) | null> {
  return db.first<Texted & PersonRow>(sql`select c.recipient_id as "recipientId", c.vacancy_id as "vacancyId",
      c.notice_id as "noticeId", c.date, c.start_time as "startTime", c.end_time as "endTime", c.days,
        ${nameAmong(number)} as name, ${caller}
    from text_codes c join users u on u.id = c.recipient_id and u.sms_number = c.number and u.deleted_at is null
    where c.number = ${number} and c.code = ${code}`);
}

function named(
  row: VacancyRow | null,
  { date, startTime, endTime }: Pick<Texted, 'date' | 'startTime' | 'endTime'>,
  now: Date,
): TextedClass {
  const more = row === null ? 0 : otherDaysOf(row, now).length;
  return {
    ...(more > 0 && { more }),
    school: row?.schoolName ?? 'your school',
    date: row?.date ?? date,
    start: row?.startTime ?? startTime,
    end: row?.endTime ?? endTime,
  };
}
