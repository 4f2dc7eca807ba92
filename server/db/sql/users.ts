import type { Role } from '#domain/role.ts';
import { type Queryable, sql } from '#server/db/database.ts';

/** The fields that people fill in about themselves. Each is null if it is unknown. */
export type Profile = {
  email: string | null;
  phone: string | null;
  qualifications: string | null;
  preferredSubjects: string | null;
  bio: string | null;
  gender: string | null;
  department: string | null;
  subjects: string | null;
};

/** Whether the person `u` (users) is an approved, active teacher. */
export const isTeacher = sql`u.role = 'teacher' and u.is_approved and u.is_active and u.deleted_at is null`;

/** Whether the person `u` (users), not a substitute, is waiting for a decision. */
export const isPending = sql`not u.is_approved and u.rejected_at is null and u.is_active`;

/** Whether the person `a` (users) is an approved, active school administrator. */
export const isSchoolAdmin = sql`a.role = 'school_admin' and a.is_approved and a.is_active and a.deleted_at is null`;

/** An account to insert. Fields that are left out are false or unknown. */
export type NewUser = Partial<Profile> & {
  username: string;
  passwordHash: string;
  /** Whether another person chose the password. */
  passwordSetByOther?: boolean;
  role: Role;
  fullName: string;
  schoolId: number | null;
  isApproved?: boolean;
  isPlatformOwner?: boolean;
};

/**
 * Inserts accounts in one statement. Returns their ids by username. This is the only insert into `users`.
 *
 * @throws {Refused} username_taken
 */
export async function insertUsers(db: Queryable, people: readonly NewUser[], now: Date): Promise<Map<string, number>> {
  const rows = await db.query<{ id: number; username: string }>(sql`
      insert into users (username, password_hash, password_set_by_other, role, full_name, school_id, is_approved,
        is_platform_owner,
      email, phone, qualifications, preferred_subjects, bio, gender, department, subjects, created_at)
    select username, "passwordHash", coalesce("passwordSetByOther", false), role, "fullName", "schoolId",
      coalesce("isApproved", false), coalesce("isPlatformOwner", false),
      email, phone, qualifications, "preferredSubjects", bio, gender, department, subjects, ${now}
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p
      (username text, "passwordHash" text, "passwordSetByOther" boolean, role text, "fullName" text,
      "schoolId" bigint, "isApproved" boolean, "isPlatformOwner" boolean, email text, phone text, qualifications text,
        "preferredSubjects" text, bio text, gender text,
      department text, subjects text)
    returning id, username`);
  return new Map(rows.map(({ id, username }) => [username, id]));
}

/** Inserts one account and returns its id. */
export async function insertUser(db: Queryable, person: NewUser, now: Date): Promise<number> {
  const id = (await insertUsers(db, [person], now)).get(person.username);
  if (id === undefined) throw new Error('An insert returned no row.');
  return id;
}
