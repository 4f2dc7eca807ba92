import type { Tx } from '#server/db/database.ts';
import {
  addAudience,
  isLarge,
  wakeAudienceJob,
  reachOf,
  type Round,
} from '#server/features/vacancies/dispatch/audiences.ts';
import { countAsOffered, isInWaves, startDispatch } from '#server/features/vacancies/dispatch/dispatch.ts';
import { eligibleSubstitutes } from '#server/features/vacancies/candidates/eligible.ts';
import { otherDaysOf, withDates } from '#server/features/vacancies/vacancy/job-days.ts';
import { vacanciesOf } from '#server/features/vacancies/vacancy/queries.ts';
import { booksFirst, type VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { record } from '#server/features/vacancies/vacancy/store.ts';
import {
  isPressing,
  type NotifyContext,
  notifySubstitutesAbout,
} from '#server/features/vacancies/vacancy/notifications.ts';
import type { Notified } from '#server/notifications/notify.ts';

/**
 * Notifies substitutes of an open vacancy. Each round is a line of history and notifies everyone it reaches again. For
 * a large audience, the transaction only records it, and the job notifies people right after the commit. The result is
 * then the number of people at that time. A day of a job is offered with the other open days, to those who are eligible
 * for all.
 */
export async function offer(tx: Tx, context: NotifyContext, vacancy: VacancyRow, round: Round): Promise<Notified> {
  const row = await asOffered(tx, context, vacancy);
  if (!(await isLarge(tx, row, round, 1))) return offerToFew(tx, context, row, round);
  await offerToMany(tx, context, row, round);
  await wakeAudienceJob(tx);
  return reachOf(tx, context, row, round);
}

/**
 * Immediately offers a class again, by the channels of its posting, to everyone eligible except the substitute who left
 * it: all together, or in waves where the school prefers that. Does nothing at an inactive school.
 */
export async function offerAgain(
  tx: Tx,
  context: NotifyContext,
  vacancy: VacancyRow,
  except: number | null,
): Promise<void> {
  if (!vacancy.schoolActive || except === null) return;
  const row = await asOffered(tx, context, vacancy);
  const { sendEmail = true, sendSMS = false } = row.notificationPreferences ?? {};
  const round = { among: null, except, sendEmail, sendSms: sendSMS || isPressing(row, context.now) };
  if (!isInWaves(row, null)) return void (await offer(tx, context, row, round));
  await recorded(tx, context, row, except);
  await startDispatch(tx, context, row, round);
}

/** Like `offerAgain`, for one of several equal rounds in a call whose reply doesn't count the people reached. */
export async function offerUncounted(
  tx: Tx,
  context: NotifyContext,
  vacancy: VacancyRow,
  round: Round,
  { nth, of }: { nth: number; of: number },
): Promise<void> {
  const row = await asOffered(tx, context, vacancy);
  if (isInWaves(row, round.among)) return startDispatch(tx, context, row, round);
  if (!(await isLarge(tx, row, round, of))) return void (await offerToFew(tx, context, row, round));
  await offerToMany(tx, context, row, round);
  if (nth === of) await wakeAudienceJob(tx);
}

async function offerToFew(
  tx: Tx,
  context: NotifyContext,
  row: VacancyRow,
  { among, except, sendEmail, sendSms }: Round,
): Promise<Notified> {
  const to = (await eligibleSubstitutes(tx, row, among, context.now)).filter((id) => id !== except);
  // With people chosen by name, the line would reveal what a substitute keeps from schools.
  const reason = to.length + (among ?? []).length === 0 ? 'No substitute fits, so no one was notified' : null;
  const cause = await recorded(tx, context, row, except, among, reason);
  const days = [row, ...otherDaysOf(row, context.now)].map(({ id }) => id);
  if (among !== null && among.length > 0) await countAsOffered(tx, context, days, to);
  return notifySubstitutesAbout(tx, context, row, {
    kind: 'vacancy_posted',
    cause,
    to,
    sendEmail,
    sendSms,
    facts: (about) => ({ ...about, booksFirst: booksFirst(row) }),
  });
}

async function offerToMany(tx: Tx, context: NotifyContext, row: VacancyRow, round: Round): Promise<void> {
  const cause = await recorded(tx, context, row, round.except);
  if (cause !== null) await addAudience(tx, context, row, cause, round);
}

async function recorded(
  tx: Tx,
  context: NotifyContext,
  row: VacancyRow,
  except: number | undefined,
  among: readonly number[] | null = null,
  reason: string | null = null,
): Promise<string | null> {
  // After a substitute leaves, the server offers the class, no matter who removed them.
  const by = except === undefined ? context : { ...context, actor: null };
  // An offer to one person names them.
  const substituteId = among?.length === 1 ? (among[0] ?? null) : null;
  const entry = { kind: except === undefined ? 'notified' : 'offered_again', substituteId } as const;
  const more = { reason: entry.kind === 'notified' ? reason : null };
  for (const { id } of otherDaysOf(row, context.now))
    await record(tx, by, { id, schoolId: row.schoolId }, [entry], more);
  return record(tx, by, row, [entry], more);
}

/**
 * Returns a day of a job as it is now, with the dates that are offered together. The other days may have just been
 * written.
 */
async function asOffered(tx: Tx, { now }: NotifyContext, row: VacancyRow): Promise<VacancyRow> {
  if (row.jobDays === null) return row;
  const [current = row] = await vacanciesOf(tx, [row.id], null, now);
  return withDates(current, now);
}
