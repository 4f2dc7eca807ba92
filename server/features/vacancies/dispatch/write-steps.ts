import { rank } from '#domain/ranking.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { openedAt, passOn } from '#server/features/vacancies/dispatch/dispatch.ts';
import { otherDaysOf } from '#server/features/vacancies/vacancy/job-days.ts';
import {
  isPressing,
  type NotifyContext,
  notifySubstitutesOfEach,
} from '#server/features/vacancies/vacancy/notifications.ts';
import { type Notifying, notifiedBy, type TakenSteps } from '#server/features/vacancies/dispatch/planned-steps.ts';
import { booksFirst } from '#server/features/vacancies/vacancy/row.ts';
import { recordEach } from '#server/features/vacancies/vacancy/store.ts';

/** One step, with its vacancy. */
type Step = Pick<TakenSteps, 'row' | 'dispatch'> & { step: Notifying };

/**
 * Writes the steps of some vacancies of one school: their offers, reminders, history and notifications, and the next
 * due times. The number of statements doesn't depend on the number of vacancies.
 */
export async function writeSteps(tx: Tx, context: NotifyContext, taken: readonly TakenSteps[]): Promise<void> {
  const steps = taken.flatMap(({ row, dispatch, steps: own }) => own.map((step) => ({ row, dispatch, step })));
  await writeOffers(tx, context, steps);
  await writeReminders(tx, context, steps);
  await notifyOf(tx, context, steps);
  for (const { row, outcome } of taken)
    if (outcome.type === 'end' && (outcome.why === 'closed' || outcome.why === 'over')) await passOn(tx, context, row);
  await writeNext(tx, taken);
}

async function writeOffers(tx: Tx, { now }: NotifyContext, steps: readonly Step[]): Promise<void> {
  const offers = steps.flatMap(({ row, dispatch, step }) =>
    step.type === 'remind'
      ? []
      : step.people.map(({ id, rank: place, about }) => ({
          vacancy_id: row.id,
          round: dispatch.round,
          school_id: row.schoolId,
          date: row.date,
          wave: step.wave,
          substitute_id: id,
          rank: place,
          reasons: rank(about).reasons,
        })),
  );
  if (offers.length === 0) return;
  await tx.execute(sql`insert into offers
      (vacancy_id, round, substitute_id, school_id, date, wave, rank, reasons, sent_at, seen_at)
    select e.vacancy_id, e.round, e.substitute_id, e.school_id, e.date, e.wave, e.rank, e.reasons, ${now},
      ${openedAt(sql`e.vacancy_id`, sql`e.substitute_id`)}
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb)
      as e (vacancy_id bigint, round integer, substitute_id bigint, school_id bigint, date date, wave integer,
        rank integer, reasons text[])`);
}

async function writeReminders(tx: Tx, { now }: NotifyContext, steps: readonly Step[]): Promise<void> {
  const reminded = steps.flatMap(({ row, dispatch, step }) =>
    step.type === 'offer' ? [] : step.to.map((to) => ({ vacancy_id: row.id, round: dispatch.round, to })),
  );
  if (reminded.length === 0) return;
  await tx.execute(sql`update offers o set reminded_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(reminded)}::jsonb) as e (vacancy_id bigint, round integer, "to" bigint)
    where o.vacancy_id = e.vacancy_id and o.round = e.round and o.substitute_id = e."to"`);
}

async function notifyOf(tx: Tx, context: NotifyContext, steps: readonly Step[]): Promise<void> {
  const lines = steps.flatMap(({ row, step }, nth) => {
    const reason = step.type === 'offer' ? step.line : `${countOf(notifiedBy(step).length)} reminded`;
    const days = [...otherDaysOf(row, context.now), row];
    return days.map(({ id }) => ({ id, schoolId: row.schoolId, kind: 'notified' as const, reason, nth }));
  });
  const causes = await recordEach(tx, context, lines);
  // The last line of each step is about its own vacancy, so its cause remains.
  const causeOf = new Map(lines.map(({ nth }, line) => [nth, causes[line] ?? null]));
  await notifySubstitutesOfEach(
    tx,
    context,
    steps.map(({ row, dispatch, step }, nth) => ({
      row,
      news: {
        kind: 'vacancy_posted',
        cause: causeOf.get(nth) ?? null,
        to: notifiedBy(step),
        sendEmail: dispatch.sendEmail,
        sendSms: dispatch.sendSms || isPressing(row, context.now),
        facts: (about) => ({ ...about, booksFirst: booksFirst(row) }),
      },
    })),
  );
}

function countOf(people: number): string {
  return people === 1 ? '1 substitute' : `${people} substitutes`;
}

/** The next people are notified immediately, without a wait. */
async function writeNext(tx: Tx, taken: readonly TakenSteps[]): Promise<void> {
  const next = taken.map(({ row: { id }, outcome }) =>
    outcome.type === 'end'
      ? { id, ended: outcome.why }
      : {
          id,
          due_at: outcome.until,
          all_asked: outcome.isEveryoneAsked,
          wave_at: outcome.next?.at,
          wave_size: outcome.next?.size,
        },
  );
  // An ended dispatch keeps its other values, which staff still see.
  await tx.execute(sql`update dispatches d set due_at = e.due_at, ended = e.ended, tries = 0,
      all_asked = case when e.ended is null then e.all_asked else d.all_asked end,
      wave_at = case when e.ended is null then e.wave_at else d.wave_at end,
      wave_size = case when e.ended is null then e.wave_size else d.wave_size end
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb)
      as e (id bigint, ended text, due_at timestamptz, all_asked boolean, wave_at timestamptz, wave_size integer)
    where d.vacancy_id = e.id`);
}
