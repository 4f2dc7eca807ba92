import type { Tx } from '#server/db/database.ts';
import { eligibleSubstitutes } from '#server/features/vacancies/eligible.ts';
import type { VacancyRow } from '#server/features/vacancies/row.ts';
import { record } from '#server/features/vacancies/store.ts';
import { type Teller, tellSubstitutes } from '#server/features/vacancies/telling.ts';
import type { Told } from '#server/notices/tell.ts';

/** A round of notices: to the chosen substitutes, or to all, as far as they are eligible. */
export type Round = { among: readonly number[] | null; sendEmail: boolean; sendSms: boolean };

/** Tells substitutes of an open vacancy. Each round is a line of history, and tells anew whoever it reaches. */
export async function offer(
  tx: Tx,
  teller: Teller,
  row: VacancyRow,
  { among, sendEmail, sendSms }: Round,
): Promise<Told> {
  const to = await eligibleSubstitutes(tx, row, among);
  const cause = await record(tx, teller, row, [{ kind: 'notified', substituteId: null }]);
  return tellSubstitutes(tx, teller, row, {
    kind: 'vacancy_posted',
    cause,
    to,
    sendEmail,
    sendSms,
    facts: (about) => about,
  });
}
