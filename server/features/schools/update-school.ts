import type { updateSchool } from '#contract/schools.ts';
import { changesBetween } from '#domain/audit-changes.ts';
import type { AuditAct, AuditChange } from '#domain/audit.ts';
import { type Closure, closuresInWords } from '#domain/closure.ts';
import { can } from '#domain/permissions.ts';
import { offerHoursProblem } from '#domain/school.ts';
import { audit } from '#server/db/audit.ts';
import type { Tx } from '#server/db/database.ts';
import { refuseUnknownZone } from '#server/db/zones.ts';
import { appointAdmin } from '#server/features/schools/appoint-admin.ts';
import { districtNamed, forgetImage, keepImage, saveSchool } from '#server/features/schools/writes.ts';
import {
  lockVisibleSchool,
  type SchoolColumns,
  type SchoolRow,
  staffOf,
  visibleSchool,
} from '#server/features/schools/queries.ts';
import { schoolReply } from '#server/features/schools/reply.ts';
import { changedSettings } from '#server/features/schools/settings.ts';
import { holdDistricts, reconsiderAdmissions } from '#server/features/users/commands.ts';
import { hastenDispatches, rezoneVacancies } from '#server/features/vacancies/commands.ts';
import { refuseConflict } from '#server/http/conflict.ts';
import { given } from '#server/core/given.ts';
import { found, notAllowed, notFound, Refused, wrongField } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { notify } from '#server/notifications/notify.ts';
import { type CheckedFile, checkedSchoolImage } from '#server/security/uploads.ts';

type UpdateCall = Call<typeof updateSchool>;

/** Changes a school: its admin the information and settings, the owner the information and whether it is active. */
export async function changeSchool(call: UpdateCall): ReplyTo<typeof updateSchool> {
  const { actor, body, params, now } = call;
  const images = await uploadedImages(call);
  const changesSharing =
    body.approvesItself !== undefined || (body.district !== undefined && actor.role === 'overall_admin');
  return call.db.inTransaction(async (tx) => {
    if (changesSharing) await holdDistricts(tx, 'alone');
    const before = await lockVisibleSchool(tx, actor, params.id);
    if (before === null || (actor.role === 'school_admin' && before.id !== actor.schoolId)) throw notFound('school');
    refuseOthersFields(call, before);
    const { version, ...sent } = body;
    const shown = () => schoolReply(before, actor);
    await refuseConflict(tx, { of: 'school', id: before.id, version, sent, stored: before, shown });
    const { district = before.district, ...others } = sent;
    const after = {
      ...changed(before, others),
      ...(district !== before.district && (await districtNamed(tx, district, now))),
    };
    if (after.timeZone !== before.timeZone) await refuseUnknownZone(tx, after.timeZone);
    if (after.offersFrom >= after.offersUntil) throw wrongField('offersUntil', offerHoursProblem);
    if (body.adminId !== undefined) await appointAdmin(tx, body.adminId, before.id);
    await saveSchool(tx, before.id, after);
    await changeImages(tx, call, before.id, images);
    await carryOut(tx, call, before, after);
    await logChanges(tx, call, before, after);
    const saved = found(await visibleSchool(tx, actor, before.id), 'school');
    return schoolReply(saved, actor);
  });
}

/** Changes the records that depend on the school's, and notifies the staff of a school that was deactivated. */
async function carryOut(tx: Tx, call: UpdateCall, before: SchoolRow, after: SchoolColumns): Promise<void> {
  const { now } = call;
  if (after.districtId !== before.districtId || after.approvesItself !== before.approvesItself)
    await reconsiderAdmissions(tx, [before.id], now);
  if (after.timeZone !== before.timeZone) await rezoneVacancies(tx, before.id, after.timeZone, now);
  if (offersDiffer(before, after) || (after.isActive && !before.isActive)) await hastenDispatches(tx, before.id, now);
  if (before.isActive && !after.isActive) await notifyStaffAbout(call, tx, before);
}

/** Logs the changes, if any. */
async function logChanges(tx: Tx, call: UpdateCall, before: SchoolRow, after: SchoolColumns): Promise<void> {
  // The log omits the district's id, because its name is logged, and `reasonDecided`, which says only that the question
  // was answered.
  const { districtId: _districtId, reasonDecided: _decided, ...visible } = after;
  const changes = [
    ...changesBetween(before, visible),
    ...changedClosures(before, after),
    ...changedImages(before, call),
  ];
  if (changes.length === 0) return;
  await audit(tx, call, { act: actOf(before, after), subject: ['school', before.id], schoolId: before.id, changes });
}

