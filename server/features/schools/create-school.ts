import type { createSchool } from '#contract/schools.ts';
import { defaultReportMinutes } from '#domain/attendance.ts';
import { can } from '#domain/permissions.ts';
import { timeZoneOfState, usualOfferHours } from '#domain/school.ts';
import { defaultVacancySettings } from '#domain/shift.ts';
import { audit } from '#server/db/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { refuseUnknownZone } from '#server/db/zones.ts';
import { appointAdmin } from '#server/features/schools/appoint-admin.ts';
import { districtNamed, insertSchool } from '#server/features/schools/writes.ts';
import { visibleSchool } from '#server/features/schools/queries.ts';
import { schoolReply } from '#server/features/schools/reply.ts';
import { changedSettings } from '#server/features/schools/settings.ts';
import { found, notAllowed, Refused } from '#server/core/refused.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/** A new school's settings until its administrators choose their own. */
const newSettings = {
  parking: null,
  approvesItself: false,
  showReason: true,
  reasonDecided: false,
  bookFirst: false,
  reportMinutes: defaultReportMinutes,
  offering: 'everyone',
  offersFrom: usualOfferHours.from,
  offersUntil: usualOfferHours.until,
  adminId: null,
} as const;

/** Adds a school. The default time zone is the state's. An administrator, if chosen, is appointed. */
export async function addSchool(call: CallInTx<typeof createSchool>, tx: Tx): ReplyTo<typeof createSchool> {
  const { actor, body, now } = call;
  if (!can(actor, 'school.create', null)) throw notAllowed();
  if (body.timeZone !== undefined) await refuseUnknownZone(tx, body.timeZone);
  if (body.unlessExists === true) await refuseTwin(tx, body);
  const id = await insertSchool(
    tx,
    {
      name: body.name,
      address: body.address,
      city: body.city,
      state: body.state,
      zipCode: body.zipCode,
      phone: body.phone,
      ...newSettings,
      ...(await districtNamed(tx, body.district ?? null, now)),
      country: body.country ?? null,
      contactEmail: body.contactEmail ?? null,
      latitude: body.latitude ?? null,
      longitude: body.longitude ?? null,
      timeZone: body.timeZone ?? timeZoneOfState(body.state),
      isActive: body.isActive,
      closures: [],
      vacancySettings: changedSettings(defaultVacancySettings, body.vacancySettings),
    },
    now,
  );
  await appointAdmin(tx, body.adminId ?? null, id);
  await audit(tx, call, {
    act: 'school.create',
    subject: ['school', id],
    schoolId: id,
    detail: { adminId: body.adminId ?? null },
  });
  const made = found(await visibleSchool(tx, actor, id), 'school');
  return schoolReply(made, actor);
}

/** @throws {Refused} school_exists if a school with this name and ZIP code was added before, perhaps in another tab. */
async function refuseTwin(tx: Tx, { name, zipCode }: { name: string; zipCode: string }): Promise<void> {
  const twins = await tx.query(
    sql`select from schools where lower(name) = lower(${name}) and zip_code = ${zipCode} and deletion_began_at is null
        limit 1`,
  );
  if (twins.length > 0) throw new Refused('school_exists', `There is already a school named ${name} in ${zipCode}.`);
}
