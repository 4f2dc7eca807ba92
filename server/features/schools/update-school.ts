import type { ReplyInput } from '#contract/endpoint.ts';
import type { updateSchool } from '#contract/schools.ts';
import { changesBetween } from '#domain/audit-changes.ts';
import type { AuditAct, AuditChange } from '#domain/audit.ts';
import { can } from '#domain/permissions.ts';
import { audit } from '#server/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { appointAdmin } from '#server/features/schools/appoint-admin.ts';
import {
  forgetImage,
  keepImage,
  lockVisibleSchool,
  saveSchool,
  type SchoolColumns,
  type SchoolRow,
  staffOf,
  visibleSchool,
} from '#server/features/schools/queries.ts';
import { schoolReply } from '#server/features/schools/reply.ts';
import { changedSettings } from '#server/features/schools/settings.ts';
import { rezoneVacancies } from '#server/features/vacancies/consequences.ts';
import { notAllowed, notFound } from '#server/http/refused.ts';
import type { Call } from '#server/http/route.ts';
import { tell } from '#server/notices/tell.ts';
import { type CheckedFile, checkedSchoolImage } from '#server/security/uploads.ts';

type UpdateCall = Call<typeof updateSchool>;

/** Changes a school: its admin the information and settings, the owner the information and whether it is active. */
export async function changeSchool(call: UpdateCall): Promise<ReplyInput<typeof updateSchool>> {
  const { actor, body, params, now } = call;
  const images = await uploadedImages(call);
  return call.db.inTransaction(async (tx) => {
    const before = await lockVisibleSchool(tx, actor, params.id);
    if (before === null || (actor.role === 'school_admin' && before.id !== actor.schoolId)) throw notFound('school');
    refuseOthersFields(call, before.id);
    const after = changed(before, body);
    if (body.adminId !== undefined) await appointAdmin(tx, body.adminId, before.id);
    await saveSchool(tx, before.id, after);
    await changeImages(tx, call, before.id, images);
    if (after.timeZone !== before.timeZone) await rezoneVacancies(tx, before.id, after.timeZone, now);
    if (before.isActive && !after.isActive) await tellStaff(call, tx, before);
    const changes = [...changesBetween(before, after), ...changedImages(before, call)];
    // What was sent as it stood already is no act.
    if (changes.length > 0)
      await audit(
        tx,
        {
          actorId: actor.id,
          act: actOf(before, after),
          subjectType: 'school',
          subjectId: before.id,
          schoolId: before.id,
          changes,
        },
        now,
      );
    const saved = await visibleSchool(tx, actor, before.id);
    if (saved === null) throw notFound('school');
    return schoolReply(saved, actor);
  });
}

/** Which fields need which permission: whoever lacks one changes nothing at all. */
function refuseOthersFields({ actor, body, files }: UpdateCall, id: number): void {
  const { isActive, adminId, vacancySettings, showReason, bookFirst, ...information } = body;
  const isSent = (...values: unknown[]) => values.some((value) => value !== undefined);
  if (isSent(isActive, adminId) && !can(actor, 'school.activate', { id }))
    throw notAllowed('Only the platform owner may change this.');
  if (isSent(vacancySettings, showReason, bookFirst) && !can(actor, 'school.editSettings', { id }))
    throw notAllowed("Only the school's administrator may change its settings.");
  if (isSent(...Object.values(information), ...Object.values(files)) && !can(actor, 'school.edit', { id }))
    throw notAllowed();
}

type Images = Partial<Record<'logo' | 'banner', CheckedFile>>;

/** Drawn anew before the school is locked: that takes a while. */
async function uploadedImages({ files }: UpdateCall): Promise<Images> {
  const images: Images = {};
  if (files.logo !== undefined) images.logo = await checkedSchoolImage(files.logo, 'logo');
  if (files.banner !== undefined) images.banner = await checkedSchoolImage(files.banner, 'banner');
  return images;
}

async function changeImages(tx: Tx, { body, now }: UpdateCall, schoolId: number, images: Images): Promise<void> {
  if (images.logo !== undefined) await keepImage(tx, schoolId, 'logo', images.logo, now);
  else if (body.logoUrl === null) await forgetImage(tx, schoolId, 'logo');
  if (images.banner !== undefined) await keepImage(tx, schoolId, 'banner', images.banner, now);
  else if (body.bannerUrl === null) await forgetImage(tx, schoolId, 'banner');
}

/** Pictures are no values for a log: it says whether there was one and is one. */
function changedImages(before: SchoolRow, { body, files }: UpdateCall): AuditChange[] {
  return (['logo', 'banner'] as const).flatMap((field): AuditChange[] => {
    const from = before[`${field}Url`] === null ? null : 'a picture';
    if (files[field] !== undefined) return [{ field, from, to: 'a new picture' }];
    return body[`${field}Url`] === null && from !== null ? [{ field, from, to: null }] : [];
  });
}

function changed(
  before: SchoolRow,
  { vacancySettings, logoUrl: _logo, bannerUrl: _banner, ...sent }: UpdateCall['body'],
): SchoolColumns {
  const plain = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return { ...before, ...plain, vacancySettings: changedSettings(before.vacancySettings, vacancySettings) };
}

function actOf(before: SchoolRow, after: SchoolColumns): AuditAct {
  if (before.isActive === after.isActive) return 'school.edit';
  return after.isActive ? 'school.activate' : 'school.deactivate';
}

/** Substitutes are not told: they only see no vacancies of the school until it is active again. */
async function tellStaff(call: UpdateCall, tx: Tx, school: SchoolRow): Promise<void> {
  const staff = await staffOf(tx, school.id);
  for (const role of ['teacher', 'school_admin'] as const) {
    await tell(tx, call, {
      kind: 'school_deactivated',
      cause: `school:${school.id}:deactivated:${call.now.getTime()}`,
      recipients: staff.filter((person) => person.role === role).map((person) => person.id),
      facts: { to: role, school: school.name },
      schoolId: school.id,
    });
  }
}
