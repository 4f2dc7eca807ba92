import type * as z from 'zod/mini';
import { type school, schoolActs } from '#contract/schools.ts';
import { type Actor, can } from '#domain/permissions.ts';
import type { SchoolRow } from '#server/features/schools/queries.ts';

type Reply = z.input<typeof school>;

/**
 * Returns a school as its reader may see it: a few fields in pickers, more once approved, all for its admin and the
 * owner.
 */
export function schoolReply(row: SchoolRow, actor: Actor | null): Reply {
  const { id, name, city, state, district, isActive } = row;
  const picker: Reply = { id, name, city, state, district, isActive };
  if (actor === null) return picker;
  const { address, zipCode, phone, country, contactEmail, latitude, longitude, timeZone, vacancySettings } = row;
  const known = {
    ...picker,
    address,
    zipCode,
    phone,
    country,
    contactEmail,
    latitude,
    longitude,
    timeZone,
    vacancySettings,
    can: schoolActs.filter((act) => can(actor, `school.${act}`, { id })),
  };
  if (actor.role === 'substitute' || (actor.role !== 'overall_admin' && actor.schoolId !== id)) return known;
  const { showReason, bookFirst, offering, closures, logoUrl, bannerUrl } = row;
  const forTeachers = { ...known, showReason, bookFirst, offering, closures, logoUrl, bannerUrl };
  if (actor.role === 'teacher') return forTeachers;
  const { parking, reportMinutes, offersFrom, offersUntil, approvesItself, adminId, adminName, version, createdAt } =
    row;
  return {
    ...forTeachers,
    parking,
    reportMinutes,
    offersFrom,
    offersUntil,
    approvesItself,
    adminId,
    adminName,
    version,
    createdAt: createdAt.toISOString(),
  };
}
