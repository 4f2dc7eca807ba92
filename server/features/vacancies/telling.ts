import type { NoticeFacts, NoticeKind, OtherClass, VacancyFacts } from '#domain/notice-facts.ts';
import { localDate } from '#domain/time.ts';
import type { Config } from '#server/core/config.ts';
import type { Tx } from '#server/db/database.ts';
import { adminsOf } from '#server/features/accounts/queries.ts';
import type { Hold } from '#server/features/vacancies/held-answers.ts';
import type { VacancyRow } from '#server/features/vacancies/row.ts';
import type { Mover } from '#server/features/vacancies/store.ts';
import { tell, type Telling, type Told } from '#server/notifications/tell.ts';

/** What telling needs of a call: also the sweep has it. With `hold`, notifications wait until the answer can no longer be undone. */
export type Teller = Mover & { config: Config; hold?: Hold | undefined };

/** The part of a notice's facts that every notice about a vacancy has. */
type About = NoticeFacts['request_approved'];

/** Something that happened to a vacancy, as one kind of notice tells it. */
type News<Kind extends NoticeKind> = {
  kind: Kind;
  /** Null where nothing happened: then nobody is told. */
  cause: string | null;
  facts: (about: About) => NoticeFacts[Kind];
};

const nobody: Told = { notified: 0, emailsSent: 0, smsSent: 0 };

/**
 * Tells substitutes; the reason of the absence is left out where the school withholds it, and the lesson plans
 * unless `withPlans` says that these are the assigned one's to have.
 */
export async function tellSubstitutes<Kind extends NoticeKind>(
  tx: Tx,
  teller: Teller,
  row: VacancyRow,
  news: News<Kind> & {
    to: readonly (number | null)[];
    withPlans?: boolean;
    sendEmail?: boolean;
    sendSms?: boolean;
    isBulk?: boolean;
  },
): Promise<Told> {
  const recipients = news.to.filter((id) => id !== null && id !== teller.actor?.id);
  if (news.cause === null || recipients.length === 0) return nobody;
  const vacancy = factsOf(row, { reason: row.showsReason, plans: news.withPlans ?? false });
  return tellOrHold(tx, teller, {
    kind: news.kind,
    cause: news.cause,
    recipients: recipients.filter((id): id is number => id !== null),
    facts: news.facts({ to: 'substitute', vacancy }),
    schoolId: row.schoolId,
    vacancyId: row.id,
    sendEmail: news.sendEmail ?? true,
    sendSms: news.sendSms ?? isPressing(row, teller.now),
    isUrgent: row.isUrgent,
    isForToday: isToday(row, teller.now),
    isBulk: news.isBulk === true && !isPressing(row, teller.now),
  });
}

/**
 * Tells the vacancy's teacher and whoever posted it for them; with `admins` all admins of the school. Whoever
 * acts is not told of it.
 */
export async function tellStaff<Kind extends NoticeKind>(
  tx: Tx,
  teller: Teller,
  row: VacancyRow,
  news: News<Kind> & { teacher: boolean; admins: 'all' | 'poster' | 'none' },
): Promise<void> {
  const { kind, cause } = news;
  if (cause === null) return;
  const everyAdmin = news.admins === 'none' ? [] : await adminsOf(tx, row.schoolId);
  const admins = news.admins === 'all' ? everyAdmin : everyAdmin.filter((id) => id === row.createdById);
  const groups = [
    { to: 'teacher', ids: news.teacher ? [row.teacherId] : [] },
    { to: 'school_admin', ids: admins },
  ] as const;
  for (const { to, ids } of groups) {
    const recipients = ids.filter((id) => id !== teller.actor?.id);
    const facts = news.facts({ to, vacancy: factsOf(row, { reason: true, plans: false }) });
    const sendSms = isPressing(row, teller.now);
    await tellOrHold(tx, teller, {
      kind,
      cause,
      recipients,
      facts,
      schoolId: row.schoolId,
      vacancyId: row.id,
      sendSms,
      isUrgent: row.isUrgent,
      isForToday: isToday(row, teller.now),
    });
  }
}

async function tellOrHold<Kind extends NoticeKind>(tx: Tx, teller: Teller, telling: Telling<Kind>): Promise<Told> {
  if (teller.hold === undefined) return tell(tx, teller, telling);
  teller.hold.tellings.push(telling);
  return nobody;
}

/** The name of whoever asks for it or covers it, in a row that staff or nobody reads. */
export function nameOf(row: Pick<VacancyRow, 'substitute' | 'requester'>): string {
  return (row.substitute ?? row.requester)?.fullName ?? 'The substitute';
}

/** A vacancy as a notification about another one names it. */
export function otherClass({ description, schoolName, startTime, endTime }: VacancyRow): OtherClass {
  return { title: description, school: schoolName, start: startTime, end: endTime };
}

/** What the notification of a booking says of the requests it withdrew; nothing where there were none. */
export function withdrawnIn(withdrawn: readonly VacancyRow[] = []): { withdrawn?: OtherClass[] } {
  return withdrawn.length === 0 ? {} : { withdrawn: withdrawn.map(otherClass) };
}

/** The request of a vacancy that a notification is about; null if there is none. */
export function requestOf({ requestedById, requestedAt }: VacancyRow): { by: number; at: string } | null {
  return requestedById === null || requestedAt === null ? null : { by: requestedById, at: requestedAt.toISOString() };
}

/** Today's vacancies do not wait until somebody reads mail. */
export function isPressing(row: VacancyRow, now: Date): boolean {
  return row.isUrgent || isToday(row, now);
}

function isToday(row: VacancyRow, now: Date): boolean {
  return row.date === localDate(now, row.timeZone);
}

/** The vacancy as a notice tells of it. */
function factsOf(row: VacancyRow, { reason, plans }: { reason: boolean; plans: boolean }): VacancyFacts {
  return {
    school: row.schoolName,
    address: row.schoolAddress,
    title: row.description,
    teacher: row.teacherName,
    date: row.date,
    start: row.startTime,
    end: row.endTime,
    isUrgent: row.isUrgent,
    mayNeedChanges: row.mayNeedChanges,
    reason: reason ? row.absenceReason : null,
    notes: row.additionalNotes,
    plansLink: plans ? row.googleDocLink : null,
  };
}
