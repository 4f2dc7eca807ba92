import type { addKnownSubstitute } from '#contract/users.ts';
import { can } from '#domain/permissions.ts';
import { found, notAllowed, notFound } from '#server/core/refused.ts';
import { auditDecision, notifyOfDecision } from '#server/features/users/announce-decision.ts';
import { addToSchool, holdDistricts } from '#server/features/users/commands.ts';
import { isOfDistrict, visiblePerson } from '#server/features/users/queries.ts';
import { userReply } from '#server/features/users/reply.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** Adds a substitute of the district to the caller's school, approved, and notifies them. */
export async function addKnown(call: Call<typeof addKnownSubstitute>): ReplyTo<typeof addKnownSubstitute> {
  const { db, actor, params, now } = call;
  const { schoolId } = actor;
  const own = schoolId === null ? [] : [schoolId];
  const account = { role: 'substitute', schoolId, isPlatformOwner: false } as const;
  if (schoolId === null || !can(actor, 'user.create', { ...account, selectedSchoolIds: own, approvedSchoolIds: own }))
    throw notAllowed();
  return db.inTransaction(async (tx) => {
    await holdDistricts(tx, 'shared');
    if (!(await isOfDistrict(tx, params.id, schoolId))) throw notFound('person');
    const before = await visiblePerson(tx, actor, params.id);
    const workedHere = before?.links.some((link) => link.schoolId === schoolId && link.worksHere) ?? false;
    await addToSchool(tx, [params.id], schoolId, now);
    const person = found(await visiblePerson(tx, actor, params.id), 'person');
    if (!workedHere) {
      await auditDecision(tx, call, person, { verdict: 'approve', schoolId });
      await notifyOfDecision(tx, call, person, { verdict: 'approve', schoolId });
    }
    return userReply(tx, person, actor, now);
  });
}
