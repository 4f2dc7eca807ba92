import { sql, type Tx } from '#server/db/database.ts';
import { type SchoolColumns, type DistrictOfSchool } from '#server/features/schools/queries.ts';

/** Returns the district with this name, ignoring case, created if necessary. Returns null if there is no name. */
export async function districtNamed(tx: Tx, name: string | null, now: Date): Promise<DistrictOfSchool> {
  if (name === null || name === '') return { districtId: null, district: null };
  const row = await tx.only<{ id: number; name: string }>(sql`
    insert into districts (name, created_at) values (${name}, ${now})
    on conflict (lower(name)) do update set name = districts.name returning id, name`);
  return { districtId: row.id, district: row.name };
}

/** Inserts a new school and returns its id. */
export async function insertSchool(tx: Tx, school: SchoolColumns, now: Date): Promise<number> {
  const { id } = await tx.only<{ id: number }>(sql`
      insert into schools (name, address, city, state, zip_code, phone, parking, district_id, district, approves_itself,
        country, contact_email, latitude, longitude,
      time_zone, is_active, vacancy_settings, show_reason, reason_decided, book_first, report_minutes, offering,
        offers_from, offers_until, admin_id, created_at)
    values (${school.name}, ${school.address}, ${school.city}, ${school.state}, ${school.zipCode}, ${school.phone},
      ${school.parking}, ${school.districtId}, ${school.district}, ${school.approvesItself}, ${school.country},
      ${school.contactEmail},
      ${school.latitude}, ${school.longitude}, ${school.timeZone}, ${school.isActive},
        ${JSON.stringify(school.vacancySettings)}::jsonb, ${school.showReason}, ${school.reasonDecided},
        ${school.bookFirst}, ${school.reportMinutes}, ${school.offering}, ${school.offersFrom}, ${school.offersUntil},
      ${school.adminId}, ${now}) returning id`);
  return id;
}

/** Updates a school that was read and locked before. */
export async function saveSchool(tx: Tx, id: number, school: SchoolColumns): Promise<void> {
  await tx.execute(sql`update schools set name = ${school.name}, address = ${school.address}, city = ${school.city},
      state = ${school.state}, zip_code = ${school.zipCode},
      phone = ${school.phone}, parking = ${school.parking}, district_id = ${school.districtId},
        district = ${school.district}, approves_itself = ${school.approvesItself}, country = ${school.country},
        contact_email = ${school.contactEmail}, latitude = ${school.latitude},
      longitude = ${school.longitude}, time_zone = ${school.timeZone}, is_active = ${school.isActive},
        vacancy_settings = ${JSON.stringify(school.vacancySettings)}::jsonb,
      show_reason = ${school.showReason}, reason_decided = ${school.reasonDecided}, book_first = ${school.bookFirst},
        report_minutes = ${school.reportMinutes}, offering = ${school.offering}, offers_from = ${school.offersFrom},
        offers_until = ${school.offersUntil}, closures = ${JSON.stringify(school.closures)}::jsonb,
        admin_id = ${school.adminId} where id = ${id}`);
}

/** Links a school and its administrator. */
export async function giveSchoolTo(tx: Tx, adminId: number, schoolId: number): Promise<void> {
  await tx.execute(sql`update users set school_id = ${schoolId} where id = ${adminId} and school_id is null`);
  await tx.execute(sql`update schools set admin_id = ${adminId} where id = ${schoolId}`);
}

/** Stores a school's logo or banner, replacing the previous one. */
export async function keepImage(
  tx: Tx,
  schoolId: number,
  kind: 'logo' | 'banner',
  file: { contentType: string; bytes: Buffer },
  now: Date,
): Promise<void> {
  await forgetImage(tx, schoolId, kind);
  await tx.execute(sql`insert into school_images (school_id, kind, content_type, bytes, created_at)
    values (${schoolId}, ${kind}, ${file.contentType}, ${file.bytes}, ${now})`);
}

/** Deletes a school's logo or banner, if any. */
export async function forgetImage(tx: Tx, schoolId: number, kind: 'logo' | 'banner'): Promise<void> {
  await tx.execute(sql`delete from school_images where school_id = ${schoolId} and kind = ${kind}`);
}
