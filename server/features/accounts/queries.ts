import type { Role } from '#domain/role.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { isSchoolAdmin } from '#server/db/sql/users.ts';

/** The fields of an account that sign-in needs. */
export type Account = {
  id: number;
  username: string;
  fullName: string;
  role: Role;
  passwordHash: string;
  isActive: boolean;
};

const account = sql`id, username, full_name as "fullName", role, password_hash as "passwordHash",
    is_active as "isActive"`;

/**
 * Returns the account with this username, or with this trusted email address. If several accounts have the address, one
 * whose owner confirmed it comes first, then the one that has had it longest, so entering an address never takes it
 * from its owner.
 */
export async function findAccount(db: Queryable, usernameOrEmail: string): Promise<Account | null> {
  const named = await db.query<Account>(sql`select ${account} from users
    where lower(username) = lower(${usernameOrEmail}) and deleted_at is null`);
  if (named[0] !== undefined) return named[0];
  if (!usernameOrEmail.includes('@')) return null;
  const mailed = await db.query<Account>(
    sql`select ${account} from users where lower(trusted_email) = lower(${usernameOrEmail}) and deleted_at is null
      order by email_proved desc, email_trusted_at, id limit 1`,
  );
  return mailed[0] ?? null;
}

/** Returns the account of this person. */
export async function accountOf(db: Queryable, id: number): Promise<Account | null> {
  return db.first<Account>(sql`select ${account} from users where id = ${id} and deleted_at is null`);
}

export async function activeSchool(db: Queryable, id: number): Promise<{ id: number; name: string } | null> {
  return db.first<{ id: number; name: string }>(sql`select id, name from schools
    where id = ${id} and is_active`);
}

const adminIds = (schoolId: number) =>
  sql`select a.id from users a where a.school_id = ${schoolId} and ${isSchoolAdmin} order by a.id`;

/** Returns the approved, active admins of a school, who decide on new accounts. */
export async function adminsOf(db: Queryable, schoolId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(adminIds(schoolId));
  return rows.map((row) => row.id);
}

/** Returns whether this person's account is active, and the same admins. */
export async function teacherAndAdmins(
  db: Queryable,
  { teacherId, schoolId }: { teacherId: number; schoolId: number },
): Promise<{ isActive: boolean; admins: number[] }> {
  const [found] = await db.query<{ isActive: boolean; admins: number[] }>(sql`select
      exists (select from users where id = ${teacherId} and is_active and deleted_at is null) as "isActive",
      array(${adminIds(schoolId)}) as admins`);
  return found ?? { isActive: false, admins: [] };
}

/** Returns the active platform owners. */
export async function activeOwners(db: Queryable): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`select id from users
    where role = 'overall_admin' and is_platform_owner and is_active and deleted_at is null order by id`);
  return rows.map((row) => row.id);
}

/**
 * Returns whether an account is active and still has the password that was just verified. The row stays locked until
 * the transaction ends, so a call that sets another password waits, and then ends the session that starts here.
 */
export async function stillHas(tx: Tx, { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>): Promise<boolean> {
  const [row] = await tx.query<{ stays: boolean }>(sql`select is_active and password_hash = ${passwordHash} as stays
    from users where id = ${id} and deleted_at is null for share`);
  return row?.stays ?? false;
}