/** Refuses the call if the caller lacks the permission for one of the sent fields, so nothing is changed. */
function refuseOthersFields({ actor, body, files }: UpdateCall, { id, district }: SchoolRow): void {
  const {
    version: _version,
    isActive,
    adminId,
    vacancySettings,
    showReason,
    bookFirst,
    reportMinutes,
    offering,
    offersFrom,
    offersUntil,
    closures,
    ...information
  } = body;
  const isSent = (...values: unknown[]) => values.some((value) => value !== undefined);
  if (isSent(isActive, adminId) && !can(actor, 'school.activate', { id }))
    throw notAllowed('Only the platform owner may change this.');
  // A form may send the district unchanged.
  if (isSent(body.district) && (body.district || null) !== district && !can(actor, 'school.setDistrict', { id })) {
    const sentence = 'Only the platform owner sets the district of a school.';
    throw new Refused('not_allowed', sentence, { fields: { district: sentence } });
  }
  if (
    isSent(vacancySettings, showReason, bookFirst, reportMinutes, offering, offersFrom, offersUntil, closures) &&
    !can(actor, 'school.editSettings', { id })
  )
    throw notAllowed("Only the school's administrator may change its settings.");
  if (isSent(...Object.values(information), ...Object.values(files)) && !can(actor, 'school.edit', { id }))
    throw notAllowed();
}

type Images = Partial<Record<'logo' | 'banner', CheckedFile>>;

/** Returns the processed images of the call. Call this before the school is locked, because it takes a while. */
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

/** The log keeps the removed and the added days as text, because it can't compare lists. */
function changedClosures({ closures: before }: SchoolColumns, { closures: after }: SchoolColumns): AuditChange[] {
  const words = (closure: Closure) => closuresInWords([closure]);
  const without = (some: Closure[], others: Closure[]) =>
    closuresInWords(some.filter((one) => others.every((other) => words(other) !== words(one))));
  const [from, to] = [without(before, after), without(after, before)];
  return from === to ? [] : [{ field: 'closures', from, to }];
}

/** The log doesn't keep pictures, only whether there was one before and after. */
function changedImages(before: SchoolRow, { body, files }: UpdateCall): AuditChange[] {
  return (['logo', 'banner'] as const).flatMap((field): AuditChange[] => {
    const from = before[`${field}Url`] === null ? null : 'a picture';
    if (files[field] !== undefined) return [{ field, from, to: 'a new picture' }];
    return body[`${field}Url`] === null && from !== null ? [{ field, from, to: null }] : [];
  });
}

function changed(
  before: SchoolRow,
  { vacancySettings, logoUrl: _logo, bannerUrl: _banner, ...sent }: Omit<UpdateCall['body'], 'district' | 'version'>,
): SchoolColumns {
  return {
    ...before,
    ...given(sent),
    reasonDecided: before.reasonDecided || sent.showReason !== undefined,
    vacancySettings: changedSettings(before.vacancySettings, vacancySettings),
  };
}

/** Returns whether the change affects waves that are under way. */
function offersDiffer(before: SchoolColumns, after: SchoolColumns): boolean {
  return (['offering', 'offersFrom', 'offersUntil'] as const).some((name) => before[name] !== after[name]);
}

function actOf(before: SchoolRow, after: SchoolColumns): AuditAct {
  if (before.isActive === after.isActive) return 'school.edit';
  return after.isActive ? 'school.activate' : 'school.deactivate';
}

/** Substitutes aren't notified: they only see no vacancies of the school until it is active again. */
async function notifyStaffAbout(call: UpdateCall, tx: Tx, school: SchoolRow): Promise<void> {
  const staff = await staffOf(tx, school.id);
  for (const role of ['teacher', 'school_admin'] as const) {
    await notify(tx, call, {
      kind: 'school_deactivated',
      cause: `school:${school.id}:deactivated:${call.now.getTime()}`,
      recipients: staff.filter((person) => person.role === role).map((person) => person.id),
      facts: { to: role, school: school.name },
      schoolId: school.id,
    });
  }
}
