import { defaultVacancySettings, type VacancySettings } from '#domain/shift.ts';
import { instantOf } from '#domain/time.ts';
import type { AbsenceReason, VacancyStatus } from '#domain/vacancy.ts';
import { type Database, type Queryable, sql } from '#server/db/database.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { mondayMorning } from '#test/world.ts';

/** The password of everybody whom a test makes. */
export const testPassword = 'lantern-meadow-42';
let passwordHash: Promise<string> | undefined;

let count = 0;
const next = () => (count += 1);

type SchoolParts = { name?: string; timeZone?: string; isActive?: boolean; settings?: VacancySettings; showReason?: boolean; bookFirst?: boolean };

/** A school; active, in New York, with the default shifts. */
export async function makeSchool(db: Queryable, parts: SchoolParts = {}): Promise<{ id: number; name: string }> {
  const name = parts.name ?? `School ${next()}`;
  const [row] = await db.query<{ id: number }>(sql`insert into schools (name, address, city, state, zip_code, phone, time_zone, is_active, vacancy_settings, show_reason, book_first, created_at)
    values (${name}, '1 School Street', 'Albany', 'New York', '12207', '(518) 555-0100', ${parts.timeZone ?? 'America/New_York'}, ${parts.isActive ?? true},
      ${JSON.stringify(parts.settings ?? defaultVacancySettings)}::jsonb, ${parts.showReason ?? true}, ${parts.bookFirst ?? false}, ${mondayMorning}) returning id`);
  return { id: row?.id ?? 0, name };
}

type PersonParts = { fullName?: string; username?: string; isApproved?: boolean; isActive?: boolean; email?: string | null; phone?: string | null };

async function makePerson(db: Queryable, role: string, schoolId: number | null, parts: PersonParts & { isPlatformOwner?: boolean }): Promise<number> {
  passwordHash ??= hashPassword(testPassword);
  const n = next();
  const username = parts.username ?? `${role.slice(0, 7)}_${n}`;
  const [row] = await db.query<{ id: number }>(sql`insert into users (username, password_hash, role, full_name, school_id, is_approved, is_active, is_platform_owner, email, phone, created_at)
    values (${username}, ${await passwordHash}, ${role}, ${parts.fullName ?? `Person ${n}`}, ${schoolId}, ${parts.isApproved ?? true}, ${parts.isActive ?? true},
      ${parts.isPlatformOwner ?? false}, ${parts.email === undefined ? `${username}@example.org` : parts.email}, ${parts.phone ?? null}, ${mondayMorning}) returning id`);
  return row?.id ?? 0;
}

/** An approved teacher of this school. */
export function makeTeacher(db: Queryable, schoolId: number, parts: PersonParts = {}): Promise<number> {
  return makePerson(db, 'teacher', schoolId, parts);
}

/** An approved admin of this school. */
export function makeAdmin(db: Queryable, schoolId: number | null, parts: PersonParts = {}): Promise<number> {
  return makePerson(db, 'school_admin', schoolId, parts);
}

/** A platform owner. */
export function makeOwner(db: Queryable, parts: PersonParts = {}): Promise<number> {
  return makePerson(db, 'overall_admin', null, { ...parts, isPlatformOwner: true });
}

/** A substitute who chose these schools, approved by each of them unless said otherwise. */
export async function makeSubstitute(db: Queryable, schoolIds: readonly number[], parts: PersonParts = {}): Promise<number> {
  const id = await makePerson(db, 'substitute', null, parts);
  for (const schoolId of schoolIds) {
    await db.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at, approved_at)
      values (${id}, ${schoolId}, ${mondayMorning}, ${(parts.isApproved ?? true) ? mondayMorning : null})`);
  }
  return id;
}

type VacancyParts = {
  schoolId: number;
  teacherId: number;
  date?: string;
  start?: string;
  end?: string;
  status?: VacancyStatus;
  substituteId?: number | null;
  requestedById?: number | null;
  reason?: AbsenceReason;
  timeZone?: string;
  isUrgent?: boolean;
  bookFirst?: boolean;
  confirmed?: boolean | null;
};

/** A vacancy as a row; open, today (Monday November 23, 2026) from 08:00 to 15:00 unless said otherwise. */
export async function makeVacancy(db: Database | Queryable, parts: VacancyParts): Promise<number> {
  const { schoolId, teacherId, date = '2026-11-23', start = '08:00', end = '15:00', status = 'open', timeZone = 'America/New_York' } = parts;
  const requestedById = parts.requestedById ?? null;
  const [row] = await db.query<{ id: number }>(sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at, shift_type, description,
      absence_reason, additional_notes, status, substitute_id, requested_by_id, requested_at, confirmed, is_urgent, book_first, created_at, updated_at)
    values (${schoolId}, ${teacherId}, ${teacherId}, ${date}, ${start}, ${end}, ${instantOf(date, start, timeZone)}, ${instantOf(date, end, timeZone)}, 'full_day', ${`Class ${next()}`},
      ${parts.reason ?? 'Personal'}, 'Plans are on the desk.', ${status}, ${parts.substituteId ?? null}, ${requestedById}, ${requestedById === null ? null : mondayMorning},
      ${status === 'filled' ? (parts.confirmed ?? true) : null}, ${parts.isUrgent ?? false}, ${parts.bookFirst ?? false}, ${mondayMorning}, ${mondayMorning}) returning id`);
  return row?.id ?? 0;
}
