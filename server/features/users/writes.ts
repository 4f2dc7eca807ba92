import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { insertUser, type Profile } from '#server/db/sql/users.ts';
import { waitsHere } from '#server/db/sql/substitutes.ts';
import type { Role } from '#domain/role.ts';
import { admitWaiting } from '#server/features/users/commands.ts';
import type { SchoolLink } from '#server/features/users/queries.ts';

/** An account created by an administrator: approved, active, with a password that its owner didn't choose. */
export type MadeAccount = {
  username: string;
  passwordHash: string;
  role: Role;
  fullName: string;
  schoolId: number | null;
  isPlatformOwner: boolean;
} & Profile;

/** Inserts an account that is approved from the start. A constraint refuses a taken username. */
export async function insertMadeAccount(tx: Tx, person: MadeAccount, now: Date): Promise<number> {
  return insertUser(tx, { ...person, passwordSetByOther: true, isApproved: true }, now);
}

/** Updates a profile that was read and locked before. */
export async function saveProfile(tx: Tx, id: number, person: Profile & { fullName: string }): Promise<void> {
  await tx.execute(sql`update users set full_name = ${person.fullName}, email = ${person.email},
      phone = ${person.phone}, qualifications = ${person.qualifications},
      preferred_subjects = ${person.preferredSubjects}, bio = ${person.bio}, gender = ${person.gender},
        department = ${person.department}, subjects = ${person.subjects} where id = ${id}`);
}

/** Writes the decision on an account. */
export async function saveStanding(
  tx: Tx,
  id: number,
  standing: { isApproved: boolean; isActive: boolean; rejectedAt: Date | null },
): Promise<void> {
  await tx.execute(sql`update users
    set is_approved = ${standing.isApproved}, is_active = ${standing.isActive}, rejected_at = ${standing.rejectedAt}
      where id = ${id}`);
}

/** Records that a school rejected or removed a substitute, until that school accepts them. */
export async function turnAwayFromSchool(tx: Tx, substituteId: number, schoolId: number, now: Date): Promise<void> {
  await tx.execute(sql`update substitute_schools
    set is_selected = false, approved_at = null, admitted_at = null, rejected_at = ${now}
      where substitute_id = ${substituteId} and school_id = ${schoolId}`);
}

/**
 * Adds schools to a substitute's choice. Earlier decisions of these schools stay, and approvals in their districts
 * count.
 */
export async function selectSchools(
  tx: Tx,
  substituteId: number,
  schoolIds: readonly number[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`insert into substitute_schools (substitute_id, school_id, selected_at)
      select ${substituteId}, chosen, ${now} from unnest(${schoolIds}::bigint[]) chosen
    on conflict (substitute_id, school_id) do update set is_selected = true, selected_at = ${now}`);
  await admitWaiting(tx, substituteId, now);
}

/** Returns whether an approval counts at any other school, chosen or not. Then the account stays approved. */
export function approvedElsewhere(links: readonly SchoolLink[], schoolId: number): boolean {
  return links.some((link) => link.schoolId !== schoolId && (link.approvedAt !== null || link.admittedAt !== null));
}

/**
 * Removes schools from a substitute's choice. These schools' decisions stay, but an admission through the district
 * ends.
 */
export async function deselectSchools(tx: Tx, substituteId: number, schoolIds: readonly number[]): Promise<void> {
  await tx.execute(sql`update substitute_schools set is_selected = false, admitted_at = null
    where substitute_id = ${substituteId} and school_id = any(${schoolIds}::bigint[])`);
}

/** The schools among these where the substitute waits for a decision. */
export async function schoolsThatDecide(
  tx: Tx,
  substituteId: number,
  schoolIds: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(sql`select school_id as id from substitute_schools l
    where l.substitute_id = ${substituteId} and l.school_id = any(${schoolIds}::bigint[]) and ${waitsHere}`);
  return new Set(rows.map(({ id }) => id));
}

/** The active schools among these, by id. */
export async function activeSchoolsAmong(
  db: Queryable,
  schoolIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return db.query(sql`select id, name from schools where id = any(${schoolIds}::bigint[]) and is_active order by id`);
}

export async function schoolName(db: Queryable, id: number | null): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(sql`select name from schools where id = ${id}`);
  return row?.name ?? null;
}

/** Locks all owners, so two of them can't disable each other at the same moment. Returns the active ones. */
export async function lockOwners(tx: Tx): Promise<number[]> {
  const rows = await tx.query<{ id: number; isActive: boolean }>(sql`select id, is_active as "isActive" from users
    where role = 'overall_admin' and is_platform_owner and deleted_at is null order by id for update`);
  return rows.filter((row) => row.isActive).map((row) => row.id);
}

/** Returns the active owners, with the facts that a notification needs. */
export async function ownersToTell(db: Queryable): Promise<{ id: number; role: Role; fullName: string }[]> {
  return db.query(sql`select id, role, full_name as "fullName" from users
    where role = 'overall_admin' and is_platform_owner and is_active and deleted_at is null order by id`);
}

/** Saves a substitute's weekly availability. */
export async function saveWeek(db: Queryable, id: number, week: object): Promise<void> {
  await db.execute(sql`update users set general_availability = ${JSON.stringify(week)}::jsonb where id = ${id}`);
}
