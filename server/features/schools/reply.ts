import type * as z from 'zod/mini';
import { type school, schoolActs } from '#contract/schools.ts';
import { type Actor, can } from '#domain/permissions.ts';
import type { SchoolRow } from '#server/features/schools/queries.ts';

type Reply = z.input<typeof school>;

/** Returns a school as its reader may see it: a few fields in pickers, more once approved, all for its admin and the owner. */
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
    can: actsOn(row, actor),
  };
  if (actor.role === 'substitute' || (actor.role !== 'overall_admin' && actor.schoolId !== id)) return known;
  const { showReason, bookFirst, offering, closures, approvesItself, logoUrl, bannerUrl } = row;
  if (actor.role === 'teacher') return { ...known, showReason, bookFirst, offering, closures, logoUrl, bannerUrl };
  const { parking, reportMinutes, offersFrom, offersUntil, adminId, adminName, version, createdAt } = row;
  return {
    ...known,
    showReason,
    bookFirst,
    closures,
    parking,
    reportMinutes,
    offering,
    offersFrom,
    offersUntil,
    approvesItself,
    logoUrl,
    bannerUrl,
    adminId,
    adminName,
    version,
    createdAt: createdAt.toISOString(),
  };
}

function actsOn(row: SchoolRow, actor: Actor): Reply['can'] {
  return schoolActs.filter((act) => can(actor, `school.${act}`, { id: row.id }));
}
