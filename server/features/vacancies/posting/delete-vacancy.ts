import type { deleteJob as deleteJobCall } from '#contract/job-days.ts';
import type { deleteVacancy as deleteCall } from '#contract/vacancy-staff.ts';
import { remainingDays } from '#domain/job-days.ts';
import { audit } from '#server/db/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { passOn } from '#server/features/vacancies/dispatch/dispatch.ts';
import { asOne, type MovedDay, moveVacancy } from '#server/features/vacancies/vacancy/move.ts';
import { notifyStaffAbout, notifySubstitutesAbout } from '#server/features/vacancies/vacancy/notifications.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

type DeleteCall = CallInTx<typeof deleteCall>;

/**
 * Deletes a vacancy: an admin always, its teacher until it starts, or until it ends while no one covers it. The row
 * and its history stay for the reports.
 * Notifies the requesting or assigned substitute, and the admins if a substitute was expected or an admin posted it.
 */
export async function deleteVacancy(call: DeleteCall, tx: Tx): ReplyTo<typeof deleteCall> {
  const deleted = await deleteDay(tx, call, call.params.id);
  await passOn(tx, call, deleted.before);
  await notifyOf(tx, call, deleted, [deleted]);
}

/** Deletes a day of a job and its other days that haven't begun, all or none. Notifies each person once. */
export async function deleteJob(call: DeleteCall, tx: Tx): ReplyTo<typeof deleteJobCall> {
  const { now, params } = call;
  const first = await deleteDay(tx, call, params.id);
  const days = [first];
  for (const { id } of remainingDays(first.before, first.before.jobDays ?? [], now))
    if (id !== params.id) days.push(await deleteDay(tx, call, id));
  await notifyOf(tx, call, first, days);
}

async function deleteDay(tx: Tx, call: DeleteCall, id: number): Promise<MovedDay> {
  const { actor } = call;
  const by = actor.role === 'teacher' ? 'teacher' : 'school_admin';
  const moved = await moveVacancy(tx, call, { id, action: 'vacancy.remove', event: { type: 'remove', by } });
  const { schoolId } = moved.before;
  // The history of a deleted vacancy can't be read anymore, but the log can.
  if (by === 'school_admin') await audit(tx, call, { act: 'vacancy.delete', subject: ['vacancy', id], schoolId });
  return moved;
}

async function notifyOf(tx: Tx, call: DeleteCall, first: MovedDay, days: readonly MovedDay[]): Promise<void> {
  const concerned = ({ before }: MovedDay) => before.substituteId ?? before.requestedById;
  const people = new Set(days.map(concerned));
  for (const person of people) {
    const own = days.filter((day) => concerned(day) === person);
    const { before, cause } = asOne(own[0] ?? first, own);
    await notifySubstitutesAbout(tx, call, before, {
      kind: 'vacancy_deleted',
      cause,
      to: [person],
      facts: (about) => about,
    });
  }
  const { before, cause } = asOne(first, days);
  await notifyStaffAbout(tx, call, before, {
    kind: 'vacancy_deleted',
    cause,
    teacher: true,
    admins: [...people].every((person) => person === null) ? 'poster' : 'all',
    facts: (about) => about,
  });
}
