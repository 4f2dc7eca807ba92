import { type BookedDay, limitInWords } from '#domain/work-limits.ts';
import { Refused } from '#server/core/refused.ts';
import { audit } from '#server/db/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { limitsOf, overLimit } from '#server/features/hours/queries.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import type { ActingCall } from '#server/features/vacancies/vacancy/store.ts';

/**
 * Refuses a class, with the days taken `alongside`, beyond a limit of a substitute's work. `name` is the substitute's
 * name, for staff readers. It is null if the substitute is the reader.
 *
 * @throws {Refused} over_limit
 */
export async function refuseOverLimit(
  tx: Tx,
  substituteId: number,
  vacancy: VacancyRow & { alongside?: readonly BookedDay[] },
  name: string | null,
): Promise<void> {
  const use = (await limitsOf(tx, [substituteId], vacancy)).get(substituteId)?.find(({ isOver }) => isOver);
  if (use === undefined) return;
  throw new Refused(
    'over_limit',
    name === null
      ? `With this class you would work ${limitInWords(use)}, more than this school may book you for. Ask its front office.`
      : `${name} would work ${limitInWords(use)}. Assign them with a reason, or choose someone else.`,
  );
}

/** Records that an administrator assigned a substitute beyond a limit. The reason is in the history of the vacancy. */
export async function recordOverLimit(
  tx: Tx,
  call: Pick<ActingCall, 'actor' | 'now'>,
  { substituteId, vacancy }: { substituteId: number; vacancy: VacancyRow },
): Promise<void> {
  if (!(await overLimit(tx, [substituteId], vacancy)).has(substituteId)) return;
  await audit(tx, call, {
    act: 'hours.over_limit',
    subject: ['user', substituteId],
    schoolId: vacancy.schoolId,
    detail: { vacancy: vacancy.id },
  });
}
