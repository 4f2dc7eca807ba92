import type { Tx } from '#server/db/database.ts';
import { addAudience, isLarge, knock, reachOf, type Round } from '#server/features/vacancies/audiences.ts';
import { eligibleSubstitutes } from '#server/features/vacancies/eligible.ts';
import { booksFirst, type VacancyRow } from '#server/features/vacancies/row.ts';
import { record } from '#server/features/vacancies/store.ts';
import { type Teller, tellSubstitutes } from '#server/features/vacancies/telling.ts';
import type { Told } from '#server/notifications/tell.ts';

/**
 * Notifies substitutes of an open vacancy. Each round is a line of history and notifies everyone it reaches again. If they are
 * many, the transaction only writes the audience and the job notifies them right after the commit; the result is then the
 * number of people at this moment.
 */
export async function offer(tx: Tx, teller: Teller, row: VacancyRow, round: Round): Promise<Told> {
  if (!(await isLarge(tx, row, round, 1))) return offerToFew(tx, teller, row, round);
  await offerToMany(tx, teller, row, round);
  await knock(tx);
  return reachOf(tx, teller, row, round);
}

/** The same for the nth of several equal rounds in one call, whose reply does not count the people reached. */
export async function offerUncounted(
  tx: Tx,
  teller: Teller,
  row: VacancyRow,
  round: Round,
  { nth, of }: { nth: number; of: number },
): Promise<void> {
  if (!(await isLarge(tx, row, round, of))) return void (await offerToFew(tx, teller, row, round));
  await offerToMany(tx, teller, row, round);
  if (nth === of) await knock(tx);
}

async function offerToFew(
  tx: Tx,
  teller: Teller,
  row: VacancyRow,
  { among, sendEmail, sendSms }: Round,
): Promise<Told> {
  const to = await eligibleSubstitutes(tx, row, among);
  const cause = await recorded(tx, teller, row);
  return tellSubstitutes(tx, teller, row, {
    kind: 'vacancy_posted',
    cause,
    to,
    sendEmail,
    sendSms,
    facts: (about) => ({ ...about, booksFirst: booksFirst(row) }),
  });
}

async function offerToMany(tx: Tx, teller: Teller, row: VacancyRow, round: Round): Promise<void> {
  const cause = await recorded(tx, teller, row);
  if (cause !== null) await addAudience(tx, teller, row, cause, round);
}

function recorded(tx: Tx, teller: Teller, row: VacancyRow): Promise<string | null> {
  return record(tx, teller, row, [{ kind: 'notified', substituteId: null }]);
}
