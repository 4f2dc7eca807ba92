import { classInWords } from '#domain/class.ts';
import type { NoticeFacts, NoticeKind, OtherClass, VacancyFacts } from '#domain/notice-facts.ts';
import { reportTime } from '#domain/attendance.ts';
import { localDate } from '#domain/time.ts';
import { isExtraHands } from '#domain/vacancy.ts';
import type { Config } from '#server/core/config.ts';
import type { Tx } from '#server/db/database.ts';
import { teacherAndAdmins } from '#server/features/accounts/queries.ts';
import type { Hold } from '#server/features/vacancies/vacancy/held-answers.ts';
import { offeredPay } from '#server/features/vacancies/vacancy/offered-pay.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import type { Mover } from '#server/features/vacancies/vacancy/store.ts';
import { notify, notifyOfEach, type NewNotification, type Notified } from '#server/notifications/notify.ts';

/**
 * The context that notifying needs from a call or the sweep. With `hold`, notifications wait until the answer can no
 * longer be undone.
 */
export type NotifyContext = Mover & { config: Config; hold?: Hold | undefined };

/** The facts that every notification about a vacancy has. */
type About = NoticeFacts['request_approved'];

/** An event of a vacancy, for one kind of notification. */
type News<Kind extends NoticeKind> = {
  kind: Kind;
  /** It is null if nothing happened. Then no one is notified. */
  cause: string | null;
  facts: (about: About) => NoticeFacts[Kind];
};

const nobody: Notified = { notified: 0, emailsSent: 0, smsSent: 0 };

/** News for substitutes, and how it is sent. */
type NewsForSubstitutes<Kind extends NoticeKind> = News<Kind> & {
  to: readonly (number | null)[];
  withPlans?: boolean;
  sendEmail?: boolean;
  sendSms?: boolean;
  isBulk?: boolean;
};

/**
 * Notifies substitutes. The reason for the absence is left out if the school withholds it. The lesson plans are
 * included only with `withPlans`, for the assigned substitute.
 */
export async function notifySubstitutesAbout<Kind extends NoticeKind>(
  tx: Tx,
  context: NotifyContext,
  row: VacancyRow,
  news: NewsForSubstitutes<Kind>,
): Promise<Notified> {
  const notification = notificationOf(context, row, news);
  return notification === null ? nobody : notifyOrHold(tx, context, notification);
}

/** Notifies substitutes of several vacancies of a school, in as few statements as possible. */
export async function notifySubstitutesOfEach<Kind extends NoticeKind>(
  tx: Tx,
  context: NotifyContext,
  each: readonly { row: VacancyRow; news: NewsForSubstitutes<Kind> }[],
): Promise<void> {
  const notifications = each.flatMap(({ row, news }) => notificationOf(context, row, news) ?? []);
  await notifyOfEach(tx, context, notifications);
}

/** Returns the notification, or null if there is no one to notify. */
function notificationOf<Kind extends NoticeKind>(
  context: NotifyContext,
  row: VacancyRow,
  news: NewsForSubstitutes<Kind>,
): NewNotification<Kind> | null {
  const recipients = news.to.filter((id) => id !== null && id !== context.actor?.id);
  if (news.cause === null || recipients.length === 0) return null;
  const pay = offeredPay(row);
  const vacancy = {
    ...factsOf(row, { reason: row.showsReason, plans: news.withPlans ?? false }),
    reportTime: reportTime(row),
    timeZone: row.timeZone,
    ...(row.schoolParking !== null && { parking: row.schoolParking }),
    ...(pay !== null && { pay }),
  };
  return {
    kind: news.kind,
    cause: news.cause,
    recipients: recipients.filter((id): id is number => id !== null),
    facts: news.facts({ to: 'substitute', vacancy }),
    schoolId: row.schoolId,
    vacancyId: row.id,
    sendEmail: news.sendEmail ?? true,
    sendSms: news.sendSms ?? isPressing(row, context.now),
    isUrgent: row.isUrgent,
    isForToday: isToday(row, context.now),
    isBulk: news.isBulk === true && !isPressing(row, context.now),
  };
}

/**
 * Notifies the vacancy's teacher and the person who posted it for them, or with `admins: 'all'`, all admins of the
 * school. Extra hands have no teacher, but a contact. A teacher whose account is disabled can't answer, so every
 * administrator is notified instead. The acting person isn't notified.
 */
