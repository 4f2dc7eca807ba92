import type { ReplyInput } from '#contract/endpoint.ts';
import type { getLink, linkActs, useLink } from '#contract/links.ts';
import type { NoticeKind } from '#domain/notice-facts.ts';
import { exclusionSentence } from '#domain/exclusion.ts';
import { reportTime } from '#domain/attendance.ts';
import { classInWords } from '#domain/class.ts';
import { changeOfDays, daysInWords, type DayTimes } from '#domain/job-days.ts';
import { type Actor, can } from '#domain/permissions.ts';
import { possibleActs } from '#domain/possible.ts';
import { refusal } from '#domain/refusal.ts';
import { formatDate, formatShortDate, formatTime, formatTimeRange, localTime } from '#domain/time.ts';
import { undoesYes, yesUndoUntil } from '#domain/undo.ts';
import { isExtraHands } from '#domain/vacancy.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { approveRequest, rejectRequest } from '#server/features/vacancies/booking/answer-request.ts';
import { declineVacancy } from '#server/features/vacancies/booking/decline-vacancy.ts';
import { declineReasonOf, explainDecline } from '#server/features/vacancies/booking/explain-decline.ts';
import { whyGone } from '#server/features/vacancies/vacancy/get-vacancy.ts';
import { cannotCome, confirmAssignment } from '#server/features/vacancies/booking/own-moves.ts';
import { offeredPay } from '#server/features/vacancies/vacancy/offered-pay.ts';
import { dayTimes } from '#server/features/vacancies/vacancy/job-days.ts';
import { seeableVacancy } from '#server/features/vacancies/vacancy/queries.ts';
import { ownRequestOverlap } from '#server/features/vacancies/vacancy/own-time.ts';
import { notesFor } from '#server/features/vacancies/vacancy/reply.ts';
import { release } from '#server/features/vacancies/booking/release-substitute.ts';
import { refuseLate, requestVacancy } from '#server/features/vacancies/booking/request-vacancy.ts';
import { booksFirst, type VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { nameOf } from '#server/features/vacancies/vacancy/notifications.ts';
import { networkOfCaller } from '#server/http/address.ts';
import { countAttempt } from '#server/http/limits.ts';
import { Refused, refusedAs } from '#server/core/refused.ts';
import type { Call } from '#server/http/route.ts';
import { caller, personOf, type PersonRow, type Session, sessionWithout } from '#server/security/sessions.ts';
import { claimedNotice, linkKeyBytes, noticeOfToken, signingKey } from '#server/security/keys.ts';

type LinkAct = (typeof linkActs)[number];
type LinkReply = ReplyInput<typeof getLink>;
type LinkCall = Pick<Call<typeof getLink>, 'db' | 'config' | 'now' | 'params' | 'request'>;

/** Invalid links per minute from one address. No one can guess 96 bits, but the attempts cost queries. */
const triesPerMinute = 60;

/** The actions of a link, by the kind of its notification. Links of other kinds only show the vacancy. */
const actsOf: Partial<Record<NoticeKind, readonly LinkAct[]>> = {
  vacancy_posted: ['request', 'decline', 'explain', 'undo'],
  message: ['request', 'decline', 'explain', 'undo'],
  request_reopened: ['request', 'decline', 'explain', 'undo'],
  request_approved: ['undo'],
  vacancy_changed: ['request', 'decline', 'explain', 'confirm', 'cannotCome', 'undo'],
  assigned: ['confirm', 'cannotCome'],
  vacancy_requested: ['approve', 'reject'],
  request_unanswered: ['approve', 'reject'],
};

/** An opened link: its recipient and its subject. */
type Opened = { kind: NoticeKind; sentAt: Date; vacancyId: number; person: { actor: Actor; session: Session } };

/** Returns the vacancy that a link opens, and its reader's actions. */
export async function showLink(call: Call<typeof getLink>): Promise<LinkReply> {
  const opened = await open(call);
  return replyOf(call, opened, await vacancyOf(call, opened), null);
}

/** Performs the link's act for the person it was sent to, with the app's own commands. */
export async function followLink(call: Call<typeof useLink>): Promise<LinkReply> {
  const opened = await open(call);
  const { act } = call.body;
  // Before all that costs more. A class that is taken has no new time to tell its reader, either.
  if (act === 'request' && actsOf[opened.kind]?.includes(act))
    await refuseLate(call.db, { actor: opened.person.actor, now: call.now }, opened.vacancyId);
  const row = await vacancyOf(call, opened);
  if (row === null) throw refusedAs('vacancy_gone');
  refuseOtherThings(opened, act, row);
  refuseMoved(call.body, row, daysOf(row, call.now));
  if (!opened.person.actor.schoolActive)
    throw new Refused('own_school_inactive', "Your school isn't active right now, so you can't change anything.");
  await perform(call, opened, row);
  const after = await vacancyOf(call, opened);
  return replyOf(call, opened, after, doneWords(call.body, after ?? row, call.now));
}

async function open({ db, config, now, params, request }: LinkCall): Promise<Opened> {
  const { token } = params;
  const claimed = claimedNotice(token);
  // One statement reads the key, the notification and the person. When a thousand people follow their links in the same
  // second, each statement counts.
  const [notice] =
    claimed === null
      ? []
      : await db.query<PersonRow & { key: Buffer | null; kind: NoticeKind; sentAt: Date; vacancyId: number }>(sql`
    select ${linkKeyBytes} as key, n.kind, n.created_at as "sentAt", n.vacancy_id as "vacancyId", ${caller}
    from notices n join users u on u.id = n.recipient_id
      where n.id = ${claimed} and n.vacancy_id is not null and u.deleted_at is null
      and (u.password_set_at is null or n.created_at > u.password_set_at)`);
  const key = notice?.key ?? null;
  if (notice === undefined || key === null || noticeOfToken(signingKey(key), 'open', token) === null) {
    await countAttempt(db, { key: `link:${networkOfCaller(request)}`, most: triesPerMinute, windowSeconds: 60 }, now);
    throw new Refused(
      'not_found',
      'This link no longer works. The vacancy or the account was deleted, or the password was changed after we sent the link. Please sign in.',
    );
  }
  if (!notice.isActive || !notice.isApproved)
    throw new Refused('not_found', "Your account isn't active right now, so you can't answer. Please ask your school.");
  const { kind, sentAt, vacancyId } = notice;
  const session = sessionWithout(personOf(notice, config, now));
  return { kind, sentAt, vacancyId, person: { actor: session.actor, session } };
}

/** Returns the vacancy while the link works: until its start, and while its reader may see it. */
async function vacancyOf(
  { db, now }: { db: Queryable; now: Date },
  { vacancyId, person }: Opened,
): Promise<VacancyRow | null> {
  const row = await seeableVacancy(db, vacancyId, person.actor, now);
  return row === null || row.deletedAt !== null || row.startsAt <= now ? null : row;
}

/**
 * Returns whether another substitute has requested it since the notification was sent. Its link answers only the
 * request that it mentioned.
 */
function isAnotherRequest({ kind, sentAt }: Opened, row: VacancyRow): boolean {
  return (actsOf[kind]?.includes('approve') ?? false) && row.requestedAt !== null && row.requestedAt > sentAt;
}

/** @throws {Refused} not_allowed if the link is not for this act, or not for the current request. */
function refuseOtherThings(opened: Opened, act: LinkAct, row: VacancyRow): void {
  if (!actsOf[opened.kind]?.includes(act) || isAnotherRequest(opened, row))
    throw new Refused('not_allowed', "This link can't do that. Please sign in to do it.");
}

/** Returns the days that the reader's answer is for. */
function daysOf(row: VacancyRow, now: Date): DayTimes[] {
  return dayTimes(row, now, row.confirmed === false ? 'vacancy.confirm' : 'vacancy.request');
}

/**
 * A page shows the class as it was when it was opened. No one takes it, or another day of its job, on another day
 * without seeing that day. `days` are all days that the answer is for.
 *
 * @throws {Refused} vacancy_moved with the class's day and times now, or those of the job's days that changed.
 */
function refuseMoved(
  { act, seen }: Call<typeof useLink>['body'],
  { date, startTime, endTime }: VacancyRow,
  days: readonly DayTimes[],
): void {
  if (seen === undefined || (act !== 'request' && act !== 'confirm')) return;
  // A page of the version before, or of a class outside a job, names no days.
  const change = seen.days === undefined ? null : changeOfDays(seen.days, days);
  const isSame = seen.date === date && seen.startTime === startTime && seen.endTime === endTime;
  if (isSame && change === null) return;
  throw new Refused(
    'vacancy_moved',
    change === null || days.length < 2
      ? `This class has changed. It is now ${formatDate(date)}, ${formatTimeRange(startTime, endTime)}. If you can still come, answer again.`
      : `This job has changed. ${change} If you can still come, answer again.`,
  );
}

async function perform(call: Call<typeof useLink>, opened: Opened, row: VacancyRow): Promise<void> {
  const { id, requestedById } = row;
  const { person } = opened;
  const { db, config, now, body } = call;
  const acting = { db, config, now, ...person, params: { id } };
  // Checked again under the lock: another request may have replaced the one in the link.
  const check = (locked: VacancyRow) => refuseOtherThings(opened, body.act, locked);
  switch (body.act) {
    case 'request':
      return db.inTransaction(async (tx) => {
        const days = await requestVacancy(tx, acting, id, body.message ?? null);
        const requested = days.find((day) => day.id === id);
        if (requested !== undefined)
          refuseMoved(
            body,
            requested,
            days.flatMap((day) => dayTimes({ ...day, jobDays: null }, now)),
          );
      });
    case 'approve':
      return db.inTransaction((tx) => approveRequest(tx, acting, id, requestedById ?? 0, { check, canUndo: false }));
    case 'reject':
      return db.inTransaction((tx) => rejectRequest(tx, acting, id, { check, canUndo: false }));
    case 'decline':
      return void (await declineVacancy(acting));
    case 'explain':
      return void (await explainDecline({ ...acting, body: { reason: body.reason ?? null } }));
    case 'confirm':
      return void (await confirmAssignment(acting, (locked) => refuseMoved(body, locked, daysOf(locked, now))));
    case 'cannotCome':
      return void (await cannotCome(acting));
    case 'undo':
      return db.inTransaction((tx) => release(tx, acting, id, {}));
  }
}

async function replyOf(
  { db, now }: { db: Queryable; now: Date },
  opened: Opened,
  row: VacancyRow | null,
  done: string | null,
): Promise<LinkReply> {
  const { actor, session } = opened.person;
  const reader = { name: session.user.fullName, role: actor.role };
  const ended = { reader, acts: [], declineReason: null, vacancy: null };
  if (row === null) return { ...ended, sentence: done ?? (await whyNothing({ db, now }, opened)) };
  const gone = whyGone(row, actor, now);
  if (gone !== null) return { ...ended, sentence: done ?? `${refusal(gone).sentence} ${itWas(row, now)}` };
  // After an act, the page offers only its undo, and to request a vacancy that the reader declined or left.
  const acts = actsOn(opened, row, now).filter((act) => done === null || act === 'undo' || act === 'request');
  const undoUntil = acts.includes('undo') ? yesUndoUntil(row) : null;
  const sentence = done ?? standing(opened, row, acts);
  const canExplain = row.declined && (actsOf[opened.kind]?.includes('explain') ?? false);
  return {
    reader,
    acts: canExplain ? [...acts, 'explain'] : acts,
    declineReason: canExplain ? await declineReasonOf(db, actor.id, row.id) : null,
    sentence: undoUntil === null ? sentence : `${sentence} ${undoWords(undoUntil, row)}`,
    ...(undoUntil !== null && { undoUntil: undoUntil.toISOString() }),
    vacancy: shown(row, actor, now),
  };
}

/**
 * Returns why the link offers nothing anymore. Someone who may no longer see the vacancy doesn't learn what became of
 * it.
 */
async function whyNothing({ db, now }: { db: Queryable; now: Date }, { vacancyId, person }: Opened): Promise<string> {
  const row = await seeableVacancy(db, vacancyId, person.actor, now);
  const what =
    row === null ? 'is no longer available to you' : row.deletedAt === null ? 'has already started' : 'was canceled';
  const sentence = `This vacancy ${what}. There's nothing left to do here.`;
  return row === null ? sentence : `${sentence} ${itWas(row, now)}`;
}

/** Names the class that a link is no longer about: its reader may have ten of them. */
function itWas(row: VacancyRow, now: Date): string {
  return `It was ${row.description}, ${whenOf(row, now)} at ${row.schoolName}.`;
}

/** Returns the acts of the link that are possible now, besides 'explain'. */
function actsOn(opened: Opened, row: VacancyRow, now: Date): LinkAct[] {
  if (isAnotherRequest(opened, row)) return [];
  const { actor } = opened.person;
  const possible: readonly string[] = [
    ...possibleActs(actor, row, now),
    ...(undoesYes(row, actor, now) && row.confirmed === true ? ['undo'] : []),
  ];
  return (actsOf[opened.kind] ?? []).filter(
    (act) => possible.includes(act) && !(act === 'request' && isRuledOut(row)) && !(act === 'decline' && row.declined),
  );
}

function undoWords(until: Date, { timeZone }: VacancyRow): string {
  return `You can undo this until ${formatTime(localTime(until, timeZone))}.`;
}

/** Returns whether the reader's own assignments, or their school, rule out a request. */
function isRuledOut({ overlapping, bookedOn, exclusion }: VacancyRow): boolean {
  return overlapping !== null || bookedOn !== null || exclusion !== null;
}

function shown(row: VacancyRow, actor: Actor, now: Date): LinkReply['vacancy'] {
  const days = daysOf(row, now);
  return {
    school: row.schoolName,
    address: row.schoolAddress,
    title: row.description,
    classInWords: classInWords(row, row.description),
    teacher: row.teacherName,
    ...(isExtraHands(row) && { isExtraHands: true as const }),
    date: row.date,
    startTime: row.startTime,
    reportTime: actor.role === 'substitute' ? reportTime(row) : null,
    timeZone: row.timeZone,
    parking: actor.role === 'substitute' ? row.schoolParking : null,
    pay: actor.role === 'substitute' ? offeredPay(row) : null,
    endTime: row.endTime,
    isUrgent: row.isUrgent,
    mayNeedChanges: row.mayNeedChanges,
    booksFirst: booksFirst(row),
    reason: can(actor, 'vacancy.seeReason', row) ? row.absenceReason : null,
    notes: notesFor(row, actor),
    plansLink: row.substituteId === actor.id ? row.googleDocLink : null,
    substitute: actor.role === 'substitute' || row.status === 'open' ? null : nameOf(row),
    together: daysInWords(days.map((day) => day.date)),
    ...(days.length > 1 && { days }),
  };
}

/** Returns the current state, as a sentence for this reader. */
function standing(opened: Opened, row: VacancyRow, acts: readonly LinkAct[]): string {
  const { id, role } = opened.person.actor;
  if (role !== 'substitute') {
    if (isAnotherRequest(opened, row))
      return `${nameOf(row)} requested this vacancy after we sent you this link. Please sign in to answer.`;
    if (row.status === 'open') return 'No one is requesting this vacancy right now.';
    return row.status === 'filled'
      ? `${nameOf(row)} is covering this class.`
      : `${nameOf(row)} requested this vacancy.`;
  }
  if (row.substituteId === id)
    return row.confirmed === false
      ? "You've been assigned to this vacancy. Can you come?"
      : "You're covering this class.";
  if (row.requestedById === id) return "You requested this vacancy. The school hasn't answered yet.";
  if (row.coveredInside) return refusal('covered_inside').sentence;
  if (row.exclusion !== null) return exclusionSentence(row.exclusion);
  if (row.declined) return 'You declined this vacancy. You can still request it.';
  if (row.overlapping !== null) return `You're booked at ${row.overlapping.schoolName} at that time.`;
  if (row.bookedOn !== null)
    return `You're booked on ${formatShortDate(row.bookedOn)}, which is also a day of this job.`;
  const overlap = ownRequestOverlap(row);
  if (overlap !== null) return overlap;
  if (acts.includes('request') && booksFirst(row))
    return "This vacancy is open. If you request it, you're booked right away.";
  return `This vacancy is open. ${acts.includes('request') ? 'The school has to approve your request.' : 'Sign in to see more.'}`;
}

/** Returns the dates of a job, whose page lists the times, or the date and times of a class. */
function whenOf(row: VacancyRow, now: Date): string {
  const dates = daysInWords(daysOf(row, now).map(({ date }) => date));
  return dates ?? `${formatDate(row.date)}, ${formatTimeRange(row.startTime, row.endTime)}`;
}

function doneWords({ act, reason }: Call<typeof useLink>['body'], row: VacancyRow, now: Date): string {
  switch (act) {
    case 'request':
      return row.status === 'filled'
        ? `You're booked: ${row.description}, ${whenOf(row, now)} at ${row.schoolName}. Thank you for covering this class.`
        : 'Request submitted successfully. Awaiting teacher approval.';
    case 'decline':
      return "Thanks for letting us know. We won't offer it to you again.";
    case 'explain':
      if (reason === 'not_that_day')
        return `Thank you. ${formatDate(row.date)} is marked as unavailable in your availability.`;
      return reason === null || reason === undefined
        ? 'We removed your reason.'
        : 'Thank you. The school can see your reason.';
    case 'confirm':
      return "Thank you. The school knows you're coming.";
    case 'cannotCome':
      return 'Thanks for letting us know. The vacancy is open again.';
    case 'undo':
      return "You're no longer booked. It doesn't count as a cancellation, and the vacancy is open again.";
    case 'approve':
      return `${nameOf(row)} will cover this class and has been notified.`;
    case 'reject':
      return 'The vacancy is open again, and the substitute has been notified.';
  }
}
