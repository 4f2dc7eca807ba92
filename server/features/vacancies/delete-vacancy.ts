import type { ReplyInput } from '#contract/endpoint.ts';
import type { deleteVacancy as deleteCall } from '#contract/vacancy-moves.ts';
import { audit } from '#server/db/audit.ts';
import { moveVacancy } from '#server/features/vacancies/move.ts';
import { notifyStaffAbout, notifySubstitutesAbout } from '#server/features/vacancies/notifications.ts';
import { type Call, done } from '#server/http/route.ts';

/**
 * Deletes a vacancy: an admin always, its teacher until it starts, or until it ends while no one covers it. The row
 * and its history stay for the reports.
 * Notifies the requesting or assigned substitute, and the admins if a substitute was expected or an admin posted it.
 */
export async function deleteVacancy(call: Call<typeof deleteCall>): Promise<ReplyInput<typeof deleteCall>> {
  const { actor, now } = call;
  return call.db.inTransaction(async (tx) => {
    const by = actor.role === 'teacher' ? 'teacher' : 'school_admin';
    const { before: row, cause } = await moveVacancy(tx, call, {
      id: call.params.id,
      action: 'vacancy.remove',
      event: { type: 'remove', by },
    });
    // The history of a deleted vacancy can't be read anymore, but the log can.
    if (by === 'school_admin')
      await audit(
        tx,
        { actorId: actor.id, act: 'vacancy.delete', subjectType: 'vacancy', subjectId: row.id, schoolId: row.schoolId },
        now,
      );
    const concerned = row.substituteId ?? row.requestedById;
    await notifySubstitutesAbout(tx, call, row, {
      kind: 'vacancy_deleted',
      cause,
      to: [concerned],
      facts: (about) => about,
    });
    await notifyStaffAbout(tx, call, row, {
      kind: 'vacancy_deleted',
      cause,
      teacher: true,
      admins: concerned === null ? 'poster' : 'all',
      facts: (about) => about,
    });
    return done;
  });
}