export async function notifyStaffAbout<Kind extends NoticeKind>(
  tx: Tx,
  context: NotifyContext,
  row: VacancyRow,
  news: News<Kind> & ForStaff,
): Promise<void> {
  const { kind, cause } = news;
  if (cause === null || isForActorOnly(context, row, news)) return;
  const forTeacher = news.teacher && !isExtraHands(row);
  const staff = await teacherAndAdmins(tx, row);
  const isDisabled = forTeacher && !staff.isActive;
  const groups = [
    { to: 'teacher', ids: forTeacher && !isDisabled ? [row.teacherId] : [] },
    { to: 'school_admin', ids: adminsToNotify(staff.admins, row, isDisabled ? { ...news, admins: 'all' } : news) },
  ] as const;
  for (const { to, ids } of groups) {
    const recipients = ids.filter((id) => id !== context.actor?.id);
    const facts = news.facts({ to, vacancy: factsOf(row, { reason: true, plans: false }) });
    const sendSms = isPressing(row, context.now);
    await notifyOrHold(tx, context, {
      kind,
      cause,
      recipients,
      facts,
      schoolId: row.schoolId,
      vacancyId: row.id,
      sendSms,
      isUrgent: row.isUrgent,
      isForToday: isToday(row, context.now),
    });
  }
}

/** Who among a vacancy's staff news is for. */
type ForStaff = { teacher: boolean; admins: 'all' | 'poster' | 'none' };

/**
 * Returns whether news would reach only the acting person, who isn't notified: the teacher of a class that they posted
 * themselves.
 */
function isForActorOnly({ actor }: NotifyContext, row: VacancyRow, { admins }: ForStaff): boolean {
  if (actor?.id !== row.teacherId || isExtraHands(row)) return false;
  return admins === 'none' || (admins === 'poster' && row.createdById === actor.id);
}

/**
 * The contact of extra hands gets the notifications that a teacher would, as an administrator. If the contact has left,
 * every administrator does.
 */
function adminsToNotify(
  everyAdmin: readonly number[],
  row: VacancyRow,
  { teacher, admins }: ForStaff,
): readonly number[] {
  const forContact = teacher && isExtraHands(row);
  if (admins === 'all' || (forContact && !everyAdmin.includes(row.teacherId))) return everyAdmin;
  return everyAdmin.filter(
    (id) => (admins === 'poster' && id === row.createdById) || (forContact && id === row.teacherId),
  );
}

async function notifyOrHold<Kind extends NoticeKind>(
  tx: Tx,
  context: NotifyContext,
  notification: NewNotification<Kind>,
): Promise<Notified> {
  if (context.hold === undefined) return notify(tx, context, notification);
  context.hold.notifications.push(notification);
  return nobody;
}

/** Returns the name of the requesting or assigned substitute, in a row that only staff read. */
export function nameOf(row: Pick<VacancyRow, 'substitute' | 'requester'>): string {
  return (row.substitute ?? row.requester)?.fullName ?? 'The substitute';
}

/** Returns a vacancy in the form in which a notification about another one names it. */
export function otherClass({ description, schoolName, startTime, endTime }: VacancyRow): OtherClass {
  return { title: description, school: schoolName, start: startTime, end: endTime };
}

/**
 * Returns the sentence about withdrawn requests in the notification of a booking. The result is empty if there were
 * none.
 */
export function withdrawnIn(withdrawn: readonly VacancyRow[] = []): { withdrawn?: OtherClass[] } {
  return withdrawn.length === 0 ? {} : { withdrawn: withdrawn.map(otherClass) };
}

/** Returns the request of a vacancy that a notification is about; null if there is none. */
export function requestOf({ requestedById, requestedAt }: VacancyRow): { by: number; at: string } | null {
  return requestedById === null || requestedAt === null ? null : { by: requestedById, at: requestedAt.toISOString() };
}

/** Urgent vacancies and today's don't wait until people read their email. */
export function isPressing(row: VacancyRow, now: Date): boolean {
  return row.isUrgent || isToday(row, now);
}

/** Returns whether a vacancy is for today, by its school's date. */
export function isToday(row: VacancyRow, now: Date): boolean {
  return row.date === localDate(now, row.timeZone);
}

/** Returns the vacancy as a notification describes it. */
function factsOf(row: VacancyRow, { reason, plans }: { reason: boolean; plans: boolean }): VacancyFacts {
  return {
    school: row.schoolName,
    address: row.schoolAddress,
    title: row.description,
    classInWords: classInWords(row, row.description),
    teacher: row.teacherName,
    isExtraHands: isExtraHands(row),
    date: row.date,
    ...(row.together !== undefined && { dates: row.together }),
    start: row.startTime,
    end: row.endTime,
    isUrgent: row.isUrgent,
    mayNeedChanges: row.mayNeedChanges,
    reason: reason ? row.absenceReason : null,
    notes: row.additionalNotes,
    plansLink: plans ? row.googleDocLink : null,
  };
}
