import { defaultVacancySettings, type VacancySettings } from '#domain/shift.ts';
import { instantOf } from '#domain/time.ts';
import type { AbsenceReason, VacancyStatus } from '#domain/vacancy.ts';
import { type Database, type Queryable, sql } from '#server/db/database.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { mondayMorning } from '#test/world.ts';

/** Everyone's password in tests. */
export const testPassword = 'lantern-meadow-42';
let passwordHash: Promise<string> | undefined;

let count = 0;
const next = () => (count += 1);

type SchoolParts = {
  name?: string;
  timeZone?: string;
  isActive?: boolean;
  settings?: VacancySettings;
  showReason?: boolean;
  bookFirst?: boolean;
};

/** Returns a school: by default active, in New York, with the default shifts. */
export async function makeSchool(db: Queryable, parts: SchoolParts = {}): Promise<{ id: number; name: string }> {
  const name = parts.name ?? `School ${next()}`;
  const [row] = await db.query<{
    id: number;
  }>(sql`insert into schools (name, address, city, state, zip_code, phone, time_zone, is_active, vacancy_settings,
      show_reason, book_first, created_at)
    values (${name}, '1 School Street', 'Albany', 'New York', '12207',
      '(518) 555-0100', ${parts.timeZone ?? 'America/New_York'}, ${parts.isActive ?? true},
      ${JSON.stringify(parts.settings ?? defaultVacancySettings)}::jsonb, ${parts.showReason ?? true},
        ${parts.bookFirst ?? false}, ${mondayMorning}) returning id`);
  return { id: row?.id ?? 0, name };
}

type PersonParts = {
  fullName?: string;
  username?: string;
  isApproved?: boolean;
  isActive?: boolean;
  email?: string | null;
  phone?: string | null;
};

/** A person to create. If a substitute is approved, each school they chose approved them. */
export type NewPerson = PersonParts & {
  role: 'teacher' | 'substitute' | 'school_admin' | 'overall_admin';
  schoolId?: number | null;
  chose?: readonly number[];
  isPlatformOwner?: boolean;
};

/** Creates many people at once. Returns their ids in order. */
export async function makePeople(db: Queryable, people: readonly NewPerson[]): Promise<number[]> {
  passwordHash ??= hashPassword(testPassword);
  const rows = people.map(({ role, schoolId = null, chose = [], ...parts }) => {
    const n = next();
    const username = parts.username ?? `${role.slice(0, 7)}_${n}`;
    const {
      fullName = `Person ${n}`,
      isApproved = true,
      isActive = true,
      isPlatformOwner = false,
      email = `${username}@example.org`,
      phone = null,
    } = parts;
    return { n, username, role, fullName, schoolId, isApproved, isActive, isPlatformOwner, email, phone, chose };
  });
  const given = JSON.stringify(rows);
  const made = await db.query<{
    id: number;
    username: string;
  }>(sql`insert into users (username, password_hash, role, full_name, school_id, is_approved, is_active,
      is_platform_owner, email, phone, created_at)
    select username, ${await passwordHash}, role, "fullName", "schoolId", "isApproved", "isActive", "isPlatformOwner",
      email, phone, ${mondayMorning}
    from jsonb_to_recordset(${given}::jsonb) as p(n int, username text, role text, "fullName" text, "schoolId" bigint,
      "isApproved" boolean, "isActive" boolean, "isPlatformOwner" boolean, email text, phone text)
    order by n returning id, username`);
  const idOf = new Map(made.map(({ id, username }) => [username, id]));
  const ids = rows.map(({ username }) => idOf.get(username) ?? 0);
  const chosen = rows.flatMap(({ chose, isApproved }, place) =>
    chose.map((school) => ({ substitute: ids[place], school, approved_at: isApproved ? mondayMorning : null })),
  );
  if (chosen.length > 0) {
    await db.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at, approved_at)
      select substitute, school, ${mondayMorning}, approved_at
        from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as c(substitute bigint, school bigint,
        approved_at timestamptz)`);
  }
  return ids;
}

async function makePerson(db: Queryable, person: NewPerson): Promise<number> {
  const [id = 0] = await makePeople(db, [person]);
  return id;
}

/** Returns an approved teacher of this school. */
export function makeTeacher(db: Queryable, schoolId: number, parts: PersonParts = {}): Promise<number> {
  return makePerson(db, { role: 'teacher', schoolId, ...parts });
}

/** Returns an approved admin of this school. */
export function makeAdmin(db: Queryable, schoolId: number | null, parts: PersonParts = {}): Promise<number> {
  return makePerson(db, { role: 'school_admin', schoolId, ...parts });
}

/** Returns a platform owner. */
export function makeOwner(db: Queryable, parts: PersonParts = {}): Promise<number> {
  return makePerson(db, { role: 'overall_admin', ...parts, isPlatformOwner: true });
}

/** Returns a substitute who chose these schools. By default each of them approved them. */
export function makeSubstitute(db: Queryable, schoolIds: readonly number[], parts: PersonParts = {}): Promise<number> {
  return makePerson(db, { role: 'substitute', chose: schoolIds, ...parts });
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
  /** It is null for extra hands, whose `teacherId` is an administrator. */
  reason?: AbsenceReason | null;
  timeZone?: string;
  isUrgent?: boolean;
  bookFirst?: boolean;
  confirmed?: boolean | null;
};

/** Returns a vacancy as a row: by default open, today (Monday November 23, 2026), 08:00 to 15:00. */
export async function makeVacancy(db: Database | Queryable, parts: VacancyParts): Promise<number> {
  const {
    schoolId,
    teacherId,
    date = '2026-11-23',
    start = '08:00',
    end = '15:00',
    status = 'open',
    timeZone = 'America/New_York',
  } = parts;
  const requestedById = parts.requestedById ?? null;
  const [row] = await db.query<{
    id: number;
  }>(sql`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
      shift_type, description,
      absence_reason, additional_notes, status, substitute_id, requested_by_id, requested_at, confirmed, is_urgent,
        book_first, created_at, updated_at)
    values (${schoolId}, ${teacherId}, ${teacherId}, ${date}, ${start}, ${end}, ${instantOf(date, start, timeZone)},
      ${instantOf(date, end, timeZone)}, 'full_day', ${`Class ${next()}`},
      ${parts.reason === undefined ? 'Personal' : parts.reason},
        'Plans are on the desk.', ${status}, ${parts.substituteId ?? null}, ${requestedById},
        ${requestedById === null ? null : mondayMorning},
      ${status === 'filled' ? (parts.confirmed ?? true) : null}, ${parts.isUrgent ?? false},
        ${parts.bookFirst ?? false}, ${mondayMorning}, ${mondayMorning}) returning id`);
  return row?.id ?? 0;
}
